import type { Doorbell } from './doorbell.ts';
import type { ReadEvent, ReadListener } from './readEvents.ts';

const MOST_WAITING = 1_000;

/** The read events that wait for one subscriber; the oldest go when it is too slow, since nobody can replay them. */
export class ReadQueue implements ReadListener {
  readonly #accept: (event: ReadEvent) => boolean;
  readonly #bell: Doorbell;
  #waiting: ReadEvent[] = [];
  #ended = false;

  constructor(accept: (event: ReadEvent) => boolean, bell: Doorbell) {
    this.#accept = accept;
    this.#bell = bell;
  }

  /** True once no event will come any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The next event, if any. */
  take(): ReadEvent | undefined {
    return this.#waiting.shift();
  }

  push(event: ReadEvent): void {
    if (!this.#accept(event)) return;
    this.#waiting.push(event);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    this.#bell.ring();
  }

  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#bell.ring();
  }
}
