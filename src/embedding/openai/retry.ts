import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { PassingFailure } from './embeddingsRequest.ts';

/** Attempts after the first. */
const RETRIES = 2;
/** A service that asks for a longer pause is not waited for; the text is embedded later. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Repeats a call that failed in passing, after a growing pause with jitter or the one that the service asks for.
 * @throws whatever the last attempt threw
 */
export function withRetries<Result>(
  call: () => Promise<Result>,
  { pauseMs, signal }: { readonly pauseMs: number; readonly signal: AbortSignal },
): Promise<Result> {
  return pRetry(call, {
    retries: RETRIES,
    minTimeout: pauseMs,
    factor: 3,
    randomize: true,
    unref: true,
    signal,
    shouldRetry: ({ error }) => error instanceof PassingFailure && (error.retryAfterMs ?? 0) <= LONGEST_WAIT_MS,
    async onFailedAttempt({ error, retriesLeft }) {
      const wait = error instanceof PassingFailure ? (error.retryAfterMs ?? 0) : 0;
      if (retriesLeft > 0 && wait > 0 && wait <= LONGEST_WAIT_MS) await sleep(wait, undefined, { signal, ref: false });
    },
  });
}
