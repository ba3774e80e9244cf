import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { OperationRefused } from '../errors.ts';
import { decodeCursor } from './cursor.ts';
import { Doorbell } from './doorbell.ts';
import { Lease, type Taken } from './lease.ts';
import type { OutboxTail } from './outboxTail.ts';
import { arePostHooksNeeded, PostHookShift } from './postHookShift.ts';
import type { PostHooks } from './postHooks.ts';
import { readBounds } from './readOutbox.ts';

/** Name of the lease of whoever drives the post-hooks. */
export const POST_HOOKS = 'post-hooks';

const LEASE_MS = 6_000;

/** What a runner works with. */
export interface RunnerOptions {
  readonly database: Database;
  readonly tail: OutboxTail;
  readonly hooks: PostHooks;
  readonly log: Logger;
  /** How long events are kept, in hours: a place older than that is worth nothing. */
  readonly retentionHours: number;
  /** After how long another server takes over from one that was killed, in milliseconds. */
  readonly leaseMs?: number;
}

/**
 * Drives the post-hooks from the outbox, on one server at a time: every event at least once, in order, also when the
 * server is killed; another one goes on from the place noted in the graph (design §6). Idle while no post-hook listens.
 */
export class PostHookRunner {
  readonly #options: RunnerOptions;
  readonly #leaseMs: number;
  readonly #bell = new Doorbell();
  #shift: PostHookShift | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
  }

  /** Begins. Resolves when the first attempt to be the one is over: from then on no event escapes the hooks. */
  async start(): Promise<void> {
    await new Promise<void>((settled) => {
      this.#running ??= this.#run(settled);
    });
  }

  /** Looks again whether any post-hook listens: the hooks have changed. */
  wake(): void {
    this.#bell.ring();
  }

  /** Stops after the event that is being told, and gives the lease back. To be called before the tail is closed. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#shift?.stop();
    this.#bell.ring();
    await this.#running;
  }

  async #run(settled: () => void): Promise<void> {
    while (!this.#stopped) {
      try {
        if (arePostHooksNeeded(this.#options.hooks)) await this.#attempt(settled);
      } catch (error) {
        this.#options.log.error({ err: error }, 'the post-hooks were interrupted, trying again');
      }
      settled();
      if (!this.#stopped) await this.#bell.wait(this.#leaseMs / 3);
    }
    settled();
  }

  async #attempt(settled: () => void): Promise<void> {
    const { database, log } = this.#options;
    const lease = new Lease(database, { name: POST_HOOKS, ttl: this.#leaseMs });
    const taken = await lease.take();
    if (!taken) return;
    const position = await this.#firstPlace(lease, taken);
    if (this.#stopped) {
      await lease.release();
      return;
    }
    log.info({ position }, 'this server drives the post-hooks');
    this.#shift = new PostHookShift({ ...this.#options, lease, renewMs: this.#leaseMs / 3, position });
    settled();
    try {
      await this.#shift.work();
    } catch (error) {
      if (!(error instanceof OperationRefused && error.code === 'CURSOR_TOO_OLD')) throw error;
      await this.#goOnBehindGap(error);
    } finally {
      this.#shift = null;
    }
  }

  /** Where to begin: where the last server was, or now, when that is longer ago than events are kept. */
  async #firstPlace(lease: Lease, { position, heldUntil, now }: Taken): Promise<number> {
    const lapsed =
      heldUntil === null || Date.parse(now) - Date.parse(heldUntil) > this.#options.retentionHours * 3_600_000;
    if (position !== null && !lapsed) return position;
    const { newest } = await readBounds(this.#options.database);
    await lease.keep(newest);
    return newest;
  }

  async #goOnBehindGap({ details }: OperationRefused): Promise<void> {
    const { database, log } = this.#options;
    const oldest = decodeCursor(String(details?.['oldest']));
    log.error({ oldest }, 'events were pruned before the post-hooks heard of them');
    const lease = new Lease(database, { name: POST_HOOKS, ttl: this.#leaseMs });
    if (await lease.take()) await lease.release(oldest);
  }
}
