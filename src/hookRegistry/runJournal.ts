import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { Doorbell } from '../event/doorbell.ts';
import type { HookRun } from '../hook/hookRun.ts';
import { runRow } from './runRow.ts';

const BATCH = 500;
/** Records that may wait; beyond it the oldest are lost, and counted in the log. */
const MOST_WAITING = 10_000;
/** Time in which further runs join a batch. */
const GATHER_MS = 200;
const PAUSE_MS = 2_000;

/** Somebody who hears of runs as they happen; must not throw. */
export type RunListener = (run: HookRun) => void;

/**
 * Keeps the records of runs whose operation keeps none: of reads, of notifications, and of what was refused. They are written
 * a moment later, many at a time, and never hold anything up. Tells those who listen of all runs of this server.
 */
export class RunJournal {
  readonly #log: Logger;
  readonly #listeners = new Set<RunListener>();
  readonly #bell = new Doorbell();
  #waiting: HookRun[] = [];
  #lost = 0;
  #writing: Promise<void> | null = null;
  #stopped = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Begins to write. */
  start(database: Database): void {
    this.#writing ??= this.#run(database);
  }

  /** Writes what waits, as far as the database is there, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#bell.ring();
    await this.#writing;
  }

  /** Tells of runs; keeps their records unless their operation does. For `HookSurroundings.ran`. */
  readonly ran = (runs: readonly HookRun[], kept: boolean): void => {
    for (const listener of this.#listeners) for (const run of runs) listener(run);
    if (!kept) this.keep(runs);
  };

  /** Keeps records. */
  keep(runs: readonly HookRun[]): void {
    if (runs.length === 0) return;
    this.#waiting.push(...runs);
    const surplus = this.#waiting.length - MOST_WAITING;
    if (surplus > 0) {
      this.#waiting.splice(0, surplus);
      this.#lost += surplus;
    }
    this.#bell.ring();
  }

  /** Adds a listener. */
  join(listener: RunListener): void {
    this.#listeners.add(listener);
  }

  /** Takes a listener out. */
  leave(listener: RunListener): void {
    this.#listeners.delete(listener);
  }

  async #run(database: Database): Promise<void> {
    while (!this.#stopped) {
      await this.#bell.wait();
      // A second bell of its own kind would be rung by every run; a batch gathers for a fixed time instead.
      if (!this.#stopped) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      while (this.#waiting.length > 0) {
        if (await this.#write(database)) continue;
        if (this.#stopped) return;
        await this.#bell.wait(PAUSE_MS);
      }
    }
  }

  async #write(database: Database): Promise<boolean> {
    const batch = this.#waiting.splice(0, BATCH);
    try {
      await database.write((run) => run('hook/record', { rows: batch.map(runRow) }));
    } catch (error) {
      this.#waiting.unshift(...batch);
      this.#log.warn({ err: error, waiting: this.#waiting.length }, 'records of hooks could not be written');
      return false;
    }
    if (this.#lost > 0) this.#log.error({ lost: this.#lost }, 'records of hooks were lost: too many waited');
    this.#lost = 0;
    return true;
  }
}
