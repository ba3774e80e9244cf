import type { Logger } from 'pino';

/** Failures closer together than this belong to one outage, so that a flapping embedder does not fill the log. */
const QUIET_MS = 10_000;

/** Turns many failures into two log lines: the embedder fails, the embedder answers again. */
export class Outage {
  #lastFailure = 0;
  #without = 0;
  readonly #now: () => number;

  /** @param now milliseconds; a clock of its own for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** `texts` went without their vectors. */
  failed(error: unknown, logger: Logger | undefined, texts: number): void {
    if (this.#without === 0) {
      logger?.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the embedder fails: memories are stored without a vector and embedded later, recall goes by words alone',
      );
    }
    this.#without += texts;
    this.#lastFailure = this.#now();
  }

  /** All texts of a call got their vectors in time. */
  succeeded(logger: Logger | undefined): void {
    if (this.#without === 0 || this.#now() - this.#lastFailure < QUIET_MS) return;
    logger?.info({ texts: this.#without }, 'the embedder answers again');
    this.#without = 0;
  }
}
