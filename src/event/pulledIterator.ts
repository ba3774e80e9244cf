/**
 * An async iterator over a source that is asked one value at a time. `return` ends it at once, also while a value is
 * waited for; nothing happens before the first `next`.
 */
export class PulledIterator<Value> implements AsyncIterableIterator<Value> {
  readonly #pull: () => Promise<Value | null>;
  readonly #release: () => void;
  #previous: Promise<unknown> = Promise.resolve();
  #running = 0;
  #finishWaiting: (() => void) | null = null;
  #done = false;

  /**
   * @param source.pull the next value, null for the end; never called while a call runs
   * @param source.release frees what the source holds; called once, when the iteration ends in whatever way
   */
  constructor(source: { pull(): Promise<Value | null>; release(): void }) {
    this.#pull = () => source.pull();
    this.#release = () => {
      source.release();
    };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    // Begins in this very turn when nothing is under way: what happens right after the first call is not missed.
    const result = this.#running === 0 ? this.#take() : this.#previous.then(() => this.#take());
    this.#running += 1;
    this.#previous = result.then(
      () => (this.#running -= 1),
      () => (this.#running -= 1),
    );
    return result;
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    this.#finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<IteratorResult<Value, undefined>> {
    this.#finish();
    return Promise.reject(error);
  }

  #take(): Promise<IteratorResult<Value, undefined>> {
    return new Promise((resolve, reject) => {
      const end = () => {
        resolve({ done: true, value: undefined });
      };
      if (this.#done) {
        end();
        return;
      }
      this.#finishWaiting = end;
      this.#pull().then(
        (value) => {
          if (value === null) this.#finish();
          else resolve({ done: false, value });
        },
        (error: unknown) => {
          reject(error);
          this.#finish();
        },
      );
    });
  }

  #finish(): void {
    if (!this.#done) {
      this.#done = true;
      this.#release();
    }
    this.#finishWaiting?.();
  }
}
