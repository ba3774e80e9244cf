/**
 * Says across threads whether native code runs in the inference thread. Ending a thread, or the process, in the middle
 * of an inference aborts the whole process ("terminate called after throwing an instance of 'Napi::Error'"), so whoever
 * ends it waits for this flag first.
 */
export class BusyFlag {
  readonly #cell: Int32Array<SharedArrayBuffer>;

  /** @param memory of the flag of another thread, to share it */
  constructor(memory = new SharedArrayBuffer(4)) {
    this.#cell = new Int32Array(memory);
  }

  /** To hand to the other thread. */
  get memory(): SharedArrayBuffer {
    return this.#cell.buffer;
  }

  raise(): void {
    Atomics.store(this.#cell, 0, 1);
  }

  lower(): void {
    Atomics.store(this.#cell, 0, 0);
    Atomics.notify(this.#cell, 0);
  }

  /** Blocks this thread until the flag is down, or for `timeoutMs`. Only for the last moment of a process. */
  wait(timeoutMs: number): void {
    Atomics.wait(this.#cell, 0, 1, timeoutMs);
  }
}
