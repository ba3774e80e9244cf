import type { HookDefinition, FailMode } from '../definition.ts';
import { HOOK_EVENTS, type HookEvent, type PreEvent } from '../event.ts';
import { HookUnusable } from '../failure.ts';
import { namespacePattern } from '../namespacePattern.ts';
import type { DeltaOf, PayloadOf } from '../payload/codec.ts';
import type { HookScope } from '../scope.ts';

/** What a function may answer; nothing at all is Allow. As with a process, a delta is checked against its bounds. */
export type FunctionAnswer<E extends HookEvent> =
  | undefined
  | void
  | { readonly action: 'allow' }
  | { readonly action: 'deny'; readonly reason: string; readonly code?: number }
  | {
      readonly action: 'ask_user';
      readonly prompt: string;
      readonly options?: readonly string[];
      readonly default?: string;
    }
  | { readonly action: 'modify'; readonly delta: E extends PreEvent ? Partial<DeltaOf<E>> : never };

/** A hook that is a function of the program which starts the server. */
export interface FunctionHook<E extends HookEvent = HookEvent> {
  /** Unique among all hooks: at most 128 of `A-Z a-z 0-9 _ . -`. */
  readonly id: string;
  readonly event: E;
  /** Higher runs earlier. @default 0 */
  readonly priority?: number;
  /** Pattern of namespaces it listens to, as in hooks.toml. @default "**" */
  readonly namespace?: string;
  /** Longest time for one answer, in milliseconds, 1 to 30,000; never past the deadline of the event. @default 1000 */
  readonly timeoutMs?: number;
  /** What an exception, a late answer or one that cannot be read means. @default "open" */
  readonly failMode?: FailMode;
  /**
   * Decides. It runs on the server's own thread: while it computes, nothing else does, and no timeout can stop it.
   * @param payload in wire names; a copy, so that changing it changes nothing
   * @param signal aborted when its time is over, the caller has gone or the server stops
   */
  run(payload: PayloadOf<E>, signal: AbortSignal): FunctionAnswer<E> | Promise<FunctionAnswer<E>>;
}

/**
 * Describes a hook, with the payload and the delta typed by its event:
 * `defineHook({ id: 'no-drafts', event: 'pre_store', run: ({ title }) => … })`.
 * @throws Error when the id, event, timeout or namespace cannot be used
 */
export function defineHook<E extends HookEvent>(hook: FunctionHook<E>): FunctionHook {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(hook.id))
    throw new Error(`hook id "${hook.id}": at most 128 of A-Z a-z 0-9 _ . -`);
  if (!HOOK_EVENTS.includes(hook.event)) throw new Error(`hook ${hook.id}: unknown event "${String(hook.event)}"`);
  const { timeoutMs } = definition(hook);
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 30_000)
    throw new Error(`hook ${hook.id}: timeoutMs: 1 to 30,000`);
  namespacePattern(hook.namespace ?? '**');
  // The chain gives each hook payloads of its own event alone.
  return hook;
}

/**
 * Functions as hooks among those of files.
 * @param others hooks whose ids are taken
 * @throws HookUnusable when an id is taken
 */
export function functionDefinitions(
  hooks: readonly FunctionHook[],
  others: readonly { readonly id: string; readonly scope?: HookScope | undefined }[],
): HookDefinition[] {
  const taken = new Map<string, { readonly id: string; readonly scope?: HookScope | undefined }>(
    others.map((other) => [other.id, other]),
  );
  for (const hook of hooks) {
    const other = taken.get(hook.id);
    if (other) throw new HookUnusable(other, 'another hook has this id');
    taken.set(hook.id, hook);
  }
  return hooks.map((hook) => definition(hook));
}

function definition<E extends HookEvent>(hook: FunctionHook<E>): HookDefinition {
  return {
    id: hook.id,
    event: hook.event,
    command: '',
    args: [],
    workingDirectory: '',
    priority: hook.priority ?? 0,
    timeoutMs: hook.timeoutMs ?? 1000,
    mode: 'function',
    enabled: true,
    namespace: hook.namespace ?? '**',
    failMode: hook.failMode ?? 'open',
  };
}
