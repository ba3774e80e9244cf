import { OperationRefused } from '../errors.ts';
import { decide } from '../governance/decide.ts';
import { createPendingAction } from '../pending/create.ts';
import { earlierResult, idempotencyOf } from './idempotency.ts';
import type { Operation, OperationContext } from './operation.ts';
import { parseInput } from './parseInput.ts';

/**
 * The one way an operation runs (design §3): parse → prepare → pre-hooks → governance → check → run, or wait for a person
 * whom a hook wants to ask. The write's
 * event commits with it; post-hooks and subscribers follow from the outbox and never hold up the answer.
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

async function once<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  checked: Input,
  context: OperationContext,
): Promise<Result> {
  let input = checked;
  let prepared = await operation.prepare(context, input);
  let asked: { reason: string; askedBy: string[] } | undefined;

  for (const hook of operation.preHooks) {
    if (hook.when && !hook.when(input, prepared)) continue;
    const namespace = hook.namespace(input, prepared);
    const { hooks } = context.services;
    if (!hooks.has(hook.event, namespace)) continue;
    const verdict = await hooks.firePre(hook.event, hook.payload(input, prepared, context), {
      namespace,
      skipHookIds: context.answeredHookIds,
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

  const request = operation.governed(input, prepared, context);
  if (request) {
    const decision = decide(request, context.principal);
    if (decision.outcome === 'deny') {
      throw new OperationRefused(
        'GOVERNANCE_DENIED',
        `${request.action.toLowerCase()} denied by governance: ${decision.reason}`,
        {
          action: request.action,
          deniedLevel: decision.level,
          namespace: request.namespace,
          agentId: context.principal.agentId,
          reason: decision.reason,
        },
      );
    }
  }

  operation.check?.(context, input, prepared);
  // Nobody is asked about what would be refused whatever they say.
  if (asked) return await queue(operation, context, input, prepared, asked);
  return await operation.run(context, input, prepared);
}

function refuseViewer({ principal }: OperationContext): void {
  const writes = principal.roles.some((role) => role === 'agent' || role === 'admin' || role === 'approver');
  if (!writes) throw new OperationRefused('FORBIDDEN', 'a viewer may read, not write', { roles: principal.roles });
}

async function queue<Input, Prepared, Result>(
  operation: Operation<Input, Prepared, Result>,
  context: OperationContext,
  input: Input,
  prepared: Prepared,
  question: { reason: string; askedBy: string[] },
): Promise<Result> {
  const request = operation.governed(input, prepared, context);
  if (!request || !operation.pending) throw new OperationRefused('FORBIDDEN', question.reason);
  const { pending } = operation;
  return await createPendingAction(context, operation.name, request, input, question, (action) => pending(action));
}
