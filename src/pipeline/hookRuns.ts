import type { HookRun } from '../hook/hookRun.ts';

/** The runs of one operation's pre-hooks, until its commit takes their records along. */
export class HookRuns {
  #kept: HookRun[] = [];

  /** Adds runs. */
  readonly add = (runs: readonly HookRun[]): void => {
    this.#kept.push(...runs);
  };

  /** All of them; they are somebody else's from then on. */
  take(): readonly HookRun[] {
    const taken = this.#kept;
    this.#kept = [];
    return taken;
  }
}
