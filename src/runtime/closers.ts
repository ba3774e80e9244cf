import type { Logger } from 'pino';

/** Things to close, newest first. */
export class Closers {
  readonly #closers: (() => Promise<void> | void)[] = [];

  /** Remembers how something is closed. */
  add(close: () => Promise<void> | void): void {
    this.#closers.push(close);
  }

  /** Closes all, one after the other; what fails is logged and holds nothing up. */
  async run(log: Logger): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        log.warn({ err: error }, 'a part did not close cleanly');
      }
    }
  }
}
