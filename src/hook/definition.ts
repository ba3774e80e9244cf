import type { HookEvent } from './event.ts';

/** How a hook is run. Each mode needs an executor of its own (`executor.ts`). */
export const HOOK_MODES = ['exec', 'daemon', 'http', 'function'] as const;

/** One of {@link HOOK_MODES}. */
export type HookMode = (typeof HOOK_MODES)[number];

/** What a hook's failure means: `open` as if it had said Allow, `closed` as if it had said Deny. */
export type FailMode = 'open' | 'closed';

/** One hook as configured, ready to run. */
export interface HookDefinition {
  /** As in the file, else `hook[<index>]:<file name of the command>`. Unique. */
  readonly id: string;
  readonly event: HookEvent;
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
  /** Mode `http`: where to post to. */
  readonly url?: string | undefined;
  /** Mode `http`: the variable of the server's environment that holds the secret to sign with. */
  readonly secretEnv?: string | undefined;
  /** Time its process has between SIGTERM and SIGKILL, in milliseconds. @default 200 */
  readonly termGraceMs?: number | undefined;
  /** Variables for its process, besides the few it has anyway. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}
