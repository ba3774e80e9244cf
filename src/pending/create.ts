import { randomUUID } from 'node:crypto';
import { claimIdempotencyKeys, REPLAY, settleIdempotencyKeys } from '../database/idempotency.ts';
import { fromIso } from '../database/values.ts';
import type { Outcome } from '../database/write.ts';
import type { Approver } from '../governance/approver.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { keyReused } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { PENDING_LIFETIME_MS, type PendingAction } from './pendingAction.ts';

/** Who asked, and what. */
export interface PendingQuestion {
  readonly reason: string;
  /** Hooks whose question this is; they are not asked again once it is answered. */
  readonly askedBy: readonly string[];
  /** Who decides. */
  readonly approver?: Approver;
}

/**
 * Queues an operation until somebody decides; its input is kept as the hooks left it. The client's key stands for the
 * answer as for any other: a repetition queues nothing.
 * @param answer the operation's answer while the action waits
 * @throws OperationRefused CONFLICT when the key was used for another input
 */
export async function createPendingAction<Result>(
  { services, principal, idempotency, answeredHookIds = new Set() }: OperationContext,
  operation: string,
  request: GovernedRequest,
  input: unknown,
  question: PendingQuestion,
  answer: (action: PendingAction) => Result,
): Promise<Result> {
  const now = services.clock();
  const action: PendingAction = {
    id: randomUUID(),
    action: request.action,
    status: 'PENDING',
    namespace: request.namespace,
    memoryId: request.memoryId,
    payload: JSON.parse(JSON.stringify(input)) as unknown,
    requestedBy: principal.agentId,
    requestedAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + PENDING_LIFETIME_MS).toISOString(),
    decidedBy: null,
    decidedAt: null,
    reason: question.reason,
  };
  const { payload, ...plain } = action;
  const record = {
    ...plain,
    requestedAt: fromIso(action.requestedAt),
    expiresAt: fromIso(action.expiresAt ?? action.requestedAt),
    payloadJson: JSON.stringify(payload),
    operation,
    // Who got an answer before is not asked again either.
    askedBy: [...answeredHookIds, ...question.askedBy],
    requesterHome: principal.home,
    requesterRoles: principal.roles,
  };
  const result = answer(action);
  const keyed = idempotency ? [{ index: 0, idempotency: { ...idempotency, result: () => result } }] : [];
  return await services.database.write(async (run) => {
    const outcomes = new Map<number, Outcome>();
    await claimIdempotencyKeys(run, keyed, outcomes, now);
    const earlier = outcomes.get(0);
    if (earlier?.outcome === REPLAY) return earlier['result'] as Result;
    if (earlier) throw keyReused();
    await run('pending/create', { record });
    await settleIdempotencyKeys(run, keyed, new Map([[0, { outcome: 'OK' }]]));
    return result;
  });
}
