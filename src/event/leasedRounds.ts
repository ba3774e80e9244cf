import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { Doorbell } from './doorbell.ts';
import { Lease, type Taken } from './lease.ts';

/** What is done in rounds, by one server at a time. */
export interface LeasedRoundsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** Name of the lease of whoever is at it, and after how many milliseconds another server takes over. */
  readonly lease: { readonly name: string; readonly ttl: number };
  readonly intervalMs: number;
  /** What the log calls a round that did something, the name of its count, and one that failed. */
  readonly said: { readonly done: string; readonly count: string; readonly failed: string };
  /**
   * Does one round; asks {@link LeasedRounds.goesOn} before each batch.
   * @returns how many rows it was about
   */
  round(lease: Lease, taken: Taken): Promise<number>;
}

/** Work that comes round again and again, on one server at a time: the first round at once, then one every interval. */
export class LeasedRounds {
  readonly #options: LeasedRoundsOptions;
  readonly #bell = new Doorbell();
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: LeasedRoundsOptions) {
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

  /** Whether a round may begin its next batch: nobody stopped it, and no other server took over. */
  async goesOn(lease: Lease): Promise<boolean> {
    return !this.#stopped && (await lease.keep());
  }

  /** One round; 0 also when another server is at it. */
  async once(): Promise<number> {
    const { database, lease: named, round } = this.#options;
    const lease = new Lease(database, named);
    const taken = await lease.take();
    if (!taken) return 0;
    try {
      return await round(lease, taken);
    } finally {
      await lease.release();
    }
  }

  async #run(): Promise<void> {
    const { log, intervalMs, said } = this.#options;
    while (!this.#stopped) {
      try {
        const count = await this.once();
        if (count > 0) log.info({ [said.count]: count }, said.done);
      } catch (error) {
        log.warn({ err: error }, said.failed);
      }
      if (!this.#stopped) await this.#bell.wait(intervalMs);
    }
  }
}
