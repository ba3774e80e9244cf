import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import { Doorbell } from '../event/doorbell.ts';
import { Lease } from '../event/lease.ts';
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
  readonly #bell = new Doorbell();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Begins, with a first look at once. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops after the batch under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#bell.ring();
    await this.#running;
  }

  /**
   * Collects once.
   * @returns how many were archived; 0 also when another server is at it
   */
  async collect(): Promise<number> {
    const lease = new Lease(this.#options.database, { name: COLLECTOR, ttl: LEASE_MS });
    if (!(await lease.take())) return 0;
    let collected = 0;
    try {
      while (!this.#stopped && (await lease.keep())) {
        const { found, archived } = await this.#batch();
        collected += archived;
        // With nothing archived the rest stays for the next round: some other write is at it.
        if (found < BATCH || archived === 0) break;
      }
    } finally {
      await lease.release();
    }
    return collected;
  }

  async #run(): Promise<void> {
    const { log, intervalMs } = this.#options;
    while (!this.#stopped) {
      try {
        const collected = await this.collect();
        if (collected > 0) log.info({ collected }, 'expired memories archived');
      } catch (error) {
        log.warn({ err: error }, 'expired memories could not be archived');
      }
      if (!this.#stopped) await this.#bell.wait(intervalMs);
    }
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
