/** Counter or histogram labels: one series per hook and event. */
export type HookLabels = { readonly hook: string; readonly event: string };

/**
 * Where the chain reports what each hook did (spec memory-system §2.4, "Metrics"). Counters and histograms of
 * prom-client fit as they are.
 */
export interface HookMetrics {
  /** Firings that gave a decision: `outcome` is allow, modify, deny or ask_user. */
  readonly fired: { inc(labels: HookLabels & { readonly outcome: string }): void };
  /** Firings without a decision: `cause` is error, timeout, decode or deadline (the chain's deadline had passed) or loop_guard. */
  readonly dropped: { inc(labels: HookLabels & { readonly cause: string }): void };
  /** Time to the decision or failure, in seconds; firings dropped for the deadline are left out. */
  readonly seconds: { observe(labels: HookLabels, seconds: number): void };
  /** Processes of a daemon that took the place of another. */
  readonly restarts: { inc(labels: HookLabels): void };
}
