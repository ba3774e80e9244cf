import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import { DECIDED } from '../database/approvals.ts';
import { KEY_REUSED, REPLAY } from '../database/idempotency.ts';
import { POLICY_MOVED } from '../database/policyVersion.ts';
import { QUOTA_EXCEEDED } from '../database/quotaCharge.ts';
import type { Outcome, Write } from '../database/writer.ts';
import { OperationRefused } from '../errors.ts';
import type { Judged } from '../governance/judged.ts';
import { runRow } from '../hookRegistry/runRow.ts';
import { keyReused } from './idempotency.ts';
import type { OperationContext } from './operation.ts';
import { Overtaken } from './overtaken.ts';

/** A write, and what the operation answers when it succeeds. */
export interface Commit<Result> extends Omit<Write, 'idempotency' | 'hookRuns' | 'approval' | 'policyVersion'> {
  /** The operation's result from an outcome that is OK. */
  result(outcome: Outcome): Result;
}

/** A commit's result, or the outcome that tells why there is none. */
export type Committed<Result> = { readonly result: Result } | { readonly refused: Outcome };

/**
 * Writes one row and turns its outcome into the operation's result. A key that was used before answers as it did then.
 * @throws OperationRefused CONFLICT when the key was used for another input; PENDING_ACTION_STATE_INVALID when it was to carry out
 *   an approval that came too late; QUOTA_EXCEEDED; UNAVAILABLE when the database is away
 * @throws Overtaken when the policies that allowed it have changed; nothing is written then
 */
export async function commit<Result>(context: OperationContext, write: Commit<Result>): Promise<Committed<Result>> {
  const { result, ...row } = write;
  const { services, idempotency, judged } = context;
  const runs = context.hookRuns?.take() ?? [];
  let isKept = false;
  let outcome: Outcome;
  try {
    outcome = await services.writer.write({
      ...row,
      ...(judged ? { policyVersion: judged.version, events: withDecisions(row, judged) } : {}),
      ...(idempotency ? { idempotency: { ...idempotency, result: (done: Outcome) => result(done) } } : {}),
      ...(context.approval ? { approval: context.approval } : {}),
      ...(runs.length > 0 ? { hookRuns: runs.map(runRow) } : {}),
    });
    isKept = outcome.outcome === 'OK';
  } finally {
    // Nothing was committed, or nobody knows; a record that is there already stays as it is.
    if (!isKept) context.hookRuns?.add(runs);
  }
  if (outcome.outcome === REPLAY) return { result: outcome['result'] as Result };
  if (outcome.outcome === KEY_REUSED) throw keyReused();
  if (outcome.outcome === POLICY_MOVED) {
    services.governance.policies.saw(Number(outcome['version']));
    throw new Overtaken();
  }
  if (outcome.outcome === QUOTA_EXCEEDED) throw quotaExceeded(context, outcome);
  if (outcome.outcome === DECIDED) throw decidedMeanwhile(context.approval?.id);
  return outcome.outcome === 'OK' ? { result: result(outcome) } : { refused: outcome };
}

/** What policies allowed is told behind what came of it. */
function withDecisions({ events }: Pick<Write, 'events'>, { allowed }: Judged): Write['events'] {
  return (outcome) => {
    const own = events(outcome);
    return own.length === 0 ? own : [...own, ...allowed];
  };
}

function quotaExceeded(
  { principal, approval }: OperationContext,
  { outcome: _code, index: _place, current, ...details }: Outcome,
): OperationRefused {
  const { limit, max, agentId, namespace } = details;
  // As with quotaUsage: who grows another's memory, or approves what another asked for, learns that there is no room, not what is there.
  const isOwn = agentId === (approval?.decidedBy ?? principal.agentId);
  const isShown = isOwn || (approval === undefined && principal.roles.includes('admin'));
  return new OperationRefused(
    'QUOTA_EXCEEDED',
    `agent ${String(agentId)} may use ${String(max)} ${String(limit)} in ${String(namespace)}`,
    isShown ? { ...details, current } : details,
  );
}

/** The refusal of an approval that comes too late. */
export function decidedMeanwhile(id: string | undefined, status?: string): OperationRefused {
  return new OperationRefused('PENDING_ACTION_STATE_INVALID', 'the action does not wait for a decision any more', {
    id,
    ...(status === undefined ? {} : { status }),
  });
}

/** The refusal of a title that is taken; the id is there only when the caller may read the holder. */
export function titleTaken(namespace: string, title: string, outcome: Outcome): OperationRefused {
  const existingId = outcome['existingId'];
  return new OperationRefused('CONFLICT', `the title is taken in ${namespace}`, {
    reason: 'TITLE_TAKEN',
    namespace,
    title,
    ...(typeof existingId === 'string' ? { existingId } : {}),
  });
}

/** True when an outcome says that the title is taken, by the statement's own look or by the constraint. */
export function isTitleTaken({ outcome }: Outcome): boolean {
  return outcome === 'CONFLICT' || outcome === CONSTRAINT_VIOLATED;
}
