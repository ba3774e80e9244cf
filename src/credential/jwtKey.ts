import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { type Config, ConfigError } from '../config.ts';
import { pemOf } from './pemSetting.ts';
import { remoteKeys } from './remoteKeys.ts';

/** What signatures of JWTs are checked with, and by which algorithms alone. */
export interface JwtKey {
  readonly algorithms: readonly string[];
  readonly key: KeyObject | Uint8Array | JWTVerifyGetKey;
}

/** Shortest secret for HS256 (RFC 7518 §3.2), in bytes. */
const SECRET_BYTES = 32;
/** Shortest RSA key (RFC 7518 §3.3), in bits. */
const RSA_BITS = 2_048;

type KeySettings = Pick<Config, 'AUTH_JWT_SECRET' | 'AUTH_JWT_PUBLIC_KEY' | 'AUTH_JWKS_URL'>;

/**
 * The key of these settings; null when none is set, so that API tokens alone are taken. A secret is for HS256 and nothing
 * else, a public key for the one algorithm of its type: a public key can never be taken for a secret (RFC 8725 §2.1).
 * @throws ConfigError when several are set, or one cannot be used
 */
export function jwtKeyOf(config: KeySettings): JwtKey | null {
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_PUBLIC_KEY: publicKey, AUTH_JWKS_URL: url } = config;
  const names = (['AUTH_JWT_SECRET', 'AUTH_JWT_PUBLIC_KEY', 'AUTH_JWKS_URL'] as const).filter(
    (name) => config[name] !== undefined,
  );
  if (names.length > 1) throw new ConfigError(`${names.join(' and ')} are set. Set one of them.`);
  if (secret !== undefined) return { algorithms: ['HS256'], key: secretOf(secret) };
  if (publicKey !== undefined) return publicKeyOf(publicKey);
  return url === undefined ? null : { algorithms: ['EdDSA', 'ES256', 'RS256'], key: remoteKeys(url) };
}

function secretOf(text: string): Uint8Array {
  const secret = new TextEncoder().encode(text);
  if (secret.length >= SECRET_BYTES) return secret;
  throw new ConfigError(`AUTH_JWT_SECRET has ${secret.length} bytes. It needs at least ${SECRET_BYTES}.`);
}

function publicKeyOf(setting: string): JwtKey {
  const pem = pemOf('AUTH_JWT_PUBLIC_KEY', setting);
  // Node would work out the public half, and the private one would lie where it is not needed.
  if (pem.includes('PRIVATE KEY')) throw new ConfigError('AUTH_JWT_PUBLIC_KEY is a private key. Give its public half.');
  const key = keyOf(pem);
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return { algorithms: ['EdDSA'], key };
    case 'rsa': {
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
      if (bits < RSA_BITS)
        throw new ConfigError(`AUTH_JWT_PUBLIC_KEY has ${bits} bits. It needs at least ${RSA_BITS}.`);
      return { algorithms: ['RS256'], key };
    }
    case 'ec':
      if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { algorithms: ['ES256'], key };
  }
  throw new ConfigError('AUTH_JWT_PUBLIC_KEY must be an Ed25519, P-256 or RSA key.');
}

function keyOf(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new ConfigError('AUTH_JWT_PUBLIC_KEY is no public key in PEM ("-----BEGIN PUBLIC KEY-----").');
  }
}
