import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { type Config, ConfigError } from '../config.ts';
import { pemOf } from '../credential/pemSetting.ts';
import { UNSIGNED, type Attested } from './attest.ts';
import { linkBytes, type SignedLink } from './canonical.ts';

/** The agent whose keys are those of servers: a name that no caller can have or register. */
export const DAEMON = 'daemon';

const ADVICE = 'Make one with: openssl genpkey -algorithm ed25519 -out signing.pem';

/** What a server signs links with. */
export interface SigningKey {
  /** Follows from the public key, so that servers with the same key know it by the same id. */
  readonly id: string;
  /** The 32 raw bytes, standard base64. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

/**
 * The key of these settings; null when the server signs nothing.
 * @throws ConfigError when it cannot be used
 */
export function signingKeyOf({ SIGNING_KEY: setting }: Pick<Config, 'SIGNING_KEY'>): SigningKey | null {
  if (setting === undefined) return null;
  const privateKey = privateKeyOf(pemOf('SIGNING_KEY', setting));
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new ConfigError(`SIGNING_KEY is a key for ${privateKey.asymmetricKeyType}. It must be Ed25519. ${ADVICE}`);
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x!, 'base64url');
  const publicKey = raw.toString('base64');
  return { id: signingKeyId(publicKey), publicKey, privateKey };
}

/** The id of a server's key: who knows it knows the key, so nobody can put another in its place. */
export function signingKeyId(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return `${DAEMON}-${digest.slice(0, 32)}`;
}

/** What a link keeps that its caller did not sign: the server's signature, where it signs. */
export function attestedByServer(key: SigningKey | null, link: SignedLink): Attested {
  if (key === null) return UNSIGNED;
  const signature = sign(null, linkBytes(link), key.privateKey).toString('base64');
  return { signature, signedBy: key.id, attestLevel: 'DAEMON_SIGNED' };
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // What was given may be a secret of another kind: it is not repeated.
    throw new ConfigError(`SIGNING_KEY is no private key in PEM ("-----BEGIN PRIVATE KEY-----"). ${ADVICE}`);
  }
}
