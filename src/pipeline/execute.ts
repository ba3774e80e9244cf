import { setTimeout as sleep } from 'node:timers/promises';
import { OperationRefused } from '../errors.ts';
import { approvableOf, ask, type Approvable } from '../governance/ask.ts';
import { judge, judgedOf } from '../governance/judge.ts';
import type { HookAnswers, HookQuestion } from '../governance/question.ts';
import { refuseDenied } from '../governance/refuse.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { HookRuns } from './hookRuns.ts';
import { earlierResult, idempotencyOf } from './idempotency.ts';
import type { Operation, OperationContext } from './operation.ts';
import { Overtaken } from './overtaken.ts';
import { parseInput } from './parseInput.ts';

const TRIES = 100;

/**
 * The one way an operation runs (design §3): parse → prepare → pre-hooks → governance → check → run, or wait for somebody
 * whom a policy or a hook wants to ask. The write's event commits with it; post-hooks and subscribers follow from the outbox and never hold up the answer.
 * @throws OperationRefused for every refusal that has a code
 */
export async function execute<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  raw: unknown,
  caller: OperationContext,
): Promise<Result> {
  if (operation.kind === 'write') refuseViewer(caller);
  const input = parseInput(operation.input, raw);
  const idempotency = idempotencyOf(caller, operation.name, input);
  const context = { ...caller, idempotency };
  if (!idempotency) return await once(operation, input, context);
  const earlier = await earlierResult<Result>(context, idempotency);
  if (earlier !== undefined) return earlier;
  try {
    return await once(operation, input, context);
  } catch (refusal) {
    // The same request may have committed meanwhile, and its own effect be the reason for this refusal.
    const meanwhile = refusal instanceof OperationRefused && (await earlierResult<Result>(context, idempotency));
    if (meanwhile) return meanwhile;
    throw refusal;
  }
}

/** Records of pre-hooks go with the operation's commit; when there is none, or it did not take them, they are kept after it. */
async function once<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  input: Input,
  context: OperationContext,
): Promise<Result> {
  const hookRuns = new HookRuns();
  try {
    return await steps(operation, input, { ...context, hookRuns });
  } finally {
    context.services.journal.keep(hookRuns.take());
  }
}

async function steps<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  checked: Input,
  context: OperationContext,
): Promise<Result> {
  let input = checked;
  let prepared = await operation.prepare(context, input);
  let asked: HookQuestion | null = null;

  for (const hook of operation.preHooks) {
    if (hook.applies?.(input, prepared) === false) continue;
    const namespace = hook.namespace(input, prepared);
    const { hooks } = context.services;
    if (!hooks.has(hook.event, namespace)) continue;
    const verdict = await hooks.firePre(hook.event, hook.payload(input, prepared, context), {
      namespace,
      skipHookIds: context.answeredHookIds,
      agentId: context.principal.agentId,
      trigger: operation.name,
      keep: context.hookRuns?.add,
    });
    if (verdict.outcome === 'denied') {
      if (hook.denied) return hook.denied(input, verdict);
      throw new OperationRefused('HOOK_DENIED', verdict.reason, {
        hookId: verdict.hookId,
        hookCode: verdict.code,
        event: hook.event,
      });
    }
    if (verdict.outcome === 'modified' || (verdict.outcome === 'asked' && Object.keys(verdict.delta).length > 0)) {
      input = parseInput(operation.input, hook.apply(input, verdict.delta));
      prepared = await operation.prepare(context, input);
    }
    if (verdict.outcome === 'asked') {
      asked = {
        reason: verdict.questions[0]?.prompt ?? 'a hook asks',
        askedBy: verdict.questions.map(({ hookId }) => hookId),
      };
      break;
    }
  }

  const answers: HookAnswers = new Map();
  for (let attempt = 1; ; attempt++) {
    const judgement = await judge(context, operation.name, requestsOf(operation, input, prepared, context), answers);
    await refuseDenied(context, judgement, operation.pending !== undefined && !context.unattended);
    const judged = { ...context, judged: judgedOf(context, judgement) };
    operation.check?.(judged, input, prepared);
    // Nobody is asked about what would be refused whatever they say.
    const question = approvableOf(judgement, asked);
    if (asked && !question) throw new OperationRefused('FORBIDDEN', asked.reason);
    try {
      if (question) return await queue(operation, judged, input, question);
      const result = await operation.run(judged, input, prepared);
      countAllowed(judged);
      return result;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt === TRIES) throw new OperationRefused('UNAVAILABLE', 'others write the same too fast');
    }
    // What was judged is not what is there any more. Hooks saw the input, which is the same: they are not asked again.
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
    prepared = await operation.prepare(context, input);
  }
}

function requestsOf<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  input: Input,
  prepared: Prepared,
  context: OperationContext,
): readonly GovernedRequest[] {
  return [operation.governed(input, prepared, context) ?? []].flat();
}

/** Counts what policies allowed. */
function countAllowed({ services, judged }: OperationContext): void {
  for (const { request, policyId } of judged?.decisions ?? [])
    if (policyId !== null) services.governance.counted({ action: request.action, outcome: 'allow' });
}

function refuseViewer({ principal }: OperationContext): void {
  const writes = principal.roles.some((role) => role === 'agent' || role === 'admin' || role === 'approver');
  if (!writes) throw new OperationRefused('FORBIDDEN', 'a viewer may read, not write', { roles: principal.roles });
}

async function queue<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  context: OperationContext,
  input: Input,
  question: Approvable,
): Promise<Result> {
  const { pending } = operation;
  if (!pending || context.unattended) throw new OperationRefused('FORBIDDEN', question.reason);
  return await ask(context, operation.name, input, question, (action) => pending.call(operation, action));
}
