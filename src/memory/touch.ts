import type { Logger } from 'pino';
import type { Principal } from '../agent/principal.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { Memory } from './memory.ts';

/** At least this much life is left after a touch (spec memory-system §3.4), in milliseconds. */
const EXTENSION_MS = { SHORT: 3_600_000, MID: 86_400_000 } as const;
/** A longer life is given in steps of a quarter of the extension. */
const STEP = 0.25;
const FLUSH_MS = 250;
const MOST_PENDING = 10_000;

/** Raises a memory that was recalled often enough, for the agent that recalled it last. */
type Promote = (id: string, principal: Principal) => Promise<void>;

/**
 * Counts what recall returned and writes it behind: touches of one memory are added up, written a little later, and may
 * be lost by a kill. Never holds up an answer.
 */
export class TouchQueue {
  readonly #writer: GroupCommitWriter;
  readonly #log: Logger;
  readonly #clock: () => Date;
  readonly #promote: Promote;
  #pending = new Map<string, { count: number; principal: Principal }>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor(writer: GroupCommitWriter, options: { log: Logger; clock: () => Date; promote: Promote }) {
    this.#writer = writer;
    this.#log = options.log;
    this.#clock = options.clock;
    this.#promote = options.promote;
  }

  /** Notes that a recall of `principal` returned these memories. */
  add(memories: readonly Pick<Memory, 'id'>[], principal: Principal): void {
    for (const { id } of memories) {
      const known = this.#pending.get(id);
      if (!known && this.#pending.size >= MOST_PENDING) continue;
      this.#pending.set(id, { count: (known?.count ?? 0) + 1, principal });
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#flushing = this.#flushing.then(() => this.#write());
    }, FLUSH_MS);
  }

  /** Writes what is left; for the end of the server. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#flushing = this.#flushing.then(() => this.#write());
    await this.#flushing;
  }

  async #write(): Promise<void> {
    const rows = [...this.#pending];
    this.#pending = new Map();
    if (rows.length === 0) return;
    const results = await Promise.allSettled(
      rows.map(([id, { count, principal }]) => this.#touch(id, count, principal)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) this.#log.warn({ err: failed.reason, memories: rows.length }, 'touches were lost');
  }

  async #touch(id: string, count: number, principal: Principal): Promise<void> {
    const now = this.#clock();
    const { due } = await this.#writer.write({
      statement: 'memory/touch',
      row: {
        id,
        count: integer(count),
        life: { SHORT: lifeAfterTouch(EXTENSION_MS.SHORT, now), MID: lifeAfterTouch(EXTENSION_MS.MID, now) },
      },
      keys: [`memory:${id}`],
      events: () => [],
      recover: () => ({ outcome: 'OK' }),
    });
    if (due === true) await this.#promote(id, principal);
  }
}

/** The life after a touch: `until` when less than `from` is left. */
function lifeAfterTouch(extension: number, now: Date) {
  return {
    from: toLocalDateTime(new Date(now.getTime() + extension)),
    until: toLocalDateTime(new Date(now.getTime() + extension * (1 + STEP))),
  };
}
