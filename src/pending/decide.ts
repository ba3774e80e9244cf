import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { memoryIdSchema } from '../memory/bounds.ts';
import type { Memory } from '../memory/memory.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { approve } from './approve.ts';
import { refuseNotEntitled } from './entitled.ts';
import type { PendingAction } from './pendingAction.ts';
import { readPendingAction, type StoredAction } from './read.ts';
import { settle } from './settle.ts';

/** What a decision came to. */
export interface Decided {
  readonly pending: PendingAction;
  /** The memory that the approved operation made or changed, where it answers one. */
  readonly memory: Memory | null;
}

const approveInput = z.object({ id: memoryIdSchema });
const rejectInput = approveInput.extend({ reason: z.string().max(1000, 'at most 1,000 characters').nullish() });

/**
 * `approvePendingAction`: a vote for what somebody wanted to do. The vote that is enough carries it out, as who asked would have,
 * without asking again the hooks that asked; vote, decision and operation commit together. For whom the action names, never
 * who asked (spec memory-system §8.3, its gap closed). When the operation is refused for good, because the world has changed, the
 * action ends with that reason.
 */
export const approvePendingAction: Operation<z.output<typeof approveInput>, StoredAction, Decided> = {
  ...decision('approvePendingAction'),
  input: approveInput,
  async run(context, _input, action) {
    return await stepwise<{ token: string }, Decided>(context, {
      plan: async () => ({ plan: { token: randomUUID() } }),
      // One after the other: an operation must not meet what the same action is just about to write.
      carryOut: ({ token }) =>
        context.services.turns.take(`pending:${action.id}`, () => approve(context, action.id, token)),
    });
  },
};

/** `rejectPendingAction`: nothing comes of the action. One vote of those whom it names is enough, never of who asked. */
export const rejectPendingAction: Operation<z.output<typeof rejectInput>, StoredAction, Decided> = {
  ...decision('rejectPendingAction'),
  input: rejectInput,
  async run(context, { reason }, action) {
    return await stepwise<{ token: string }, Decided>(context, {
      plan: async () => ({ plan: { token: randomUUID() } }),
      async carryOut({ token }) {
        const decided = await readPendingAction(context, action.id);
        if (decided.decisionToken !== token)
          await settle(context, action.id, token, { change: 'REJECTED', reason: reason ?? null });
        return { pending: await readPendingAction(context, action.id), memory: null };
      },
    });
  },
};

/** What both decisions have in common: who may decide. */
function decision(name: string) {
  return {
    name,
    kind: 'write' as const,
    prepare: (context: OperationContext, { id }: { id: string }) => readPendingAction(context, id),
    preHooks: [],
    governed: () => null,
    check({ principal }: OperationContext, _input: unknown, action: StoredAction) {
      refuseNotEntitled(action, principal, action.standing);
    },
  };
}
