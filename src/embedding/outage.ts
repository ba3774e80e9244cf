import type { Logger } from 'pino';

/** Failures closer together than this belong to one outage, so that a flapping embedder does not fill the log. */
const QUIET_MS = 10_000;

/** Turns many failures into two log lines: the embedder fails, the embedder answers again. */
export class Outage {
  #lastFailure = 0;
  #without = 0;

  /** A text went without its vector. */
  failed(error: unknown, logger: Logger | undefined, texts: number): void {
    if (this.#without === 0) {
      logger?.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the embedder fails: memories are stored without a vector and embedded later, recall goes by words alone',
      );
    }
    this.#without += texts;
    this.#lastFailure = Date.now();
  }

  /** A text got its vector in time. */
  succeeded(logger: Logger | undefined): void {
    if (this.#without === 0 || Date.now() - this.#lastFailure < QUIET_MS) return;
    logger?.info({ texts: this.#without }, 'the embedder answers again');
    this.#without = 0;
  }
}
