const MOST = 5;
const WINDOW_MS = 10_000;
/** Keys remembered at most; beyond it all are forgotten, which lets a loop run five rounds more. */
const MOST_KEYS = 10_000;

/** Tells a hook that sets off itself: the same payload more than 5 times in 10 seconds (spec decisions-hooks-passes §B2.4). */
export class LoopGuard {
  readonly #times = new Map<string, number[]>();

  /**
   * Counts a run.
   * @param now milliseconds that never go back
   * @returns false when it is one too many
   */
  admits(hookId: string, payloadHash: string, now: number): boolean {
    const key = `${hookId} ${payloadHash}`;
    const recent = (this.#times.get(key) ?? []).filter((time) => now - time < WINDOW_MS);
    if (recent.length < MOST) recent.push(now);
    else return false;
    if (this.#times.size >= MOST_KEYS) this.#times.clear();
    this.#times.set(key, recent);
    return true;
  }
}
