import type { GovernedAction } from '../governance/request.ts';

/** Where a pending action stands. */
export type PendingStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

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
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
}

/** How long an action waits before it lapses (spec memory-system §8.3). */
export const PENDING_LIFETIME_MS = 24 * 60 * 60 * 1000;
