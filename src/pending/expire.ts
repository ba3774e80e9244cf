import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { appendEvents } from '../database/appendEvents.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { Lease } from '../event/lease.ts';
import { LeasedRounds } from '../event/leasedRounds.ts';
import { SYSTEM } from '../memory/archiveReason.ts';
import { pendingChanged } from './changed.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

/** How often it looks (spec memory-system §8.3). */
const INTERVAL_MS = 60_000;
const LEASE_MS = 10_000;
const BATCH = 500;

/** What an expirer works with. */
export interface ExpirerOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly clock: () => Date;
  /** Hears of each commit. */
  readonly committed: () => void;
}

/**
 * Ends actions that nobody decided in time, on one server at a time. They read as EXPIRED from the moment they lapse; this
 * tells of it.
 */
export class PendingExpirer {
  readonly #options: ExpirerOptions;
  readonly #rounds: LeasedRounds;

  constructor(options: ExpirerOptions) {
    this.#options = options;
    this.#rounds = new LeasedRounds({
      ...options,
      lease: { name: 'pending-expirer', ttl: LEASE_MS },
      intervalMs: INTERVAL_MS,
      said: { done: 'actions lapsed undecided', count: 'expired', failed: 'lapsed actions could not be ended' },
      round: (lease) => this.#expireAll(lease),
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
   * Looks once.
   * @returns how many ended; 0 also when another server is at it
   */
  async expire(): Promise<number> {
    return await this.#rounds.once();
  }

  async #expireAll(lease: Lease): Promise<number> {
    let expired = 0;
    while (await this.#rounds.goesOn(lease)) {
      const count = await this.#batch();
      expired += count;
      if (count < BATCH) break;
    }
    return expired;
  }

  async #batch(): Promise<number> {
    const { database, clock, committed } = this.#options;
    const now = clock();
    const count = await database.write(async (run) => {
      const rows = await run<{ record: PendingRecord }>('pending/expire', {
        now: toLocalDateTime(now),
        limit: integer(BATCH),
      });
      const events = rows.map(({ record }) => pendingChanged(pendingActionOf(record), 'EXPIRED', SYSTEM));
      await appendEvents(run, events, now);
      return events.length;
    });
    if (count > 0) committed();
    return count;
  }
}
