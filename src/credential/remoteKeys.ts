import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import { ConfigError } from '../config.ts';
import { OperationRefused } from '../errors.ts';

const TIMEOUT_MS = 5_000;
/** How long keys are used before they are fetched anew; a key that its issuer withdraws holds for so long. */
const KEEP_MS = 600_000;
/** A token with an unknown key id makes us look for new keys, but not more often than this. */
const COOL_DOWN_MS = 30_000;
/** After a failure nobody asks again for so long: tokens cost nothing to forge, and each would wait for the same failure. */
const RETRY_MS = 5_000;

/** What the keys themselves say about a token: it is none of theirs. */
const ABOUT_THE_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported];

/**
 * The keys at an address (RFC 7517), fetched when the first token comes.
 * @returns finds the key of a token; throws OperationRefused UNAVAILABLE when the keys cannot be had
 * @throws ConfigError when others could change the keys on their way
 */
export function remoteKeys(address: string): JWTVerifyGetKey {
  const url = new URL(address);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  if (!isSafe) throw new ConfigError('AUTH_JWKS_URL must begin with https:// (or http:// on this machine).');
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOL_DOWN_MS,
    cacheMaxAge: KEEP_MS,
    [customFetch]: patientFetch(),
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (ABOUT_THE_TOKEN.some((kind) => error instanceof kind)) throw error;
      throw unavailable(error);
    }
  };
}

function patientFetch(): FetchImplementation {
  let notBefore = 0;
  return async (url, options) => {
    if (Date.now() < notBefore) throw new Error('they could not be fetched a moment ago');
    try {
      const response = await fetch(url, options);
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      return response;
    } catch (error) {
      notBefore = Date.now() + RETRY_MS;
      throw error;
    }
  };
}

function unavailable(cause: unknown): OperationRefused {
  return new OperationRefused('UNAVAILABLE', 'the keys of the token issuer cannot be had at the moment', undefined, {
    cause,
  });
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
