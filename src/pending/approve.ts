import { OperationRefused, type ErrorCodeName } from '../errors.ts';
import type { Memory } from '../memory/memory.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import { execute } from '../pipeline/execute.ts';
import { earlierResult, idempotencyOf } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { parseInput } from '../pipeline/parseInput.ts';
import { APPROVABLE, type Approvable } from './approvable.ts';
import { pendingChanged } from './changed.ts';
import type { Decided } from './decide.ts';
import { readPendingAction, type StoredAction } from './read.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';
import { settle } from './settle.ts';
import { vote } from './vote.ts';

interface Answer {
  readonly memory?: Memory | null;
}

/** Refusals that a later try may not meet: the action goes on waiting. After any other it ends. */
const PASSING: ReadonlySet<ErrorCodeName> = new Set([
  'UNAVAILABLE',
  'QUOTA_EXCEEDED',
  // Somebody else decided, and that stands.
  'PENDING_ACTION_STATE_INVALID',
]);

/**
 * A vote for an action, and what it asked for when no other vote is missing.
 * @param token names the decision, so that a repetition of it answers alike
 * @throws OperationRefused PENDING_ACTION_STATE_INVALID when it does not wait any more; what the operation is refused with
 */
export async function approve(context: OperationContext, id: string, token: string): Promise<Decided> {
  const action = await readPendingAction(context, id);
  const operation = APPROVABLE.get(action.operation);
  if (!operation) throw new OperationRefused('UNAVAILABLE', `this server has no operation ${action.operation}`);
  const requester = requesterContext(context, action);
  if (action.decisionToken === token) return await repeated(requester, operation, action);
  if (action.status !== 'PENDING') throw decidedMeanwhile(id, action.status);
  if (action.approver.kind === 'CONSENSUS' && !(await vote(context, id)))
    return { pending: await readPendingAction(context, id), memory: null };
  const memory = await carryOut(context, requester, operation, action, token);
  let pending = await readPendingAction(context, id);
  if (pending.status === 'PENDING') {
    // Nothing was left to commit, or it waits for another question now.
    await settle(context, id, token, { change: 'APPROVED' });
    pending = await readPendingAction(context, id);
  }
  // The operation answered what it had answered to somebody who was faster.
  if (pending.decisionToken !== token) throw decidedMeanwhile(id, pending.status);
  return { pending, memory };
}

/** Who asked, with the rights of then, and the answers that it got. */
function requesterContext({ services, bookmarks }: OperationContext, action: StoredAction): OperationContext {
  return {
    services,
    bookmarks,
    principal: action.requester,
    idempotencyKey: `approval:${action.id}`,
    answeredHookIds: new Set(action.askedBy),
  };
}

async function carryOut(
  context: OperationContext,
  requester: OperationContext,
  operation: Approvable,
  { id, payload }: StoredAction,
  token: string,
): Promise<Memory | null> {
  const decidedBy = context.principal.agentId;
  const event = (record: unknown) => pendingChanged(pendingActionOf(record as PendingRecord), 'APPROVED', decidedBy);
  try {
    const answer = (await execute(operation, payload, {
      ...requester,
      approval: { id, decidedBy, token, event },
    })) as Answer;
    return answer.memory ?? null;
  } catch (refusal) {
    if (refusal instanceof OperationRefused && !PASSING.has(refusal.code)) {
      const { code, message } = refusal;
      await settle(context, id, token, { change: 'FAILED', failure: { code, message } });
    }
    throw refusal;
  }
}

/** What the same decision answered before. */
async function repeated(context: OperationContext, operation: Approvable, action: StoredAction): Promise<Decided> {
  const { failure } = action;
  if (failure) throw new OperationRefused(failure.code as ErrorCodeName, failure.message);
  try {
    const idempotency = idempotencyOf(context, operation.name, parseInput(operation.input, action.payload));
    const answer = idempotency && (await earlierResult<Answer>(context, idempotency));
    return { pending: action, memory: answer?.memory ?? null };
  } catch (refusal) {
    // A purge took the text out of the input: the answer is gone with it.
    if (refusal instanceof OperationRefused) return { pending: action, memory: null };
    throw refusal;
  }
}
