import type { AgentEvent } from './agentEvent.ts';
import type { HookEvent } from './event.ts';
import type { HookMatchers } from './matchers.ts';
import type { HookScope } from './scope.ts';

/** How a hook is run. Each mode needs an executor of its own (`executor.ts`). */
export const HOOK_MODES = ['exec', 'daemon', 'http', 'function'] as const;

/** One of {@link HOOK_MODES}. */
export type HookMode = (typeof HOOK_MODES)[number];

/** What a hook's failure means: `open` as if it had said Allow, `closed` as if it had said Deny. */
export type FailMode = 'open' | 'closed';

/** One hook as configured, ready to run. */
export interface HookDefinition<Event extends HookEvent | AgentEvent = HookEvent> {
  /** As in the file, else `hook[<index>]:<file name of the command>`; outside the project's layer with the layer before it. Unique. */
  readonly id: string;
  readonly event: Event;
  /** Absolute path of the executable; empty where nothing is started (`http`, `function`). */
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute path of the folder it runs in: that of its hooks file. */
  readonly workingDirectory: string;
  /** Higher runs earlier; equal ones run in the order of the file. */
  readonly priority: number;
  /** Longest time for one answer, in milliseconds, 1 to 30,000. */
  readonly timeoutMs: number;
  readonly mode: HookMode;
  readonly enabled: boolean;
  /** Pattern of namespaces it listens to; see `namespacePattern.ts`. */
  readonly namespace: string;
  readonly failMode: FailMode;
  /** The layer it comes from; absent: the project's. */
  readonly scope?: HookScope | undefined;
  /** Absolute path of the file that defines it; absent for a hook that no file defines. */
  readonly sourcePath?: string | undefined;
  /** Which of the two shapes of a hooks file: `hook` (ai-memory's), `hooks` (Codex's). */
  readonly shape?: 'hook' | 'hooks' | undefined;
  /** What an event must be about; absent: anything. */
  readonly matchers?: HookMatchers | undefined;
  /** False: one run at a time for an event of a session or agent, further ones wait. @default true */
  readonly allowParallel?: boolean | undefined;
  /** What a person should know of it. */
  readonly notes?: string | undefined;
  /** Mode `http`: where to post to. */
  readonly url?: string | undefined;
  /** Mode `http`: the variable of the server's environment that holds the secret to sign with. */
  readonly secretEnv?: string | undefined;
  /** Time its process has between SIGTERM and SIGKILL, in milliseconds. @default 200 */
  readonly termGraceMs?: number | undefined;
  /** Variables for its process, besides the few it has anyway. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** A hook of any event that may be configured, also of one that does not fire yet. */
export type ConfiguredHook = HookDefinition<HookEvent | AgentEvent>;
