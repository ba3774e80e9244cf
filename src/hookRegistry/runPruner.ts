import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { Lease } from '../event/lease.ts';
import { LeasedRounds } from '../event/leasedRounds.ts';

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
  readonly #rounds: LeasedRounds;

  constructor(options: RunPrunerOptions) {
    this.#options = options;
    this.#rounds = new LeasedRounds({
      ...options,
      lease: { name: 'hook-run-pruner', ttl: LEASE_MS },
      intervalMs: INTERVAL_MS,
      said: {
        done: 'old records of hooks pruned',
        count: 'pruned',
        failed: 'old records of hooks could not be pruned',
      },
      round: (lease) => this.#pruneAll(lease),
    });
  }

  /** Begins. */
  start(): void {
    this.#rounds.start();
  }

  /** Stops after the batch under way. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /**
   * Prunes once.
   * @returns how many records went; 0 also when another server is at it
   */
  async prune(): Promise<number> {
    return await this.#rounds.once();
  }

  async #pruneAll(lease: Lease): Promise<number> {
    const { database, clock, mostRecords = MOST_RECORDS } = this.#options;
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
  }

  async #batches(
    lease: Lease,
    most: number,
    remove: (limit: number) => Promise<readonly { readonly count: number }[]>,
  ): Promise<number> {
    let removed = 0;
    while (removed < most && (await this.#rounds.goesOn(lease))) {
      const limit = Math.min(BATCH, most - removed);
      const [{ count } = { count: 0 }] = await remove(limit);
      removed += count;
      if (count < limit) break;
    }
    return removed;
  }
}
