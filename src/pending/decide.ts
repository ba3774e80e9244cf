import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { oversees, principalOf } from '../agent/principal.ts';
import { toLocalDateTime } from '../database/values.ts';
import { OperationRefused } from '../errors.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import type { Memory } from '../memory/memory.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import { execute } from '../pipeline/execute.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { APPROVABLE, SEVERAL_COMMITS } from './approvable.ts';
import type { PendingAction } from './pendingAction.ts';
import { readPendingAction, type StoredAction } from './read.ts';

/** What a decision came to. */
export interface Decided {
  readonly pending: PendingAction;
  /** The memory that the approved operation made or changed, where it answers one. */
  readonly memory: Memory | null;
}

const approveInput = z.object({ id: memoryIdSchema });
const rejectInput = approveInput.extend({ reason: z.string().max(1000, 'at most 1,000 characters').nullish() });

/**
 * `approvePendingAction`: carries out what somebody wanted to do, as they would have, without asking again the hooks that
 * asked. Approval and operation commit together. For an approver or admin other than who asked (spec memory-system §8.3, its
 * gap closed). When the operation is refused, because the world has changed, the action goes on waiting.
 */
export const approvePendingAction: Operation<z.output<typeof approveInput>, StoredAction, Decided> = {
  ...decision('approvePendingAction'),
  input: approveInput,
  async run(context, _input, action) {
    return await stepwise<{ token: string }, Decided>(context, {
      plan: async () => ({ plan: { token: randomUUID() } }),
      carryOut: ({ token }) => approve(context, action.id, token),
    });
  },
};

/** `rejectPendingAction`: nothing comes of the action. For an approver or admin other than who asked. */
export const rejectPendingAction: Operation<z.output<typeof rejectInput>, StoredAction, Decided> = {
  ...decision('rejectPendingAction'),
  input: rejectInput,
  async run(context, { reason }, action) {
    return await stepwise<{ token: string }, Decided>(context, {
      plan: async () => ({ plan: { token: randomUUID() } }),
      async carryOut({ token }) {
        const decided = await readPendingAction(context, action.id);
        if (decided.decisionToken !== token) await settle(context, action.id, 'REJECTED', token, reason ?? null);
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
    check({ principal }: OperationContext, _input: unknown, { requestedBy }: StoredAction) {
      if (!oversees(principal))
        throw new OperationRefused('FORBIDDEN', 'only an approver or admin decides', { roles: principal.roles });
      if (requestedBy === principal.agentId)
        throw new OperationRefused('FORBIDDEN', 'somebody else than who asked must decide', { requestedBy });
    },
  };
}

async function approve(context: OperationContext, id: string, token: string): Promise<Decided> {
  const action = await readPendingAction(context, id);
  if (action.decisionToken === token) return { pending: action, memory: null };
  if (action.status !== 'PENDING') throw decidedMeanwhile(id, action.status);
  const operation = APPROVABLE.get(action.operation);
  if (!operation) throw new OperationRefused('UNAVAILABLE', `this server has no operation ${action.operation}`);
  const approval = { id, decidedBy: context.principal.agentId, token };
  const answer = (await execute(operation, action.payload, {
    services: context.services,
    principal: principalOf(action.requestedBy, action.requesterHome, action.requesterRoles),
    bookmarks: context.bookmarks,
    idempotencyKey: `approval:${id}`,
    answeredHookIds: new Set(action.askedBy),
    ...(SEVERAL_COMMITS.has(operation.name) ? {} : { approval }),
  })) as { readonly memory?: Memory | null };
  let pending = await readPendingAction(context, id);
  if (pending.status === 'PENDING') {
    // What commits more than once, or had nothing to commit, or waits for another question now.
    await settle(context, id, 'APPROVED', token, null);
    pending = await readPendingAction(context, id);
  }
  // The operation answered what it had answered to somebody who was faster.
  if (pending.decisionToken !== token) throw decidedMeanwhile(id, pending.status);
  return { pending, memory: answer.memory ?? null };
}

/** @throws OperationRefused PENDING_ACTION_STATE_INVALID when somebody was faster, or nobody in time */
async function settle(
  context: OperationContext,
  id: string,
  status: 'APPROVED' | 'REJECTED',
  token: string,
  reason: string | null,
): Promise<void> {
  const { services, principal } = context;
  const decided = await services.database.write((run) =>
    run<{ id: string }>('pending/decide', {
      now: toLocalDateTime(services.clock()),
      rows: [{ id, status, decidedBy: principal.agentId, token, reason }],
    }),
  );
  if (decided.length > 0) return;
  const { decisionToken, status: is } = await readPendingAction(context, id);
  // A retried commit may have gone through unseen.
  if (decisionToken !== token) throw decidedMeanwhile(id, is);
}
