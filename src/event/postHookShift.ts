import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { Doorbell } from './doorbell.ts';
import { hookCallOf, hookEventOf, OUTBOX_HOOK_EVENTS } from './hookPayload.ts';
import type { Lease } from './lease.ts';
import type { OutboxEvent } from './outboxEvent.ts';
import { OutboxFeed } from './outboxFeed.ts';
import type { OutboxTail } from './outboxTail.ts';
import { outlast } from './outlast.ts';
import type { PostHooks } from './postHooks.ts';

/** What a shift works with. */
export interface ShiftOptions {
  readonly database: Database;
  readonly tail: OutboxTail;
  readonly hooks: PostHooks;
  readonly log: Logger;
  readonly lease: Lease;
  /** How often the lease is renewed, in milliseconds. */
  readonly renewMs: number;
  /** Place of the last event that the hooks have heard of. */
  readonly position: number;
}

/** True while any hook listens to what the outbox holds. */
export function arePostHooksNeeded(hooks: PostHooks): boolean {
  return OUTBOX_HOOK_EVENTS.some((event) => hooks.has(event));
}

/**
 * The time for which one server drives the post-hooks: one event after the other, each place noted in the graph once the
 * hooks have heard, so that a kill repeats at most the event under way.
 */
export class PostHookShift {
  readonly #options: ShiftOptions;
  readonly #bell = new Doorbell();
  readonly #feed: OutboxFeed;
  /** Up to here nothing is left to tell. */
  #done: number;
  #stopped = false;

  constructor(options: ShiftOptions) {
    const { database, tail, log, position } = options;
    this.#options = options;
    this.#done = position;
    this.#feed = new OutboxFeed({
      database,
      tail,
      log,
      after: position,
      replay: true,
      accept: (event) => hookEventOf(event) !== null,
      bell: this.#bell,
    });
  }

  /**
   * Works until stopped, until no hook listens any more or until another server has the lease; then gives it back.
   * @throws OperationRefused CURSOR_TOO_OLD when events were pruned before the hooks heard of them
   */
  async work(): Promise<void> {
    const { lease, log, renewMs } = this.#options;
    const renewal = setInterval(() => void this.#renew(), renewMs);
    try {
      await this.#follow();
    } finally {
      clearInterval(renewal);
      this.#feed.close();
      await lease.release(this.#done).catch((error: unknown) => {
        log.warn({ err: error }, 'the lease of the post-hooks is left to run out');
      });
    }
  }

  /** Stops after the event that is being told. */
  stop(): void {
    this.#stopped = true;
    this.#feed.close();
  }

  async #follow(): Promise<void> {
    const { hooks, renewMs } = this.#options;
    while (!this.#stopped && arePostHooksNeeded(hooks)) {
      const event = await this.#feed.next();
      if (this.#feed.ended || !(await this.#isMine())) return;
      if (event) {
        this.#done = event.seq - 1;
        await this.#tell(event);
        this.#done = event.seq;
      } else {
        this.#done = this.#feed.position;
        await this.#bell.wait(renewMs);
      }
    }
  }

  async #tell(event: OutboxEvent): Promise<void> {
    const { hooks, lease, log } = this.#options;
    try {
      const call = hookCallOf(event);
      if (!call || !hooks.has(call.event, event.namespace)) return;
      await hooks.notify(call.event, call.payload, {
        namespace: event.namespace,
        agentId: event.actor ?? undefined,
        trigger: `${event.type} ${event.seq}`,
      });
    } catch (error) {
      log.error({ err: error, type: event.type, seq: event.seq }, 'a post-hook failed');
    }
    await this.#persistently(() => lease.keep(event.seq));
  }

  /** Whether no other server has taken over, as after an outage that was longer than the lease. */
  async #isMine(): Promise<boolean> {
    const { lease, log } = this.#options;
    if (lease.held || (await this.#persistently(() => lease.keep()))) return true;
    log.warn('another server drives the post-hooks now');
    return false;
  }

  async #renew(): Promise<void> {
    const { lease, log } = this.#options;
    try {
      await lease.keep(this.#done);
    } catch (error) {
      log.warn({ err: error }, 'the lease of the post-hooks could not be renewed');
    }
  }

  async #persistently<Result>(work: () => Promise<Result>): Promise<Result | null> {
    return await outlast(work, {
      log: this.#options.log,
      ended: () => this.#stopped,
      pause: (milliseconds) => this.#bell.wait(milliseconds),
    });
  }
}
