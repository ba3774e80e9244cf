import { OperationRefused, type ErrorCodeName } from '../errors.ts';
import { mayRead, readerOf, readersOf } from '../governance/audience.ts';
import type { Memory } from '../memory/memory.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import { execute } from '../pipeline/execute.ts';
import { earlierResult, idempotencyOf } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { parseInput } from '../pipeline/parseInput.ts';
import { APPROVABLE, type Approvable } from './approvable.ts';
import { pendingChanged } from './changed.ts';
import type { Decided } from './decide.ts';
import type { PendingAction } from './pendingAction.ts';
import { readPendingAction, type StoredAction } from './read.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';
import { settle } from './settle.ts';
import { vote } from './vote.ts';

interface Answer {
  readonly memory?: Memory | null;
  /** Set when it needs an approval of others too. */
  readonly pending?: PendingAction | null;
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
  if (action.decisionToken === token) return inView(context, await repeated(requester, operation, action));
  if (action.status !== 'PENDING') throw decidedMeanwhile(id, action.status);
  if (action.approver.kind === 'CONSENSUS' && !(await vote(context, id)))
    return { pending: await readPendingAction(context, id), memory: null };
  const { memory = null, pending: asked } = await carryOut(context, requester, operation, action, token);
  if (asked) return { pending: asked, memory: null };
  let pending = await readPendingAction(context, id);
  if (pending.status === 'PENDING') {
    // Nothing was left to commit.
    await settle(context, id, token, { change: 'APPROVED' });
    pending = await readPendingAction(context, id);
  }
  // The operation answered what it had answered to somebody who was faster.
  if (pending.decisionToken !== token) throw decidedMeanwhile(id, pending.status);
  return inView(context, { pending, memory });
}

/** Who decides about a memory need not be one who may read it. */
function inView({ principal }: OperationContext, { pending, memory }: Decided): Decided {
  const isInView = memory !== null && mayRead(readerOf(principal), readersOf(memory));
  return { pending, memory: isInView ? memory : null };
}

/** Who asked, with the rights of then, and the answers that it got. */
function requesterContext({ services, bookmarks }: OperationContext, action: StoredAction): OperationContext {
  return {
    services,
    bookmarks,
    principal: action.requester,
    pendingId: action.id,
    answeredHookIds: new Set(action.askedBy),
    approved: new Set(action.covers),
  };
}

async function carryOut(
  context: OperationContext,
  requester: OperationContext,
  operation: Approvable,
  { id, payload }: StoredAction,
  token: string,
): Promise<Answer> {
  const decidedBy = context.principal.agentId;
  const event = (record: unknown) => pendingChanged(pendingActionOf(record as PendingRecord), 'APPROVED', decidedBy);
  try {
    return (await execute(operation, payload, {
      ...requester,
      approval: { id, decidedBy, token, event },
    })) as Answer;
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
