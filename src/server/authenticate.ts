import { claimedPrincipal, type Principal } from '../agent/principal.ts';
import { type Config, ConfigError } from '../config.ts';
import { badUserInput } from '../errors.ts';

/** What a caller shows of itself: the headers of a request, or the payload of connection_init; the keys are the same. */
export type Credentials = Readonly<Record<string, unknown>>;

/** Says who calls: once for an HTTP request, once for a socket. Throws a refusal when it cannot be told. */
export type Authenticate = (credentials: Credentials) => Promise<Principal>;

/**
 * The way callers are known under these settings.
 * @throws ConfigError for a way that this version does not have
 */
export function authenticatorFor(config: Config): Authenticate {
  if (config.AUTH_MODE !== 'none') {
    throw new ConfigError(
      `AUTH_MODE=${config.AUTH_MODE} is not available in this version. Set AUTH_MODE=none and keep HOST on loopback.`,
    );
  }
  return async (credentials) =>
    claimedPrincipal({
      agentId: textOf(credentials, 'x-agent-id'),
      namespace: textOf(credentials, 'x-namespace'),
      roles: textOf(credentials, 'x-roles'),
    });
}

function textOf(credentials: Credentials, key: string): string | undefined {
  const value = Object.hasOwn(credentials, key) ? credentials[key] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw badUserInput(key, 'a text', Array.isArray(value) ? 'a list' : typeof value);
}
