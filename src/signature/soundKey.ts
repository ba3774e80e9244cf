import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * Whether 32 bytes are a public key that only the holder of a private key can sign for: a point of the curve, written the one
 * way it is written (RFC 8032 §5.1.3), and not one of the eight of small order, for which anybody can make signatures.
 */
export function isSoundKey(raw: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(raw).isSmallOrder();
  } catch {
    return false;
  }
}
