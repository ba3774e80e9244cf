import type { Role } from '../agent/principal.ts';
import { votesMissing, type Approval, type RecordedApprover } from './approval.ts';
import type { PendingAction } from './pendingAction.ts';

/** An action as statements answer it: the properties of its node, and the votes at it. */
export interface PendingRecord extends Omit<
  PendingAction,
  'payload' | 'approver' | 'approvals' | 'votesNeeded' | 'failure' | 'decidedBy' | 'decidedAt'
> {
  readonly payloadJson: string;
  /** Absent from actions that were queued before there were others than people. */
  readonly approverKind?: RecordedApprover['kind'];
  readonly approverAgentId?: string;
  readonly approverCount?: number;
  readonly approvals: readonly Approval[];
  readonly decidedBy?: string;
  readonly decidedAt?: string;
  readonly failureCode?: string;
  readonly failureMessage?: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Hooks whose questions it waits for. */
  readonly askedBy: readonly string[];
  /** What approvals so far cover, and the one it waits for (`coverOf`). */
  readonly covers?: readonly string[];
  readonly requesterHome: string;
  readonly requesterRoles: readonly Role[];
  /** Names the decision, once there is one. */
  readonly decisionToken?: string;
}

/** An action from what a statement answered. */
export function pendingActionOf(record: PendingRecord): PendingAction {
  const { id, action, status, namespace, requestedBy, requestedAt } = record;
  const approver = {
    kind: record.approverKind ?? ('HUMAN' as const),
    agentId: record.approverAgentId ?? null,
    count: record.approverCount ?? null,
  };
  const approvals = [...record.approvals].sort((a, b) => (a.approvedAt < b.approvedAt ? -1 : 1));
  return {
    ...{ id, action, status, namespace, memoryId: record.memoryId ?? null },
    payload: JSON.parse(record.payloadJson) as unknown,
    ...{ requestedBy, requestedAt, expiresAt: record.expiresAt ?? null, approver, approvals },
    votesNeeded: status === 'PENDING' ? votesMissing(approver, approvals) : null,
    decidedBy: record.decidedBy ?? null,
    decidedAt: record.decidedAt ?? null,
    reason: record.reason ?? null,
    failure:
      record.failureCode === undefined ? null : { code: record.failureCode, message: record.failureMessage ?? '' },
  };
}
