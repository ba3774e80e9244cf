import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import type { Lease } from '../event/lease.ts';
import { LeasedRounds } from '../event/leasedRounds.ts';
import { archiveEvent, type ArchivedRecord } from './archiveEvent.ts';
import { SYSTEM } from './archiveReason.ts';

/** Name of the lease of whoever collects. */
const COLLECTOR = 'expiry-collector';
/** After how long another server takes over from one that was killed. */
const LEASE_MS = 10_000;
const BATCH = 500;

/** What a collector works with. */
export interface CollectorOptions {
  readonly database: Database;
  readonly writer: GroupCommitWriter;
  readonly log: Logger;
  readonly clock: () => Date;
  /** How often it looks, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * Moves expired memories to the archive, on one server at a time (spec memory-system §3.5). Reads hide them the moment they
 * expire; this makes room in the live indexes and tells of it.
 */
export class ExpiryCollector {
  readonly #options: CollectorOptions;
  readonly #rounds: LeasedRounds;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#rounds = new LeasedRounds({
      ...options,
      lease: { name: COLLECTOR, ttl: LEASE_MS },
      said: { done: 'expired memories archived', count: 'collected', failed: 'expired memories could not be archived' },
      round: (lease) => this.#collectAll(lease),
    });
  }

  /** Begins, with a first look at once. */
  start(): void {
    this.#rounds.start();
  }

  /** Stops after the batch under way. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /**
   * Collects once.
   * @returns how many were archived; 0 also when another server is at it
   */
  async collect(): Promise<number> {
    return await this.#rounds.once();
  }

  async #collectAll(lease: Lease): Promise<number> {
    let collected = 0;
    while (await this.#rounds.goesOn(lease)) {
      const { found, archived } = await this.#batch();
      collected += archived;
      // With nothing archived the rest stays for the next round: some other write is at it.
      if (found < BATCH || archived === 0) break;
    }
    return collected;
  }

  async #batch(): Promise<{ found: number; archived: number }> {
    const { database, clock } = this.#options;
    const now = toLocalDateTime(clock());
    const rows = await database.read<{ id: string }>('memory/expired', { now, limit: integer(BATCH) });
    const done = await Promise.allSettled(rows.map(({ id }) => this.#archive(id)));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const archived = done.filter((one) => one.status === 'fulfilled' && one.value).length;
    return { found: rows.length, archived };
  }

  /** False when it got a longer life meanwhile, or somebody else archived it. */
  async #archive(id: string): Promise<boolean> {
    const { outcome } = await this.#options.writer.write({
      statement: 'memory/collect',
      row: { id },
      keys: [`memory:${id}`],
      events: ({ record }) => [archiveEvent(record as ArchivedRecord, 'TTL_EXPIRED', SYSTEM)],
      recover: () => ({ outcome: 'OK' }),
    });
    return outcome === 'OK';
  }
}
