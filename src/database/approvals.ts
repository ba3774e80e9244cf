import type { RunStatement } from './database.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { EventDraft, Outcome } from './write.ts';

/** The approval that a write carries out: it and the write commit together, or neither does. */
export interface Approval {
  /** Id of the pending action. */
  readonly id: string;
  /** Whose vote it is. */
  readonly decidedBy: string;
  /** Names the decision, so that a repetition of it is known. */
  readonly token: string;
  /** What is told of it, if anything; takes the action as it stands then, as `pending/decide` answers it. */
  event?(record: unknown): EventDraft;
}

/** Outcome of a row whose action was decided by somebody else, or lapsed, before this commit. */
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
  const claims = await run<{ index: number; waits: boolean }>('pending/claim', {
    now: toLocalDateTime(now),
    rows: open.map(({ index, approval: { id, decidedBy } }) => ({ index: integer(index), id, decidedBy })),
  });
  for (const { index, waits } of claims) if (!waits) outcomes.set(index, { outcome: DECIDED });
}

/**
 * Marks the actions of rows that succeeded as approved, with the vote that did it.
 * @returns what is told of them
 */
export async function settleApprovals(
  run: RunStatement,
  approvals: readonly Approval[],
  now: Date,
): Promise<EventDraft[]> {
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
