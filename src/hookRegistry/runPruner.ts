import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { Doorbell } from '../event/doorbell.ts';
import { Lease } from '../event/lease.ts';

const INTERVAL_MS = 3_600_000;
const LEASE_MS = 60_000;
const BATCH = 1_000;
/** Records in all, beyond which the oldest routine ones go (spec decisions-hooks-passes §B2.8). */
const MOST_RECORDS = 100_000;

/** What a pruner works with. */
export interface RunPrunerOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** @default 100,000 */
  readonly mostRecords?: number;
}

/** Deletes records of runs whose time is over, and the oldest routine ones beyond 100,000: every hour, on one server at a time. */
export class RunPruner {
  readonly #options: RunPrunerOptions;
  readonly #bell = new Doorbell();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: RunPrunerOptions) {
    this.#options = options;
  }

  /** Begins. */
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
   * Prunes once.
   * @returns how many records went; 0 also when another server is at it
   */
  async prune(): Promise<number> {
    const { database, clock, mostRecords = MOST_RECORDS } = this.#options;
    const lease = new Lease(database, { name: 'hook-run-pruner', ttl: LEASE_MS });
    if (!(await lease.take())) return 0;
    try {
      const now = toLocalDateTime(clock());
      const expired = await this.#batches(lease, Infinity, (limit) =>
        database.write((run) => run('hook/prune-expired', { now, limit: integer(limit) })),
      );
      const [counted] = await database.read<{ count: number }>('hook/count');
      const surplus = (counted?.count ?? 0) - mostRecords;
      return (
        expired +
        (await this.#batches(lease, surplus, (limit) =>
          database.write((run) => run('hook/prune-surplus', { limit: integer(limit) })),
        ))
      );
    } finally {
      await lease.release();
    }
  }

  async #batches(
    lease: Lease,
    most: number,
    remove: (limit: number) => Promise<readonly { readonly count: number }[]>,
  ): Promise<number> {
    let removed = 0;
    while (removed < most && !this.#stopped && (await lease.keep())) {
      const limit = Math.min(BATCH, most - removed);
      const [{ count } = { count: 0 }] = await remove(limit);
      removed += count;
      if (count < limit) break;
    }
    return removed;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const pruned = await this.prune();
        if (pruned > 0) this.#options.log.info({ pruned }, 'old records of hooks pruned');
      } catch (error) {
        this.#options.log.warn({ err: error }, 'old records of hooks could not be pruned');
      }
      if (!this.#stopped) await this.#bell.wait(INTERVAL_MS);
    }
  }
}
