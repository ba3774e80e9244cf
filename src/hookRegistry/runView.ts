import type { HookRun, RunDecision } from '../hook/hookRun.ts';
import { rankOf, type HookScope } from '../hook/scope.ts';
import { fromWireName } from '../hook/wire/values.ts';

/** A run as it is kept. Instants are ISO-8601 UTC text. */
export interface RunRecord {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly hookId: string;
  readonly scope: HookScope;
  readonly precedenceRank: number;
  readonly decision: RunDecision;
  readonly durationMs: number;
  readonly error?: string | null;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly payloadHash: string;
  readonly namespace?: string | null;
  readonly agentId?: string | null;
  readonly trigger?: string | null;
  readonly memoryId?: string | null;
  readonly overridden: boolean;
}

/** A run as clients see it. */
export function runView(record: RunRecord) {
  const { id, at, event, hookId, precedenceRank, durationMs, stdout, stderr, payloadHash, overridden } = record;
  return {
    ...{ id, at, event, hookId, precedenceRank, durationMs, stdout, stderr, payloadHash, overridden },
    scope: fromWireName(record.scope),
    decision: fromWireName(record.decision),
    error: record.error ?? null,
    namespace: record.namespace ?? null,
    agentId: record.agentId ?? null,
    trigger: record.trigger ?? null,
    memoryId: record.memoryId ?? null,
  };
}

/** A run as clients see it. */
export type RunView = ReturnType<typeof runView>;

/** A run that has just been, as clients see it. */
export function freshRunView({ hook, at, ...run }: HookRun): RunView {
  const scope = hook.scope ?? 'project';
  return runView({ ...run, at: at.toISOString(), hookId: hook.id, scope, precedenceRank: rankOf(scope) });
}
