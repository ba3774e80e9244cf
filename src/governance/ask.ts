import { createPendingAction } from '../pending/create.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { coverOf, haveSameApprover } from './approved.ts';
import type { Approver } from './approver.ts';
import type { GovernanceDecision } from './decide.ts';
import { decisionEvent, tell } from './decisionEvent.ts';
import type { Judgement } from './judge.ts';
import type { HookQuestion } from './question.ts';
import type { GovernedRequest } from './request.ts';

/** What somebody must be asked before an operation may run. */
export interface Approvable {
  readonly reason: string;
  /** Hooks whose question it is. */
  readonly askedBy: readonly string[];
  readonly request: GovernedRequest;
  readonly approver: Approver;
  /** What the approver decides for policies (`coverOf`). */
  readonly covers: readonly string[];
  /** The decision that asks; null when only a hook of another event does. */
  readonly decision: Pick<GovernanceDecision, 'request' | 'agentId' | 'level'> | null;
}

/**
 * What must be asked, by hooks of the operation, by hooks of governance, or by a policy: one question, which the approver of
 * the policy answers for all that is his to decide. What is left to others is asked when it is carried out.
 * @param asked what the operation's own hooks ask
 * @returns null when nobody has to be asked
 */
export function approvableOf({ decisions, questions }: Judgement, asked: HookQuestion | null): Approvable | null {
  const byPolicy = decisions.find(({ outcome }) => outcome === 'ASK');
  const place = questions.findIndex((question) => question.asked !== null);
  const byHook = decisions[place];
  const about = byPolicy ?? byHook ?? decisions[0];
  const hookQuestions = [...(asked ? [asked] : []), ...questions.flatMap((question) => question.asked ?? [])];
  if (!about || (!byPolicy && hookQuestions.length === 0)) return null;
  const { request, agentId, level, reason, policy } = about;
  const covered = decisions.filter((one) => one.outcome === 'ASK' && haveSameApprover(one.policy, policy));
  return {
    reason: hookQuestions[0]?.reason ?? reason ?? '',
    askedBy: hookQuestions.flatMap(({ askedBy }) => askedBy),
    request,
    approver: policy.approver.value,
    covers: covered.map((one) => coverOf(one.request, one.policy)),
    decision: byPolicy || byHook ? { request, agentId, level: byPolicy ? level : null } : null,
  };
}

/** Queues an operation until somebody decides, and tells of the question, once. */
export async function ask<Result>(
  context: OperationContext,
  operation: string,
  input: unknown,
  { request, decision, ...question }: Approvable,
  answer: (action: PendingAction) => Result,
): Promise<Result> {
  let mine: PendingAction | undefined;
  const result = await createPendingAction(context, operation, request, input, question, (action) => {
    mine = action;
    return answer(action);
  });
  // A repetition answers with the action that was queued before, which was told of then.
  const { pending } = result as { readonly pending?: PendingAction | null };
  if (!decision || !mine || pending?.id !== mine.id) return result;
  context.services.governance.counted({ action: request.action, outcome: 'ask' });
  const told = { outcome: 'ASK', level: decision.level, reason: question.reason, pendingId: mine.id } as const;
  await tell(context, decisionEvent(context, decision, told));
  return result;
}
