import type { HookScope } from './scope.ts';

/**
 * Why a hook gave no decision: it broke, it was too slow, its answer cannot be read, or the deadline of the whole chain
 * had passed before its turn.
 */
export type FailureCause = 'error' | 'timeout' | 'decode' | 'deadline';

/** What `timeout` of the shell answers (spec decisions-hooks-passes §B2.4). */
const TIMED_OUT = 124;

/** A hook that gave no decision. Its fail mode says what that means; the message is for the log, not for clients. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure';
  readonly failureCause: FailureCause;
  /** The end of what the hook wrote to its error output, secrets removed. */
  readonly stderr: string | undefined;
  /** Of its process, where it had one; 124 when it was too slow, 127 when it could not be started. */
  readonly exitCode: number | undefined;

  constructor(
    failureCause: FailureCause,
    message: string,
    details: { stderr?: string | undefined; cause?: unknown; exitCode?: number | undefined } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.failureCause = failureCause;
    this.stderr = details.stderr || undefined;
    this.exitCode = details.exitCode ?? (failureCause === 'timeout' ? TIMED_OUT : undefined);
  }
}

/** A hook that could never run here, and why: said when hooks are loaded, not when they fire. */
export class HookUnusable extends Error {
  override readonly name = 'HookUnusable';
  /** The layer that defines it. */
  readonly scope: HookScope;

  constructor({ id, scope }: { readonly id: string; readonly scope?: HookScope | undefined }, obstacle: string) {
    super(`hook ${id}: ${obstacle}`);
    this.scope = scope ?? 'project';
  }
}
