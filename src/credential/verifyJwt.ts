import { type CryptoKey, errors, type JWTPayload, jwtVerify, type JWTVerifyResult } from 'jose';
import { OperationRefused } from '../errors.ts';
import type { JwtKey } from './jwtKey.ts';
import { unauthenticated } from './refusal.ts';

/** What a token must fulfil besides its signature. */
export interface JwtRules {
  /** One of these must have issued it; empty: anybody who has the key. */
  readonly issuers: readonly string[];
  /** It must be for one of these; empty: it must be for nobody in particular. */
  readonly audiences: readonly string[];
  /** By so much the issuer's clock may be wrong. */
  readonly clockToleranceSeconds: number;
}

/** A token that holds: its claims, and until when it holds, in milliseconds since the epoch. */
export interface VerifiedJwt {
  readonly claims: JWTPayload;
  readonly expiresAt: number;
}

/** Kinds of tokens that are for access; another kind, such as a logout token, has another purpose (RFC 8725 §3.11). */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt']);

/**
 * Checks a JWT: signature by an allowed algorithm, `exp` (required), `nbf`, `iss` and `aud`.
 * @throws OperationRefused UNAUTHENTICATED with the reason, or UNAVAILABLE when the keys cannot be had
 */
export async function verifyJwt(token: string, jwtKey: JwtKey, rules: JwtRules): Promise<VerifiedJwt> {
  try {
    const { payload, protectedHeader } = await verified(token, jwtKey, rules);
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '') ?? 'jwt';
    if (!TYPES.has(type)) throw unauthenticated('MALFORMED', 'this kind of token is not for access');
    // Who is not among those that a token is for must not take it (RFC 7519 §4.1.3).
    if (rules.audiences.length === 0 && payload.aud !== undefined)
      throw unauthenticated('AUDIENCE', 'the token names an audience, and AUTH_JWT_AUDIENCE is not set');
    return { claims: payload, expiresAt: ((payload.exp ?? 0) + rules.clockToleranceSeconds) * 1000 };
  } catch (error) {
    throw refusalOf(error);
  }
}

async function verified(token: string, { key, algorithms }: JwtKey, rules: JwtRules): Promise<JWTVerifyResult> {
  const options = {
    algorithms: [...algorithms],
    requiredClaims: ['exp', 'sub'],
    clockTolerance: rules.clockToleranceSeconds,
    ...(rules.issuers.length > 0 ? { issuer: [...rules.issuers] } : {}),
    ...(rules.audiences.length > 0 ? { audience: [...rules.audiences] } : {}),
  };
  if (typeof key !== 'function') return await jwtVerify(token, key, options);
  try {
    return await jwtVerify(token, key, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return await byAnyOf(error, token, options);
  }
}

/** A token without a key id may be by any of the keys of its type. */
async function byAnyOf(
  keys: errors.JWKSMultipleMatchingKeys,
  token: string,
  options: Parameters<typeof jwtVerify>[2],
): Promise<JWTVerifyResult> {
  for await (const key of keys as AsyncIterable<CryptoKey>) {
    try {
      return await jwtVerify(token, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

/** What the library finds fault with, as a refusal that quotes nothing of the token. */
function refusalOf(error: unknown): unknown {
  if (error instanceof OperationRefused || !(error instanceof errors.JOSEError)) return error;
  if (error instanceof errors.JWTExpired) return unauthenticated('EXPIRED', 'the token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error);
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return unauthenticated('ALGORITHM', 'the token is signed by an algorithm that is not allowed here');
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return unauthenticated('SIGNATURE', 'the token is not signed with a key that is trusted here');
  return unauthenticated('MALFORMED', 'this is no token');
}

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): OperationRefused {
  if (reason !== 'missing') {
    if (claim === 'nbf') return unauthenticated('NOT_YET_VALID', 'the token is not valid yet');
    if (claim === 'iss') return unauthenticated('ISSUER', 'the token is by another issuer');
    if (claim === 'aud') return unauthenticated('AUDIENCE', 'the token is for another audience');
  }
  const bound = reason === 'missing' ? 'required' : 'well-formed';
  return unauthenticated('CLAIM', `the claim ${claim} of the token: ${bound}`, { claim, bound });
}
