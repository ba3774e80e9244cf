import { randomUUID } from 'node:crypto';
import { appendEvents } from '../database/appendEvents.ts';
import type { RunStatement } from '../database/database.ts';
import { claimIdempotencyKeys, REPLAY, settleIdempotencyKeys } from '../database/idempotency.ts';
import { refuseMovedPolicy } from '../database/policyVersion.ts';
import { fromIso, integer } from '../database/values.ts';
import type { Outcome } from '../database/write.ts';
import { DEFAULT_APPROVER, type Approver } from '../governance/approver.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { keyReused } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { underPolicies } from '../pipeline/underPolicies.ts';
import { recordedApprover, votesMissing } from './approval.ts';
import { pendingChanged } from './changed.ts';
import type { PendingAction } from './pendingAction.ts';

/** Who asked, and what. */
export interface PendingQuestion {
  readonly reason: string;
  /** Hooks whose question this is; they are not asked again once it is answered. */
  readonly askedBy: readonly string[];
  /** Who decides; a person when nobody is named. */
  readonly approver?: Approver | undefined;
}

/**
 * Queues an operation until somebody decides; its input is kept as the hooks left it. The client's key stands for the
 * answer as for any other: a repetition queues nothing.
 * @param answer the operation's answer while the action waits
 * @throws OperationRefused CONFLICT when the key was used for another input
 * @throws Overtaken when the policies that ask have changed; nothing is queued then
 */
export async function createPendingAction<Result>(
  { services, principal, idempotency, judged, answeredHookIds = new Set() }: OperationContext,
  operation: string,
  request: GovernedRequest,
  input: unknown,
  question: PendingQuestion,
  answer: (action: PendingAction) => Result,
): Promise<Result> {
  const now = services.clock();
  const approver = recordedApprover(question.approver ?? DEFAULT_APPROVER);
  const action: PendingAction = {
    id: randomUUID(),
    action: request.action,
    status: 'PENDING',
    namespace: request.namespace,
    memoryId: request.memoryId,
    payload: JSON.parse(JSON.stringify(input)) as unknown,
    requestedBy: principal.agentId,
    requestedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + services.pendingLifetimeMs).toISOString(),
    approver,
    approvals: [],
    votesNeeded: votesMissing(approver, []),
    decidedBy: null,
    decidedAt: null,
    reason: question.reason,
    failure: null,
  };
  const record = {
    ...{ id: action.id, action: action.action, status: action.status, namespace: action.namespace },
    ...{ memoryId: action.memoryId, requestedBy: action.requestedBy, reason: action.reason },
    requestedAt: fromIso(action.requestedAt),
    expiresAt: fromIso(action.expiresAt ?? action.requestedAt),
    approverKind: approver.kind,
    approverAgentId: approver.agentId,
    approverCount: approver.count === null ? null : integer(approver.count),
    payloadJson: JSON.stringify(action.payload),
    operation,
    // Who got an answer before is not asked again either.
    askedBy: [...answeredHookIds, ...question.askedBy],
    requesterHome: principal.home,
    requesterRoles: principal.roles,
  };
  const result = answer(action);
  const keyed = idempotency ? [{ index: 0, idempotency: { ...idempotency, result: () => result } }] : [];
  const told = [pendingChanged(action, 'QUEUED', action.requestedBy)];
  const transaction = async (run: RunStatement): Promise<Result> => {
    const outcomes = new Map<number, Outcome>();
    await claimIdempotencyKeys(run, keyed, outcomes, now);
    const earlier = outcomes.get(0);
    if (earlier?.outcome === REPLAY) return earlier['result'] as Result;
    if (earlier) throw keyReused();
    const [created] = await run<{ isNew: boolean }>('pending/create', { record });
    await settleIdempotencyKeys(run, keyed, new Map([[0, { outcome: 'OK' }]]));
    // A retried commit may have gone through unseen: what it told is told.
    const version = created?.isNew ? await appendEvents(run, told, now) : null;
    if (version !== null) refuseMovedPolicy(judged?.version, version);
    return result;
  };
  const queued = await underPolicies(services, () => services.database.write(transaction));
  services.events.tail.wake();
  return queued;
}
