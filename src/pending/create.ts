import { randomUUID } from 'node:crypto';
import { fromIso } from '../database/values.ts';
import type { GovernedRequest } from '../governance/request.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { PENDING_LIFETIME_MS, type PendingAction } from './pendingAction.ts';

/** Who asked, and what. */
export interface PendingQuestion {
  readonly reason: string;
  /** Hooks whose question this is; they are not asked again once it is answered. */
  readonly askedBy: readonly string[];
}

/** Queues an operation until somebody decides; its input is kept as the hooks left it. */
export async function createPendingAction(
  { services, principal }: OperationContext,
  operation: string,
  request: GovernedRequest,
  input: unknown,
  question: PendingQuestion,
): Promise<PendingAction> {
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
  await services.database.write((run) =>
    run('pending/create', {
      record: {
        ...plain,
        requestedAt: fromIso(action.requestedAt),
        expiresAt: fromIso(action.expiresAt ?? action.requestedAt),
        payloadJson: JSON.stringify(payload),
        operation,
        askedBy: question.askedBy,
        requesterHome: principal.home,
        requesterRoles: principal.roles,
      },
    }),
  );
  return action;
}
