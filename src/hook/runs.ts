import pLimit, { type LimitFunction } from 'p-limit';
import { HookFailure } from './failure.ts';

/**
 * Work that is under way: no more than so much at once, each piece stopped by its own signal or, all together, by
 * {@link close}.
 */
export class Runs {
  readonly #limit: LimitFunction;
  /** Every piece that has not settled, and what stops it. */
  readonly #running = new Map<Promise<void>, AbortController>();
  #closed = false;

  /** @param concurrency pieces at the same time */
  constructor(concurrency: number) {
    this.#limit = pLimit(concurrency);
  }

  /**
   * Does a piece of work when its turn comes. Its turn ends when the work settles, so that what is counted is work and not
   * answers.
   * @param signal stops it, also while it waits
   * @throws what the work throws; or, when `signal` was aborted before its turn, the signal's reason
   */
  async run<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#closed) throw stopping();
    const stop = new AbortController();
    const forward = () => stop.abort(signal.reason);
    signal.addEventListener('abort', forward, { once: true });
    const done = this.#limit(async () => {
      stop.signal.throwIfAborted();
      return await work(stop.signal);
    });
    const settled = done.then(ignore, ignore);
    this.#running.set(settled, stop);
    try {
      return await done;
    } finally {
      signal.removeEventListener('abort', forward);
      this.#running.delete(settled);
    }
  }

  /** Stops everything and waits until it has settled. Further runs fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#running.values()) stop.abort(stopping());
    await Promise.all(this.#running.keys());
  }
}

/** Why nothing more is run. */
export function stopping(): HookFailure {
  return new HookFailure('error', 'the server is stopping');
}

function ignore(): void {}
