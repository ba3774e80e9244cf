import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every API token begins with; a JWT cannot. */
export const API_TOKEN_PREFIX = 'mng_';

const PATTERN = /^mng_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

/** A new API token. Its text is shown once; what is kept of it is its digest. */
export interface NewApiToken {
  readonly id: string;
  readonly text: string;
  /** SHA-256 of the secret in hex. A slow hash is for passwords: 256 random bits cannot be tried out. */
  readonly digest: string;
}

/** Makes a token of 256 random bits. */
export function newApiToken(): NewApiToken {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, text: `${API_TOKEN_PREFIX}${id}_${secret}`, digest: digestOf(secret) };
}

/** The parts of a token's text; null when it is none. */
export function readApiToken(text: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = PATTERN.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secret };
}

/** Whether a secret is the one of this digest, in a time that does not tell how nearly. */
export function isSecretOf(digest: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(secret), 'hex'), Buffer.from(digest.padEnd(64, '0').slice(0, 64), 'hex'));
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
