import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Doorbell } from './doorbell.ts';
import type { OutboxEvent } from './outboxEvent.ts';
import { outlast } from './outlast.ts';
import type { OutboxTail, TailListener } from './outboxTail.ts';
import { readOutbox } from './readOutbox.ts';

/** Where a feed reads, and what of it. */
export interface FeedOptions {
  readonly database: Database;
  readonly tail: OutboxTail;
  readonly log: Logger;
  /** Place of the last event that is not wanted any more. */
  readonly after: number;
  /** True to look for older events first; false when `after` is the newest place anyway. */
  readonly replay: boolean;
  /** Whether an event is of interest; what is not is passed over. */
  accept(event: OutboxEvent): boolean;
  /** Brings events that come from a replay up to date. */
  refresh?(events: readonly OutboxEvent[]): Promise<readonly OutboxEvent[]>;
  /** Rings when there is something to take. */
  readonly bell: Doorbell;
}

const PAGE = 200;
const MOST_WAITING = 1_000;
/** Pause before looking again for events that are known of but cannot be seen yet, in milliseconds. */
const LOOK_AGAIN_MS = 10;

/**
 * One reader's way through the outbox: every event after a place, in order, once. Old events are read in pages, a page
 * only when the reader asks; then it goes on with what the tail sends. A reader that falls behind costs no more than
 * a bounded queue: when that is full it is dropped, and the reader goes back to pages from its own place.
 */
export class OutboxFeed implements TailListener {
  readonly #options: FeedOptions;
  /** Place of the last event taken or passed over. */
  #position: number;
  #page: OutboxEvent[] = [];
  #pageEnd = 0;
  /** What the tail sent of (#from, #through], as far as it is of interest. */
  #live: OutboxEvent[] = [];
  /** Null until the tail has begun. */
  #from: number | null = null;
  #through = 0;
  #behind: boolean;
  #joined = false;
  #ended = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#position = options.after;
    this.#behind = options.replay;
  }

  /** True once no event will come any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Place up to which nothing is left to take. */
  get position(): number {
    const allTaken = !this.#ended && !this.#behind && this.#page.length === 0 && this.#live.length === 0;
    if (!allTaken || this.#from === null || this.#position < this.#from) return this.#position;
    return Math.max(this.#position, this.#through);
  }

  /** Begins to hear of what happens; `next` does it too. */
  join(): void {
    if (this.#joined) return;
    this.#joined = true;
    this.#options.tail.join(this);
  }

  /**
   * The next event of interest; null when there is none for now. Waits for the database, through an outage too.
   * @throws OperationRefused CURSOR_TOO_OLD when the next event has been pruned
   */
  async next(): Promise<OutboxEvent | null> {
    this.join();
    while (!this.#ended) {
      const event = this.#page.shift() ?? this.#takeLive();
      if (event) {
        this.#position = event.seq;
        return event;
      }
      if (this.#from === null) await this.#options.bell.wait();
      else if (this.#behind || this.#position < this.#from) await this.#readPage();
      else {
        this.#position = this.position;
        return null;
      }
    }
    return null;
  }

  /** Stops at once; what waits is dropped. */
  close(): void {
    this.#options.tail.leave(this);
    this.end();
  }

  restart(position: number): void {
    this.#from = this.#through = position;
    this.#live = [];
    this.#options.bell.ring();
  }

  push(events: readonly OutboxEvent[]): void {
    for (const event of events) {
      this.#through = event.seq;
      // While behind nothing is kept: pages will bring it.
      if (this.#behind || !this.#options.accept(event)) continue;
      this.#live.push(event);
      if (this.#live.length > MOST_WAITING) this.#fallBehind();
    }
    this.#options.bell.ring();
  }

  end(): void {
    this.#ended = true;
    this.#page = [];
    this.#live = [];
    this.#options.bell.ring();
  }

  #fallBehind(): void {
    this.#behind = true;
    this.#live = [];
  }

  #takeLive(): OutboxEvent | undefined {
    this.#position = Math.max(this.#position, this.#pageEnd);
    if (this.#behind || this.#from === null || this.#position < this.#from) return undefined;
    let event = this.#live.shift();
    // A page may have reached further than the tail had.
    while (event && event.seq <= this.#position) event = this.#live.shift();
    return event;
  }

  async #readPage(): Promise<void> {
    // From now on what the tail sends is kept: the pages need to reach no further than here.
    if (this.#behind) this.#from = this.#through;
    this.#behind = false;
    const { database, bell, log, accept, refresh } = this.#options;
    const retry = { log, ended: () => this.#ended, pause: (milliseconds: number) => bell.wait(milliseconds) };
    const events = await outlast(() => readOutbox(database, this.#position, PAGE), retry);
    if (this.#ended || !events) return;
    // After a full page there is more, and the pages will bring it.
    if (events.length === PAGE) this.#fallBehind();
    const wanted = events.filter((event) => accept(event));
    const fresh = refresh && wanted.length > 0 ? await outlast(() => refresh(wanted), retry) : wanted;
    if (this.#ended || !fresh) return;
    this.#page = [...fresh];
    this.#pageEnd = events.at(-1)?.seq ?? this.#position;
    if (events.length === 0 && this.#from !== null && this.#position < this.#from) await bell.wait(LOOK_AGAIN_MS);
  }
}
