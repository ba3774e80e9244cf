import { claimedPrincipal, type Principal } from '../agent/principal.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Accounts } from '../credential/accounts.ts';
import type { Credentials } from '../credential/bearer.ts';
import { bearerAuthenticator } from '../credential/bearerAuthenticator.ts';
import { jwtKeyOf } from '../credential/jwtKey.ts';
import { shownIdentity } from '../credential/shownIdentity.ts';

/** Says who calls: once for an HTTP request, once for a socket. Throws a refusal when it cannot be told. */
export type Authenticate = (credentials: Credentials) => Promise<Principal>;

/** Believes everybody (`AUTH_MODE=none`). */
export const believe: Authenticate = async (credentials) => claimedPrincipal(shownIdentity(credentials));

/**
 * The way callers are known under these settings, once there is a database to look them up in.
 * @throws ConfigError when the settings cannot be used
 */
export function authenticatorFor(config: Config): (accounts: Accounts) => Authenticate {
  const isSet = (['AUTH_JWT_SECRET', 'AUTH_JWT_PUBLIC_KEY', 'AUTH_JWKS_URL'] as const).find(
    (name) => config[name] !== undefined,
  );
  if (config.AUTH_MODE === 'none') {
    // Somebody who sets a key means to be protected by it.
    if (isSet) throw new ConfigError(`${isSet} is set, and AUTH_MODE=none would not look at it. Set AUTH_MODE=jwt.`);
    return () => believe;
  }
  const jwtKey = jwtKeyOf(config);
  const rules = {
    issuers: config.AUTH_JWT_ISSUER,
    audiences: config.AUTH_JWT_AUDIENCE,
    clockToleranceSeconds: config.AUTH_JWT_CLOCK_TOLERANCE_SECONDS,
  };
  return (accounts) => bearerAuthenticator({ jwtKey, rules, accounts });
}
