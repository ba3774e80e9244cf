import type { GovernedAction } from '../governance/request.ts';
import type { Approval, RecordedApprover } from './approval.ts';

/** Where a pending action stands. */
export type PendingStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/** Why an approved action could not be carried out: the refusal it met. */
export interface PendingFailure {
  readonly code: string;
  readonly message: string;
}

/** An action that waits for approval (seed: PendingAction). Instants are ISO-8601 text. */
export interface PendingAction {
  readonly id: string;
  readonly action: GovernedAction;
  readonly status: PendingStatus;
  readonly namespace: string;
  readonly memoryId: string | null;
  readonly payload: unknown;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly expiresAt: string | null;
  readonly approver: RecordedApprover;
  /** Votes for it by registered agents, oldest first. */
  readonly approvals: readonly Approval[];
  /** How many more it takes; null once it does not wait any more. */
  readonly votesNeeded: number | null;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  readonly failure: PendingFailure | null;
}
