import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { OperationRefused } from '../errors.ts';
import { Doorbell } from './doorbell.ts';
import type { OutboxEvent } from './outboxEvent.ts';
import { pauseAfter } from './outlast.ts';
import { readBounds, readOutbox } from './readOutbox.ts';

/** Somebody who hears of every event from some place on. Its methods are called in order and must not throw. */
export interface TailListener {
  /** `push` goes on right behind this place. Comes first, and again when events before it could not be sent. */
  restart(position: number): void;
  /** The next events, in order, without a gap. */
  push(events: readonly OutboxEvent[]): void;
  /** Nothing will come any more. */
  end(): void;
}

const MOST_EVENTS = 500;

/**
 * Follows the outbox, one per server. Own commits wake it, those of other servers are found by polling, and what is sent is
 * always read from the outbox, so that all servers see one order (design §6). Reads only while somebody listens, one
 * read at a time; an outage of the database delays events, and loses or repeats none.
 */
export class OutboxTail {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #pollMs: number;
  readonly #listeners = new Set<TailListener>();
  readonly #bell = new Doorbell();
  /** Place of the newest event that was sent; null while nobody listens. */
  #position: number | null = null;
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(database: Database, options: { log: Logger; pollMs: number }) {
    this.#database = database;
    this.#log = options.log;
    this.#pollMs = options.pollMs;
  }

  /** Says that this server has committed something. Never waits. */
  wake(): void {
    this.#bell.ring();
  }

  /** Adds a listener; its first call is `restart`, as soon as the place is known. */
  join(listener: TailListener): void {
    if (this.#closed) {
      listener.end();
      return;
    }
    this.#listeners.add(listener);
    if (this.#position !== null) listener.restart(this.#position);
    this.#running ??= this.#run();
  }

  /** Takes a listener out: it is not called again. */
  leave(listener: TailListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#bell.ring();
  }

  /** Ends all listeners and stops reading; resolves when the last read is over. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const listener of [...this.#listeners]) listener.end();
    this.#listeners.clear();
    this.#bell.ring();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (this.#listeners.size > 0) {
      try {
        const full = this.#position === null ? await this.#begin() : await this.#readOn(this.#position);
        failures = 0;
        if (!full) await this.#bell.wait(this.#pollMs);
      } catch (error) {
        if (this.#closed) break;
        failures += 1;
        await this.#recover(error, failures);
      }
    }
    this.#position = null;
    this.#running = null;
  }

  async #begin(): Promise<true> {
    const { newest } = await readBounds(this.#database);
    this.#position = newest;
    for (const listener of this.#listeners) listener.restart(newest);
    return true;
  }

  /** True when there may be more to read at once. */
  async #readOn(position: number): Promise<boolean> {
    const events = await readOutbox(this.#database, position, MOST_EVENTS);
    const last = events.at(-1);
    if (last) {
      this.#position = last.seq;
      for (const listener of this.#listeners) listener.push(events);
    }
    return events.length === MOST_EVENTS;
  }

  async #recover(error: unknown, failures: number): Promise<void> {
    if (error instanceof OperationRefused && error.code === 'CURSOR_TOO_OLD') {
      // Pruned under a server that slept: the listeners find out for themselves what they have missed.
      this.#log.error({ position: this.#position }, 'events were pruned before they were read');
      this.#position = null;
      return;
    }
    this.#log.warn({ err: error, failures }, 'the outbox cannot be read, trying again');
    await this.#bell.wait(pauseAfter(failures));
  }
}
