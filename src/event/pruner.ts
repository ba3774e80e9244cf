import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { Doorbell } from './doorbell.ts';
import { Lease, lookAtLease } from './lease.ts';
import { POST_HOOKS } from './postHookRunner.ts';
import { readBounds } from './readOutbox.ts';

const INTERVAL_MS = 3_600_000;
const LEASE_MS = 60_000;
const BATCH = 1_000;

/** What a pruner works with. */
export interface PrunerOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** How long events are kept, in hours. */
  readonly retentionHours: number;
}

/**
 * Deletes events that are older than the retention, every hour, on one server at a time; never the newest event, and
 * none that post-hooks still need.
 */
export class OutboxPruner {
  readonly #options: PrunerOptions;
  readonly #bell = new Doorbell();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: PrunerOptions) {
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
   * @returns how many events went; 0 also when another server is at it
   */
  async prune(): Promise<number> {
    const lease = new Lease(this.#options.database, { name: 'outbox-pruner', ttl: LEASE_MS });
    const taken = await lease.take();
    if (!taken) return 0;
    try {
      return await this.#pruneFrom(taken.position ?? 0, lease);
    } finally {
      await lease.release();
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        const pruned = await this.prune();
        if (pruned > 0) this.#options.log.info({ pruned }, 'old events pruned');
      } catch (error) {
        this.#options.log.warn({ err: error }, 'old events could not be pruned');
      }
      if (!this.#stopped) await this.#bell.wait(INTERVAL_MS);
    }
  }

  async #pruneFrom(first: number, lease: Lease): Promise<number> {
    const { database, clock, retentionHours } = this.#options;
    const cutoff = new Date(clock().getTime() - retentionHours * 3_600_000);
    const upTo = await this.#lastThatMayGo(cutoff);
    let pruned = 0;
    for (let after = first; !this.#stopped && (await lease.keep());) {
      const window = {
        after: integer(after),
        upTo: integer(upTo),
        cutoff: toLocalDateTime(cutoff),
        limit: integer(BATCH),
      };
      const [run] = await database.read<{ to: number | null; count: number }>('event/prunable', window);
      if (run?.to == null) break;
      const { to, count } = run;
      await database.write((statement) => statement('event/prune', { owner: lease.owner, to: integer(to) }));
      after = to;
      pruned += count;
      if (count < BATCH) break;
    }
    return pruned;
  }

  /** All but the newest event, and no further than the post-hooks are, if they ran within the retention. */
  async #lastThatMayGo(cutoff: Date): Promise<number> {
    const { newest } = await readBounds(this.#options.database);
    const hooks = await lookAtLease(this.#options.database, POST_HOOKS);
    const needed = hooks?.position != null && Date.parse(hooks.until) > cutoff.getTime();
    return needed ? Math.min(newest - 1, hooks.position) : newest - 1;
  }
}
