import { randomUUID } from 'node:crypto';
import { appendEvents } from '../database/appendEvents.ts';
import type { RunStatement } from '../database/database.ts';
import { claimIdempotencyKeys, REPLAY, settleIdempotencyKeys } from '../database/idempotency.ts';
import { refuseMovedPolicy } from '../database/policyVersion.ts';
import { fromIso } from '../database/values.ts';
import type { Outcome } from '../database/write.ts';
import { DEFAULT_APPROVER } from '../governance/approver.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { keyReused } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { underPolicies } from '../pipeline/underPolicies.ts';
import { recordedApprover, votesMissing } from './approval.ts';
import { askAnew } from './askAnew.ts';
import { pendingChanged } from './changed.ts';
import type { PendingAction } from './pendingAction.ts';
import { askedProperties, type PendingQuestion } from './question.ts';

/**
 * Queues an operation until somebody decides; its input is kept as the hooks left it. The client's key stands for the
 * answer as for any other: a repetition queues nothing. What is carried out after an approval waits on as it is.
 * @param answer the operation's answer while the action waits
 * @throws OperationRefused CONFLICT when the key was used for another input
 * @throws Overtaken when the policies that ask have changed; nothing is queued then
 */
export async function createPendingAction<Result>(
  context: OperationContext,
  operation: string,
  request: GovernedRequest,
  input: unknown,
  question: PendingQuestion,
  answer: (action: PendingAction) => Result,
): Promise<Result> {
  const { services, principal, idempotency, judged, approval } = context;
  if (approval) return answer(await askAnew(context, approval, request, question));
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
    ...{ id: action.id, status: action.status, requestedBy: action.requestedBy },
    ...askedProperties(context, request, question),
    requestedAt: fromIso(action.requestedAt),
    expiresAt: fromIso(action.expiresAt ?? action.requestedAt),
    payloadJson: JSON.stringify(action.payload),
    operation,
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
