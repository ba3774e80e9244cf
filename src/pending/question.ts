import { integer } from '../database/values.ts';
import { DEFAULT_APPROVER, type Approver } from '../governance/approver.ts';
import type { GovernedRequest } from '../governance/request.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { recordedApprover } from './approval.ts';

/** Who asked, and what. */
export interface PendingQuestion {
  readonly reason: string;
  /** Hooks whose question this is; they are not asked again once it is answered. */
  readonly askedBy: readonly string[];
  /** What policies leave to the approver (`coverOf`). */
  readonly covers: readonly string[];
  /** Who decides; a person when nobody is named. */
  readonly approver?: Approver | undefined;
}

/** The properties of an action that follow from the question. */
export function askedProperties(
  { answeredHookIds = new Set(), approved = new Set() }: Pick<OperationContext, 'answeredHookIds' | 'approved'>,
  { action, namespace, memoryId }: GovernedRequest,
  { reason, askedBy, covers, approver = DEFAULT_APPROVER }: PendingQuestion,
) {
  const { kind, agentId, count } = recordedApprover(approver);
  return {
    ...{ action, namespace, memoryId, reason },
    approverKind: kind,
    approverAgentId: agentId,
    approverCount: count === null ? null : integer(count),
    // Who got an answer before is not asked again, and what was approved stays so.
    askedBy: [...answeredHookIds, ...askedBy],
    covers: [...approved, ...covers],
  };
}
