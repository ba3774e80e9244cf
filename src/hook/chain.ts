import type { AskedQuestion, ChainResult } from './chainResult.ts';
import type { HookDefinition } from './definition.ts';
import { CLASS_DEADLINE_MS, classOf, type HookEvent, type NotifyEvent, type PreEvent } from './event.ts';
import type { Executor, Executors, WireObject } from './executor.ts';
import { HookUnusable } from './failure.ts';
import { payloadHash, recordOf, type HookRun } from './hookRun.ts';
import { HookRunner, type HookSurroundings } from './hookRunner.ts';
import { compileMatchers, type PayloadTest } from './matchers.ts';
import { namespacePattern, type NamespaceMatcher } from './namespacePattern.ts';
import { rankOf } from './scope.ts';

/** Where and for whom an event is fired. */
export interface FiringOptions {
  /** Namespace of the operation; null or absent when it names none. */
  readonly namespace?: string | null | undefined;
  /** Stops the chain and its running hook: the caller has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Whose operation it is. */
  readonly agentId?: string | undefined;
  /** What fires the event, for the record: an operation, or an event of the outbox and its place. */
  readonly trigger?: string | undefined;
}

/** Firing options of a pre-event. */
export interface PreFiringOptions extends FiringOptions {
  /** Hooks that are left out: they asked before, and a person answered. */
  readonly skipHookIds?: ReadonlySet<string> | undefined;
  /** Takes the records of the runs when all is over; absent: they are kept some time soon. */
  readonly keep?: ((runs: readonly HookRun[]) => void) | undefined;
}

/** A hook with what is worked out once. */
interface Link {
  readonly hook: HookDefinition;
  readonly matches: NamespaceMatcher;
  /** Null for a hook of everything. */
  readonly selects: PayloadTest | null;
  readonly executor: Executor;
}

const ALLOW: ChainResult = Object.freeze({ outcome: 'allow' });
const NOTHING: WireObject = Object.freeze({});

/** Fires the hooks of an event, one after the other (spec memory-system §2.3). Immutable: a reload makes a new one. */
export class HookChain {
  readonly #links: ReadonlyMap<HookEvent, readonly Link[]>;
  readonly #executors: Executors;
  readonly #runner: HookRunner;
  readonly #ran: HookSurroundings['ran'];

  /**
   * @throws HookUnusable when something keeps a hook from ever running
   * @throws Error when a hook's mode has no executor or its namespace pattern is wrong
   */
  constructor(hooks: readonly HookDefinition[], executors: Executors, surroundings: HookSurroundings) {
    this.#links = linksByEvent(hooks, executors);
    this.#executors = executors;
    this.#runner = new HookRunner(surroundings);
    this.#ran = surroundings.ran;
  }

  /**
   * Whether any hook listens; one map look-up when none does.
   * @param namespace as in {@link FiringOptions}; when absent, whether any listens anywhere
   */
  has(event: HookEvent, namespace?: string | null): boolean {
    const links = this.#links.get(event);
    if (links === undefined) return false;
    return namespace === undefined || links.some(({ matches }) => matches(namespace));
  }

  /**
   * Asks the hooks of a pre-event.
   * @param payload in wire names, unset fields left out; not changed
   * @throws the reason of `signal`; nothing a hook does throws
   */
  async firePre(event: PreEvent, payload: WireObject, options: PreFiringOptions): Promise<ChainResult> {
    const links = this.#links.get(event);
    if (links === undefined) return ALLOW;
    return await this.#walk(event, payload, links, options);
  }

  /**
   * Tells the hooks of a post-event, and resolves when all have heard. What they decide is logged and counts as Allow.
   * @throws the reason of `signal`; nothing a hook does throws
   */
  async notify(event: NotifyEvent, payload: WireObject, options: FiringOptions): Promise<void> {
    const links = this.#links.get(event);
    if (links !== undefined) await this.#walk(event, payload, links, options);
  }

  /** This chain is the one in use from now on: what its hooks keep running is started, what others kept is ended. */
  serve(): void {
    const hooks = [...this.#links.values()].flat().map(({ hook }) => hook);
    for (const [mode, executor] of this.#executors) executor.serve?.(hooks.filter((hook) => hook.mode === mode));
  }

  /** Ends all running hooks and waits until they are gone. */
  async close(): Promise<void> {
    await Promise.all([...this.#executors.values()].map((executor) => executor.close()));
  }

  async #walk(
    event: HookEvent,
    payload: WireObject,
    links: readonly Link[],
    options: PreFiringOptions,
  ): Promise<ChainResult> {
    const runs: HookRun[] = [];
    try {
      return await this.#ask(event, payload, links, options, runs);
    } finally {
      if (runs.length > 0) {
        this.#ran?.(runs, options.keep !== undefined);
        options.keep?.(runs);
      }
    }
  }

  async #ask(
    event: HookEvent,
    payload: WireObject,
    links: readonly Link[],
    options: PreFiringOptions,
    runs: HookRun[],
  ): Promise<ChainResult> {
    const deadline = this.#runner.now() + CLASS_DEADLINE_MS[classOf(event)];
    let running = payload;
    let hash = this.#ran && payloadHash(payload);
    let delta = NOTHING;
    let questions: AskedQuestion[] = [];
    for (const { hook, matches, selects, executor } of links) {
      if (!matches(options.namespace ?? null) || options.skipHookIds?.has(hook.id)) continue;
      // By what the operation came with, as with the namespace: an earlier hook must not steer past a later one.
      if (selects?.(payload) === false) continue;
      const request = { event, payload: running, hash, agentId: options.agentId };
      const decision = await this.#runner.decide(hook, executor, request, deadline, options.signal, (outcome) => {
        if (hash !== undefined) runs.push(recordOf(hook, { event, payload: running, hash }, outcome, options));
      });
      if (decision === null) continue;
      if (decision.action === 'deny') {
        override(runs.slice(0, -1), ['modify', 'ask_user']);
        return { outcome: 'denied', reason: decision.reason, code: decision.code, hookId: hook.id };
      }
      if (decision.action === 'ask_user') {
        questions.push({ hookId: hook.id, ...decision.question });
        continue;
      }
      override(runs.slice(0, -1), ['ask_user']);
      questions = [];
      if (decision.action === 'modify') {
        running = { ...running, ...decision.delta };
        delta = { ...delta, ...decision.delta };
        hash = this.#ran && payloadHash(running);
      }
    }
    if (questions.length > 0) return { outcome: 'asked', questions, payload: running, delta };
    return Object.keys(delta).length > 0 ? { outcome: 'modified', payload: running, delta } : ALLOW;
  }
}

/** Notes that nothing is left of what these runs decided. */
function override(runs: readonly HookRun[], decisions: readonly HookRun['decision'][]): void {
  for (const run of runs) if (decisions.includes(run.decision)) run.overridden = true;
}

/**
 * Enabled hooks of each event: by the rank of their layer, then by priority downwards, equal ones in the order given. Ranks
 * come first since a policy has the first word whatever numbers others give themselves (spec decisions-hooks-passes §B2.2);
 * within a layer it is ai-memory's order (spec memory-system §2.3.1), which is stable, where §B2.2 has ids.
 */
function linksByEvent(hooks: readonly HookDefinition[], executors: Executors): Map<HookEvent, readonly Link[]> {
  const links = new Map<HookEvent, Link[]>();
  const sorted = hooks
    .filter(({ enabled }) => enabled)
    .toSorted((left, right) => rankOfHook(left) - rankOfHook(right) || right.priority - left.priority);
  for (const hook of sorted) {
    const executor = executors.get(hook.mode);
    if (executor === undefined) throw new Error(`hook ${hook.id}: no executor for mode "${hook.mode}"`);
    const obstacle = executor.obstacle?.(hook) ?? null;
    if (obstacle !== null) throw new HookUnusable(hook, obstacle);
    const link: Link = {
      hook,
      matches: namespacePattern(hook.namespace),
      selects: hook.matchers ? compileMatchers(hook.matchers) : null,
      executor,
    };
    const others = links.get(hook.event);
    if (others === undefined) links.set(hook.event, [link]);
    else others.push(link);
  }
  return links;
}

function rankOfHook({ scope }: HookDefinition): number {
  return rankOf(scope ?? 'project');
}
