import type { Logger } from 'pino';

/** How a thing is closed. */
export type Close = () => Promise<void> | void;

/** Things to close, newest first. */
export class Closers {
  readonly #closers: (readonly Close[])[] = [];

  /** Remembers how something is closed. */
  add(close: Close): void {
    this.#closers.push([close]);
  }

  /** Remembers how several things are closed, which do not need each other: all at the same time. */
  addAll(closes: readonly Close[]): void {
    this.#closers.push(closes);
  }

  /** Closes all, one after the other; what fails is logged and holds nothing up. */
  async run(log: Logger): Promise<void> {
    for (const closes of this.#closers.splice(0).reverse()) {
      const closed = await Promise.allSettled(closes.map(async (close) => await close()));
      for (const one of closed)
        if (one.status === 'rejected') log.warn({ err: one.reason as unknown }, 'a part did not close cleanly');
    }
  }
}
