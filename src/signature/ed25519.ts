import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isSoundKey } from './soundKey.ts';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** Making a key object costs as much as a verification; an agent signs with the same one again and again. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

/** Whether a text is an Ed25519 signature in standard base64, as it would be written again. */
export function isSignatureText(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === SIGNATURE_BYTES && bytes.toString('base64') === text;
}

/**
 * Whether a signature is one over these bytes by this key (RFC 8032). What is no key, a key for which anybody can sign, and what
 * is no signature fit nothing.
 * @param publicKey standard base64 of the 32 raw bytes
 * @param signature standard base64 of 64 bytes
 */
export function fits(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  if (!isSignatureText(signature)) return false;
  const key = keyObject(publicKey);
  return key !== null && verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

function keyObject(publicKey: string): KeyObject | null {
  const known = keys.get(publicKey);
  if (known) return known;
  const raw = Buffer.from(publicKey, 'base64');
  if (raw.length !== KEY_BYTES || !isSoundKey(raw)) return null;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  const made = createPublicKey({ key: jwk, format: 'jwk' });
  keys.set(publicKey, made);
  return made;
}
