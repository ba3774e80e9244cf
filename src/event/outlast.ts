import type { Logger } from 'pino';
import { asUnavailable } from '../database/unavailable.ts';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** How long to wait after this many failures in a row (1 or more), in milliseconds. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
}

/**
 * Runs `work` again and again while the database is away, with growing pauses.
 * @param options.pause sleeps for so many milliseconds, or until there is a reason not to
 * @returns null when `ended` became true first
 * @throws whatever `work` throws that is no outage
 */
export async function outlast<Result>(
  work: () => Promise<Result>,
  options: { log: Logger; ended: () => boolean; pause: (milliseconds: number) => Promise<void> },
): Promise<Result | null> {
  for (let failures = 1; !options.ended(); failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (options.ended()) return null;
      if (asUnavailable(error) === null) throw error;
      options.log.warn({ err: error, failures }, 'the database is away');
      await options.pause(pauseAfter(failures));
    }
  }
  return null;
}
