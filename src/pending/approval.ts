import type { Approver } from '../governance/approver.ts';

/** A vote for an action (seed: Approval). */
export interface Approval {
  readonly agentId: string;
  /** ISO-8601 UTC text. */
  readonly approvedAt: string;
}

/** Who decides about an action, as clients see it. */
export interface RecordedApprover {
  readonly kind: 'HUMAN' | 'AGENT' | 'CONSENSUS';
  /** The one who decides; null unless kind is AGENT. */
  readonly agentId: string | null;
  /** How many must agree; null unless kind is CONSENSUS. */
  readonly count: number | null;
}

/** An approver of a policy, as it is noted at the action. */
export function recordedApprover(approver: Approver): RecordedApprover {
  if (approver.kind === 'agent') return { kind: 'AGENT', agentId: approver.agentId, count: null };
  if (approver.kind === 'consensus') return { kind: 'CONSENSUS', agentId: null, count: approver.count };
  return { kind: 'HUMAN', agentId: null, count: null };
}

/** How many more votes an action takes. */
export function votesMissing({ kind, count }: RecordedApprover, approvals: readonly Approval[]): number {
  return kind === 'CONSENSUS' ? Math.max((count ?? 1) - approvals.length, 0) : 1;
}
