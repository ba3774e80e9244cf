import { OperationRefused } from '../errors.ts';
import type { ChainResult } from '../hook/chainResult.ts';
import type { DeltaOf, PayloadOf } from '../hook/payload/codec.ts';
import { fromWireAction, toWireAction } from '../hook/wire/action.ts';
import { withoutUnset } from '../hook/wire/values.ts';
import { readMemories } from '../memory/read.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { GovernedRequest } from './request.ts';

/** What is put to governance, once the hooks of `pre_governance_decision` have seen it. */
export interface Question {
  readonly request: GovernedRequest;
  /** In whose place it is judged: the caller, unless a hook names another agent. */
  readonly agentId: string;
  /** Hooks that want to ask a person, and what. */
  readonly asked: HookQuestion | null;
  /** A hook's no. */
  readonly denied: HookRefusal | null;
}

/** A question of hooks. */
export interface HookQuestion {
  readonly reason: string;
  readonly askedBy: readonly string[];
}

/** A no of a hook. */
export type HookRefusal = Extract<ChainResult, { outcome: 'denied' }>;

/** What hooks said about the requests of one operation, so that nobody is asked twice while it is judged again. */
export type HookAnswers = Map<string, Promise<ChainResult>>;

/** What a request becomes when the hooks that listen have had their say. */
export async function questionOf(
  context: OperationContext,
  operation: string,
  request: GovernedRequest,
  answers: HookAnswers,
): Promise<Question> {
  const { hooks } = context.services;
  const { agentId } = context.principal;
  if (!hooks.has('pre_governance_decision', request.namespace)) return { request, agentId, asked: null, denied: null };
  const payload: PayloadOf<'pre_governance_decision'> = withoutUnset({
    namespace: request.namespace,
    action: toWireAction(request.action),
    agent_id: agentId,
    memory_id: request.memoryId ?? undefined,
  });
  const key = JSON.stringify(payload);
  const answer = answers.get(key) ?? fire(context, operation, payload);
  answers.set(key, answer);
  const verdict = await answer;
  const asked =
    verdict.outcome === 'asked'
      ? {
          reason: verdict.questions[0]?.prompt ?? 'a hook asks',
          askedBy: verdict.questions.map(({ hookId }) => hookId),
        }
      : null;
  if (verdict.outcome === 'denied') return { request, agentId, asked, denied: verdict };
  const delta = ('delta' in verdict ? verdict.delta : {}) as DeltaOf<'pre_governance_decision'>;
  return {
    request: await rewritten(context, request, delta),
    agentId: delta.agent_id ?? agentId,
    asked,
    denied: null,
  };
}

/** The refusal of an operation that a hook of governance denied. */
export function hookRefusal({ reason, hookId, code }: HookRefusal): OperationRefused {
  return new OperationRefused('HOOK_DENIED', reason, { hookId, hookCode: code, event: 'pre_governance_decision' });
}

function fire(
  { services, principal, answeredHookIds, hookRuns }: OperationContext,
  operation: string,
  payload: PayloadOf<'pre_governance_decision'>,
): Promise<ChainResult> {
  return services.hooks.firePre('pre_governance_decision', payload, {
    namespace: payload.namespace,
    skipHookIds: answeredHookIds,
    agentId: principal.agentId,
    trigger: operation,
    keep: hookRuns?.add,
  });
}

/** The request as a hook wants it judged; what is done stays the same. */
async function rewritten(
  context: OperationContext,
  request: GovernedRequest,
  delta: DeltaOf<'pre_governance_decision'>,
): Promise<GovernedRequest> {
  const memoryId = delta.memory_id ?? request.memoryId;
  let { owner } = request;
  if (memoryId !== null && memoryId !== request.memoryId) {
    // What the caller may not see has no author that it could be.
    const [memory] = await readMemories(context, [memoryId]);
    owner = memory?.agentId ?? null;
  }
  return {
    ...request,
    namespace: delta.namespace ?? request.namespace,
    // An action that is none leaves the question as it was.
    action: (delta.action === undefined ? null : fromWireAction(delta.action)) ?? request.action,
    memoryId,
    owner,
  };
}
