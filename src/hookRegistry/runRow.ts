import { integer, toLocalDateTime } from '../database/values.ts';
import type { HookRun } from '../hook/hookRun.ts';
import { rankOf } from '../hook/scope.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the records of runs are kept, in days; longer when they held something up (spec decisions-hooks-passes §B2.8). */
export const KEPT_DAYS = { routine: 30, decisive: 365 } as const;

/** The row of `hook/record` for a run. */
export function runRow(run: HookRun): Readonly<Record<string, unknown>> {
  const { hook } = run;
  const scope = hook.scope ?? 'project';
  const decisive = run.decision === 'deny' || run.decision === 'ask_user';
  const keptMs = DAY_MS * (decisive ? KEPT_DAYS.decisive : KEPT_DAYS.routine);
  const definition = {
    event: hook.event,
    scope,
    command: [hook.command, ...hook.args],
    mode: hook.mode,
    sourcePath: hook.sourcePath ?? null,
    notes: hook.notes ?? null,
  };
  return {
    id: run.id,
    hookId: hook.id,
    memoryId: run.memoryId,
    overridden: run.overridden,
    definition,
    record: {
      at: toLocalDateTime(run.at),
      expiresAt: toLocalDateTime(new Date(run.at.getTime() + keptMs)),
      event: run.event,
      hookId: hook.id,
      scope,
      precedenceRank: integer(rankOf(scope)),
      decision: run.decision,
      decisive,
      durationMs: run.durationMs,
      error: run.error,
      stdout: run.stdout,
      stderr: run.stderr,
      payloadHash: run.payloadHash,
      namespace: run.namespace,
      agentId: run.agentId,
      trigger: run.trigger,
      memoryId: run.memoryId,
      overridden: run.overridden,
    },
  };
}
