import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { integer } from '../database/values.ts';

/** What the last holder of a lease left. Instants are ISO-8601 UTC text, by the clock of the database. */
export interface Taken {
  /** How far the work has come; null when nobody ever noted it. */
  readonly position: number | null;
  /** End of the last holding; null when there was none. */
  readonly heldUntil: string | null;
  readonly now: string;
}

/** What can be seen of a lease from outside. */
export interface LeaseView {
  /** Null when it was given back. */
  readonly owner: string | null;
  readonly until: string;
  readonly position: number | null;
}

/** Looks at a lease; null when nobody ever took it. */
export async function lookAtLease(database: Database, name: string): Promise<LeaseView | null> {
  const [view] = await database.read<LeaseView>('event/lease-look', { name });
  return view ?? null;
}

/**
 * The right to do a piece of work that one server does at a time, and the place in the outbox that the work has come to.
 * It runs out by itself, so that a killed server holds nothing up; a server that cannot renew it stops by its own clock.
 */
export class Lease {
  readonly #database: Database;
  readonly #name: string;
  readonly #ttl: number;
  readonly #owner = randomUUID();
  /** By `performance.now()`; before it, no other server can have the lease. */
  #sureUntil = -Infinity;

  /** @param options.ttl how long it lasts without renewal, in milliseconds */
  constructor(database: Database, options: { name: string; ttl: number }) {
    this.#database = database;
    this.#name = options.name;
    this.#ttl = options.ttl;
  }

  /** Names this holder in the graph. */
  get owner(): string {
    return this.#owner;
  }

  /** True while no other server can have it. */
  get held(): boolean {
    return performance.now() < this.#sureUntil;
  }

  /** Takes it when it is free; null when another server holds it. */
  async take(): Promise<Taken | null> {
    const start = performance.now();
    const [taken] = await this.#write<Taken>('event/lease-take', { ttl: integer(this.#ttl) });
    this.#sureUntil = taken ? start + this.#ttl : -Infinity;
    return taken ?? null;
  }

  /**
   * Holds it for longer.
   * @param position how far the work has come; a smaller one than noted before changes nothing
   * @returns false when another server has it now
   */
  async keep(position: number | null = null): Promise<boolean> {
    const start = performance.now();
    const rows = await this.#write('event/lease-keep', { ttl: integer(this.#ttl), position: placeOf(position) });
    const kept = rows.length > 0;
    this.#sureUntil = kept ? Math.max(this.#sureUntil, start + this.#ttl) : -Infinity;
    return kept;
  }

  /** Gives it back, so that another server need not wait for its end. */
  async release(position: number | null = null): Promise<void> {
    this.#sureUntil = -Infinity;
    await this.#write('event/lease-release', { position: placeOf(position) });
  }

  async #write<Row>(
    name: 'event/lease-take' | 'event/lease-keep' | 'event/lease-release',
    parameters: object,
  ): Promise<Row[]> {
    return await this.#database.write((run) => run<Row>(name, { name: this.#name, owner: this.#owner, ...parameters }));
  }
}

function placeOf(position: number | null) {
  return position === null ? null : integer(position);
}
