/**
 * Why a hook gave no decision: it broke, it was too slow, its answer cannot be read, or the deadline of the whole chain
 * had passed before its turn.
 */
export type FailureCause = 'error' | 'timeout' | 'decode' | 'deadline';

/** A hook that gave no decision. Its fail mode says what that means; the message is for the log, not for clients. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure';
  readonly failureCause: FailureCause;
  /** The end of what the hook wrote to its error output, secrets removed. */
  readonly stderr: string | undefined;

  constructor(
    failureCause: FailureCause,
    message: string,
    details: { stderr?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.failureCause = failureCause;
    this.stderr = details.stderr || undefined;
  }
}
