import type { Logger } from 'pino';
import { attempt, type Attempt } from './attempt.ts';
import type { Decision } from './decision.ts';
import type { HookDefinition } from './definition.ts';
import { allowsQuestions, isPreEvent, type HookEvent } from './event.ts';
import type { Executor, HookRequest } from './executor.ts';
import { HookFailure, type FailureCause } from './failure.ts';
import type { HookRun, RunOutcome } from './hookRun.ts';
import { LoopGuard } from './loopGuard.ts';
import type { HookMetrics } from './metrics.ts';
import { Turns } from '../pipeline/turns.ts';

/** What the chain takes from its surroundings. */
export interface HookSurroundings {
  readonly log: Logger;
  readonly metrics?: HookMetrics | undefined;
  /** Milliseconds that never go back. @default performance */
  readonly clock?: { now(): number } | undefined;
  /**
   * Hears of the runs of a firing when it is over; must not throw.
   * @param kept true when the operation that fired the event keeps their records itself
   */
  readonly ran?: ((runs: readonly HookRun[], kept: boolean) => void) | undefined;
}

/** What a run of a hook needs to know besides the hook. */
export interface RunRequest extends HookRequest {
  /** SHA-256 of the payload, in hex; absent when nobody keeps records. */
  readonly hash?: string | undefined;
  /** Whose runs wait for each other where a hook does not allow them side by side. */
  readonly agentId?: string | undefined;
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
  readonly #turns = new Turns();
  readonly #loops = new LoopGuard();

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
   * @param told hears what the run came to, once
   * @returns the decision, or null when there was no time left for an open hook, which is then passed over
   * @throws the reason of `cancelled`
   */
  async decide(
    hook: HookDefinition,
    executor: Executor,
    request: RunRequest,
    deadline: number,
    cancelled: AbortSignal | undefined,
    told: (outcome: RunOutcome) => void = () => {},
  ): Promise<Decision | null> {
    cancelled?.throwIfAborted();
    const { event } = request;
    const begin = this.now();
    const budgetMs = Math.min(hook.timeoutMs, deadline - begin);
    if (budgetMs <= 0) {
      const late = new HookFailure('deadline', 'the deadline of the chain had passed');
      const decision = this.#failed(hook, event, late, 0);
      told({ decision: decision?.action ?? 'skipped', durationMs: 0, error: `deadline: ${late.message}` });
      return decision;
    }
    if (this.#goesInCircles(hook, request, begin)) {
      this.#metrics?.dropped.inc({ hook: hook.id, event, cause: 'loop_guard' });
      this.#log.warn({ hook: hook.id, event }, 'hook skipped: the same payload came more than 5 times in 10 seconds');
      told({ decision: 'skipped', durationMs: 0, error: 'loop_guard' });
      return ALLOW;
    }
    const outcome = await attempt(hook, request, this.#inTurn(executor, request), budgetMs, cancelled);
    const durationMs = this.now() - begin;
    this.#metrics?.seconds.observe({ hook: hook.id, event }, durationMs / 1000);
    if ('failure' in outcome) {
      const { failureCause, message, stderr } = outcome.failure;
      const decision = this.#failed(hook, event, outcome.failure, durationMs) ?? ALLOW;
      told({ decision: decision.action, durationMs, error: `${failureCause}: ${message}`, stderr });
      return decision;
    }
    this.#metrics?.fired.inc({ hook: hook.id, event, outcome: outcome.decision.action });
    const decision = this.#admitted(hook, event, outcome, durationMs);
    told({
      decision: outcome.decision.action,
      durationMs,
      answer: outcome.value,
      stderr: outcome.stderr,
      overridden: decision.action !== outcome.decision.action,
    });
    return decision;
  }

  /**
   * Whether a notification goes round in circles. Only what notifies is held back: a `pre_*` hook that is left out after five
   * identical stores or questions, which are nothing unusual, would be a guard that tires. Hooks of the `[[hook]]` shape
   * have no such rule (spec memory-system §2.3).
   */
  #goesInCircles(hook: HookDefinition, { event, hash }: RunRequest, now: number): boolean {
    if (hash === undefined || hook.shape !== 'hooks' || hook.mode !== 'exec' || isPreEvent(event)) return false;
    return !this.#loops.admits(hook.id, hash, now);
  }

  /** The executor, behind those who are before this run where a hook does not allow two at once. Waiting counts into the budget. */
  #inTurn(executor: Executor, { event, agentId }: RunRequest): Pick<Executor, 'run'> {
    return {
      run: async (hook, request, signal) => {
        if (hook.allowParallel !== false) return await executor.run(hook, request, signal);
        return await this.#turns.take([hook.id, event, agentId ?? ''].join('\u001f'), async () => {
          signal.throwIfAborted();
          return await executor.run(hook, request, signal);
        });
      },
    };
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
