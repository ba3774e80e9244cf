import type { HookDefinition } from '../definition.ts';
import { HookFailure } from '../failure.ts';
import type { WireObject } from '../executor.ts';

/** The exit code by which a hook of Codex's shape blocks, its reason being what it wrote to its error output. */
const BLOCKED = 2;
const MOST_CHARACTERS = 2_000;

/**
 * The deny that a hook of Codex's shape means by exit code 2 (spec decisions-hooks-passes §B2.3); null for any other end, also
 * for 2 without a reason, which is a failure.
 */
export function blockedBy(hook: HookDefinition, error: unknown): WireObject | null {
  if (hook.shape !== 'hooks' || !(error instanceof HookFailure) || error.exitCode !== BLOCKED) return null;
  const reason = error.stderr?.trim();
  return reason ? { action: 'deny', reason: reason.slice(0, MOST_CHARACTERS) } : null;
}
