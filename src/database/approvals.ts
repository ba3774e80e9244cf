import type { RunStatement } from './database.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { Outcome } from './write.ts';

/** The approval that a write carries out: it and the write commit together, or neither does. */
export interface Approval {
  /** Id of the pending action. */
  readonly id: string;
  readonly decidedBy: string;
  /** Names the decision, so that a repetition of it is known. */
  readonly token: string;
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
    rows: open.map(({ index, approval }) => ({ index: integer(index), id: approval.id })),
  });
  for (const { index, waits } of claims) if (!waits) outcomes.set(index, { outcome: DECIDED });
}

/** Marks the actions of rows that succeeded as approved. */
export async function settleApprovals(run: RunStatement, approvals: readonly Approval[], now: Date): Promise<void> {
  if (approvals.length === 0) return;
  await run('pending/decide', {
    now: toLocalDateTime(now),
    rows: approvals.map((approval) => ({ ...approval, status: 'APPROVED', reason: null })),
  });
}
