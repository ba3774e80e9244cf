import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { lookAtLease, type Lease } from './lease.ts';
import { LeasedRounds } from './leasedRounds.ts';
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
  readonly #rounds: LeasedRounds;

  constructor(options: PrunerOptions) {
    this.#options = options;
    this.#rounds = new LeasedRounds({
      ...options,
      lease: { name: 'outbox-pruner', ttl: LEASE_MS },
      intervalMs: INTERVAL_MS,
      said: { done: 'old events pruned', count: 'pruned', failed: 'old events could not be pruned' },
      round: (lease, { position }) => this.#pruneFrom(position ?? 0, lease),
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
   * @returns how many events went; 0 also when another server is at it
   */
  async prune(): Promise<number> {
    return await this.#rounds.once();
  }

  async #pruneFrom(first: number, lease: Lease): Promise<number> {
    const { database, clock, retentionHours } = this.#options;
    const cutoff = new Date(clock().getTime() - retentionHours * 3_600_000);
    const upTo = await this.#lastThatMayGo(cutoff);
    let pruned = 0;
    for (let after = first; await this.#rounds.goesOn(lease);) {
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
