import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { badUserInput, notFound } from '../errors.ts';
import type { HookDefinition } from '../hook/definition.ts';
import type { WireObject } from '../hook/executor.ts';
import { silenceOf } from '../hook/firesIn.ts';
import { outputLines } from '../hook/hookRun.ts';
import { isFiring } from '../hook/liveHooks.ts';
import { PAYLOAD_CODECS } from '../hook/payload/codec.ts';
import { fromWireName } from '../hook/wire/values.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';

const inputSchema = z.object({
  id: z.string().min(1, 'the id of a hook').max(256, 'at most 256 characters'),
  payload: z.record(z.string(), z.unknown(), 'an object'),
});

/** What a trial run came to. */
export interface Trial {
  readonly decision: 'ALLOW' | 'MODIFY' | 'DENY' | 'ASK_USER';
  readonly reason: string | null;
  readonly code: number | null;
  readonly prompt: string | null;
  readonly delta: WireObject | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly pending: PendingAction | null;
}

/** `testHook`: runs one hook with a payload; nothing comes of what it decides, and no record is kept. Only for admins. */
export const testHook: Operation<z.output<typeof inputSchema>, HookDefinition, Trial> = {
  name: 'testHook',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { id, payload }) {
    adminOnly(context, 'may reload or test hooks');
    const hook = context.services.hooks.hooks.find((one) => one.id === id);
    if (!hook) throw notFound('hook', id);
    if (!isFiring(hook)) throw badUserInput('id', 'a hook whose event fires', silenceOf(hook.event));
    const checked = PAYLOAD_CODECS[hook.event].payload.safeParse(payload);
    if (checked.success) return hook;
    const issue = checked.error.issues[0];
    throw badUserInput(['payload', ...(issue?.path ?? [])].join('.'), issue?.message ?? 'valid', `for ${hook.event}`);
  },
  preHooks: [],
  governed: () => null,
  async run(context, { payload }, hook) {
    return await stepwise<null, Trial>(context, {
      plan: async () => ({ plan: null }),
      carryOut: () => tryOut(context, hook, payload),
    });
  },
};

async function tryOut({ services }: OperationContext, hook: HookDefinition, payload: WireObject): Promise<Trial> {
  const { attempt, durationMs } = await services.hooks.tryOut(hook, payload);
  const nothing = { reason: null, code: null, prompt: null, delta: null, error: null, pending: null };
  if ('failure' in attempt) {
    const { failureCause, message, stderr } = attempt.failure;
    return {
      ...nothing,
      decision: hook.failMode === 'closed' ? 'DENY' : 'ALLOW',
      error: `${failureCause}: ${message}`,
      durationMs,
      stdout: [],
      stderr: outputLines(stderr ?? ''),
    };
  }
  const { decision, value, stderr } = attempt;
  return {
    ...nothing,
    decision: fromWireName(decision.action),
    ...(decision.action === 'deny' ? { reason: decision.reason, code: decision.code } : {}),
    ...(decision.action === 'ask_user' ? { prompt: decision.question.prompt } : {}),
    ...(decision.action === 'modify' ? { delta: decision.delta } : {}),
    durationMs,
    stdout: value === undefined ? [] : outputLines(JSON.stringify(value)),
    stderr: outputLines(stderr ?? ''),
  };
}
