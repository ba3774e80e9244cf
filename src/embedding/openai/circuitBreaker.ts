import { EmbeddingError } from '../embeddingError.ts';

/** Failures in a row that open it. */
const FAILURES = 4;
/** How long it stays open; doubled each time the trial fails too. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Lets calls fail at once while a service is down, so that writes do not each wait their whole deadline. After a pause
 * one call tries the service, and the others still fail at once. (Libraries at hand make them wait for the trial.)
 */
export class CircuitBreaker {
  #failures = 0;
  #pause = FIRST_PAUSE_MS;
  #openUntil = 0;
  #trial = false;
  readonly #now: () => number;

  /** @param now milliseconds; a clock of its own for tests */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Makes the call, or refuses it while the service is taken to be down.
   * @throws EmbeddingError `provider` when refused; whatever the call throws. `provider` failures
   *   count; a `text` failure shows that the service is there
   */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    const open = this.#failures >= FAILURES;
    if (open && (this.#trial || this.#now() < this.#openUntil)) {
      throw new EmbeddingError('provider', 'the embedding service is down; it is tried again shortly');
    }
    if (open) this.#trial = true;
    try {
      const result = await call();
      this.#answered();
      return result;
    } catch (error) {
      const failure = error instanceof EmbeddingError ? error.failure : undefined;
      if (failure === 'provider') this.#failed(open);
      if (failure === 'text') this.#answered();
      throw error;
    } finally {
      if (open) this.#trial = false;
    }
  }

  #answered(): void {
    this.#failures = 0;
    this.#pause = FIRST_PAUSE_MS;
  }

  #failed(wasOpen: boolean): void {
    this.#failures += 1;
    if (this.#failures < FAILURES) return;
    if (wasOpen) this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
    this.#openUntil = this.#now() + this.#pause;
  }
}
