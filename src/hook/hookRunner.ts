import type { Logger } from 'pino';
import { attempt, type Attempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import type { HookDefinition } from './definition.ts';
import { allowsQuestions, isPreEvent, type HookEvent } from './event.ts';
import type { Executor, HookRequest } from './executor.ts';
import { HookFailure, type FailureCause } from './failure.ts';
import type { HookMetrics } from './metrics.ts';

/** What the chain takes from its surroundings. */
export interface HookSurroundings {
  readonly log: Logger;
  readonly metrics?: HookMetrics | undefined;
  /** Milliseconds that never go back. @default performance */
  readonly clock?: { now(): number } | undefined;
}

const ALLOW: Decision = { action: 'allow' };

/** What a client hears of a closed hook that failed; the details are in the log. */
const FAILURE_TEXT: Readonly<Record<FailureCause, string>> = {
  error: 'failed',
  timeout: 'did not answer in time',
  decode: 'gave an answer that cannot be read',
  deadline: 'had no time left',
};

/**
 * Has one hook's say as it counts for its event: a failure by the hook's fail mode (spec memory-system §2.3.2 and 3), a
 * decision that the event does not admit as Allow. Logs and measures each.
 */
export class HookRunner {
  readonly #log: Logger;
  readonly #metrics: HookMetrics | undefined;
  readonly #clock: { now(): number };

  constructor({ log, metrics, clock = performance }: HookSurroundings) {
    this.#log = log;
    this.#metrics = metrics;
    this.#clock = clock;
  }

  /** The time that deadlines are reckoned in, milliseconds. */
  now(): number {
    return this.#clock.now();
  }

  /**
   * @param deadline of the whole chain, on the clock of {@link now}
   * @returns the decision, or null when there was no time left for an open hook, which is then passed over
   * @throws the reason of `cancelled`
   */
  async decide(
    hook: HookDefinition,
    executor: Executor,
    request: HookRequest,
    deadline: number,
    cancelled: AbortSignal | undefined,
  ): Promise<Decision | null> {
    cancelled?.throwIfAborted();
    const { event } = request;
    const begin = this.now();
    const budgetMs = Math.min(hook.timeoutMs, deadline - begin);
    if (budgetMs <= 0)
      return this.#failed(hook, event, new HookFailure('deadline', 'the deadline of the chain had passed'), 0);
    const outcome = await attempt(hook, request, executor, budgetMs, cancelled);
    const durationMs = this.now() - begin;
    this.#metrics?.seconds.observe({ hook: hook.id, event }, durationMs / 1000);
    if ('failure' in outcome) return this.#failed(hook, event, outcome.failure, durationMs) ?? ALLOW;
    this.#metrics?.fired.inc({ hook: hook.id, event, outcome: outcome.decision.action });
    return this.#admitted(hook, event, outcome, durationMs);
  }

  /** The Deny of a closed hook; null for an open one, and where nothing can be denied. */
  #failed(hook: HookDefinition, event: HookEvent, failure: HookFailure, durationMs: number): Decision | null {
    const { failureCause: cause, stderr, message } = failure;
    this.#metrics?.dropped.inc({ hook: hook.id, event, cause });
    this.#log.warn(
      { hook: hook.id, event, cause, failMode: hook.failMode, durationMs, stderr },
      `hook failed: ${message}`,
    );
    if (hook.failMode === 'open' || !isPreEvent(event)) return null;
    return { action: 'deny', reason: `hook ${hook.id} ${FAILURE_TEXT[cause]}`, code: cause === 'deadline' ? 504 : 503 };
  }

  #admitted(
    hook: HookDefinition,
    event: HookEvent,
    { decision, stderr }: Exclude<Attempt, { failure: unknown }>,
    durationMs: number,
  ): Decision {
    const fields = { hook: hook.id, event, decision: decision.action, durationMs, stderr };
    if (!admits(event, decision)) {
      this.#log.warn({ ...fields, said: decision }, 'hook decided what this event does not admit; it counts as allow');
      return ALLOW;
    }
    const ignored = decision.action === 'modify' ? decision.ignored : [];
    if (ignored.length > 0) this.#log.warn({ ...fields, ignored }, 'hook set fields that this event does not have');
    else this.#log.debug(fields, 'hook decided');
    return decision;
  }
}

function admits(event: HookEvent, { action }: Decision): boolean {
  if (action === 'allow') return true;
  return action === 'ask_user' ? allowsQuestions(event) : isPreEvent(event);
}
