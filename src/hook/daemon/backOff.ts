/** Wait before the second start in a row that came to nothing, in milliseconds; doubles with each (spec memory-system §2.4). */
const FIRST_MS = 100;
/** Longest wait. */
const LONGEST_MS = 5000;
/** Starts in a row that callers wait for. */
const TRIES = 5;

/**
 * When a process that does not come up may be started again. A process that has answered before it broke is started again
 * at once.
 */
export class BackOff {
  #failures = 0;
  #notBefore = 0;

  /** A start came to nothing: there was no process, or it never answered. */
  failed(now: number): void {
    this.#failures += 1;
    this.#notBefore = now + Math.min(FIRST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
  }

  /** The process answered. */
  worked(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }

  /** Milliseconds until the next start may be. */
  wait(now: number): number {
    return Math.max(0, this.#notBefore - now);
  }

  /** Whether so many starts came to nothing that callers need not wait for the next. */
  get hopeless(): boolean {
    return this.#failures >= TRIES;
  }
}
