import type { RunStatement } from './database.ts';
import { toLocalDateTime } from './values.ts';
import type { EventDraft, Outcome } from './write.ts';

/**
 * The approval that a write carries out: it and the write commit together, or neither does. Of an operation that commits more
 * than once the last commit settles it; all need it to wait still.
 */
export interface Approval {
  /** Id of the pending action. */
  readonly id: string;
  /** Whose vote it is. */
  readonly decidedBy: string;
  /** Names the decision, so that a repetition of it is known. */
  readonly token: string;
  /** False when more commits of the same operation follow: the action goes on waiting. */
  readonly settles?: boolean;
  /** What is told of it, if anything; takes the action as it stands then, as `pending/decide` answers it. */
  event?(record: unknown): EventDraft;
}

/** Outcome of a row whose action was decided, or lapsed, before this commit; with the `token` of the decision. */
export const DECIDED = 'DECIDED';

interface Approved {
  readonly index: number;
  readonly approval: Approval;
}

/** Locks the actions that rows approve. Rows whose action does not wait any more get their outcome here and are not run. */
export async function claimApprovals(
  run: RunStatement,
  rows: readonly Approved[],
  outcomes: Map<number, Outcome>,
  now: Date,
): Promise<void> {
  const open = rows.filter(({ index }) => !outcomes.has(index));
  if (open.length === 0) return;
  // Rows of one operation of many have one action.
  const actions = new Map(open.map(({ approval }) => [approval.id, approval]));
  const claims = await run<{ id: string; waits: boolean; token: string | null }>('pending/claim', {
    now: toLocalDateTime(now),
    rows: [...actions.values()].map(({ id, decidedBy }) => ({ id, decidedBy })),
  });
  const decided = new Map(claims.flatMap(({ id, waits, token }) => (waits ? [] : [[id, token] as const])));
  for (const { index, approval } of open)
    if (decided.has(approval.id)) outcomes.set(index, { outcome: DECIDED, token: decided.get(approval.id) });
}

/**
 * Marks the actions of rows that succeeded as approved, with the vote that did it, unless more of the same is to come.
 * @returns what is told of them
 */
export async function settleApprovals(
  run: RunStatement,
  carriedOut: readonly Approval[],
  now: Date,
): Promise<EventDraft[]> {
  const approvals = carriedOut.filter(({ settles }) => settles !== false);
  if (approvals.length === 0) return [];
  const decided = await run<{ id: string; record: unknown }>('pending/decide', {
    now: toLocalDateTime(now),
    rows: approvals.map(({ id, decidedBy, token }) => ({
      ...{ id, decidedBy, token, status: 'APPROVED', approve: true },
      ...{ reason: null, failureCode: null, failureMessage: null },
    })),
  });
  return approvals.flatMap((approval) => {
    const record = decided.find(({ id }) => id === approval.id)?.record;
    return record === undefined ? [] : (approval.event?.(record) ?? []);
  });
}
