import { type Principal, principalOf } from '../agent/principal.ts';
import type { Accounts } from './accounts.ts';
import { API_TOKEN_PREFIX, isSecretOf, readApiToken } from './apiToken.ts';
import { bearerToken, type Credentials } from './bearer.ts';
import { readClaims } from './claims.ts';
import type { JwtKey } from './jwtKey.ts';
import { unauthenticated } from './refusal.ts';
import { inAgreement, shownIdentity } from './shownIdentity.ts';
import { type JwtRules, verifyJwt } from './verifyJwt.ts';

/** What {@link bearerAuthenticator} works with. */
export interface BearerParts {
  /** Null: API tokens alone are taken. */
  readonly jwtKey: JwtKey | null;
  readonly rules: JwtRules;
  readonly accounts: Accounts;
}

/** The home of an agent that neither its token nor an admin gives one. */
const FALLBACK_HOME = 'global';

/**
 * Knows callers by a bearer token, a JWT or an API token (`AUTH_MODE=jwt`). What it throws: OperationRefused UNAUTHENTICATED for a
 * token that does not hold, FORBIDDEN for a caller that says something else than its token, UNAVAILABLE when it cannot be told.
 */
export function bearerAuthenticator(parts: BearerParts): (shown: Credentials) => Promise<Principal> {
  return async (shown) => {
    const token = bearerToken(shown);
    const principal = await (token.startsWith(API_TOKEN_PREFIX) ? byApiToken(token, parts) : byJwt(token, parts));
    return inAgreement(principal, shownIdentity(shown));
  };
}

async function byJwt(token: string, { jwtKey, rules, accounts }: BearerParts): Promise<Principal> {
  if (!jwtKey) throw unauthenticated('MALFORMED', 'only API tokens are taken here');
  const { claims, expiresAt } = await verifyJwt(token, jwtKey, rules);
  const { agentId, home, roles, agentType } = readClaims(claims);
  return {
    ...principalOf(agentId, home ?? (await accounts.givenHome(agentId)) ?? FALLBACK_HOME, roles),
    agentType,
    credential: { expiresAt, tokenId: null },
  };
}

async function byApiToken(text: string, { accounts }: BearerParts): Promise<Principal> {
  const parts = readApiToken(text);
  const stored = parts && (await accounts.apiToken(parts.id));
  // One answer for an id that is not there and a secret that is not its own.
  if (!parts || !isSecretOf(stored?.digest ?? '', parts.secret) || !stored)
    throw unauthenticated('UNKNOWN', 'there is no such API token');
  if (stored.isRevoked) throw unauthenticated('REVOKED', 'the API token was revoked');
  const expiresAt = Date.parse(stored.expiresAt);
  if (expiresAt <= Date.now()) throw unauthenticated('EXPIRED', 'the API token has expired');
  return {
    ...principalOf(stored.agentId, stored.home, stored.roles),
    credential: { expiresAt, tokenId: parts.id },
  };
}
