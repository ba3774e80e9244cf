import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { fromWireName, toWireName } from '../hook/wire/values.ts';
import { isWithin } from '../namespace/path.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { refuseTooDeep } from '../reflection/depthCap.ts';
import { memoryIdSchema, namespaceSchema } from './bounds.ts';
import { changeOf } from './change.ts';
import { cloneFieldsSchema, cloneInto, cloneOf } from './clone.ts';
import { expiryAfterRise } from './expiry.ts';
import { TIERS, type Memory, type Tier } from './memory.ts';
import { readMemories } from './read.ts';
import { refuseUnreadable } from './refuseUnreadable.ts';
import { writeChange } from './writeChange.ts';

const TRIES = 100;
/** What a memory can be promoted to (spec memory-system §3.4). */
const TARGETS = ['MID', 'LONG'] as const;

const inputSchema = z
  .object({
    id: memoryIdSchema,
    toTier: z.enum(TARGETS, `one of ${TARGETS.join(', ')}`).nullish(),
    toNamespace: namespaceSchema.nullish(),
    /** What a `pre_store` hook changed about the clone. */
    clone: cloneFieldsSchema.nullish(),
  })
  .refine(({ toTier, toNamespace }) => toTier == null || toNamespace == null, {
    path: ['toNamespace'],
    message: 'absent when toTier is given',
  });

/** A promotion, checked. */
export type PromoteInput = z.output<typeof inputSchema>;

/** What `promoteMemory` did. */
export interface PromoteResult {
  readonly memory: Memory | null;
  readonly pending: PendingAction | null;
}

/**
 * `promoteMemory`: raises a memory to a tier, LONG when nothing is said, or puts a clone of it into a namespace above
 * (spec memory-system §3.4). The tier that a memory has already is no change. A clone is a store too: `pre_store` hooks of
 * the namespace above are asked, and governance is asked about both.
 */
export const promoteMemory: Operation<PromoteInput, Memory, PromoteResult> = {
  name: 'promoteMemory',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { id }) {
    const [memory] = await readMemories(context, [id]);
    if (!memory) throw notFound('memory', id);
    return memory;
  },
  preHooks: [
    {
      event: 'pre_promote',
      payload: (input, memory) => ({
        id: memory.id,
        from_tier: toWireName(memory.tier),
        to_tier: toWireName(input.toNamespace == null ? targetOf(input) : memory.tier),
      }),
      namespace: (_input, memory) => memory.namespace,
      // A clone keeps the tier of its source, whatever a hook says of it here.
      apply: (input, { id, to_tier: tier }) => ({
        ...input,
        ...(typeof id === 'string' ? { id } : {}),
        ...(typeof tier === 'string' && input.toNamespace == null ? { toTier: fromWireName(tier) } : {}),
      }),
    },
    {
      event: 'pre_store',
      applies: ({ toNamespace }) => toNamespace != null,
      payload: (input, memory, context) => memoryDeltaToWire(cloneOf(context, memory, input), memory.agentId),
      namespace: ({ toNamespace }) => toNamespace ?? null,
      apply: (input, delta) => {
        const { namespace, ...clone } = memoryDeltaFromWire(delta);
        return {
          ...input,
          toNamespace: namespace ?? input.toNamespace,
          clone: { ...input.clone, ...clone },
        };
      },
    },
  ],
  governed: ({ toNamespace }, { id, namespace, agentId, reflectionDepth: depth }) => [
    { action: 'PROMOTE', namespace, memoryId: id, owner: agentId },
    ...(toNamespace == null
      ? []
      : [{ action: 'STORE' as const, namespace: toNamespace, memoryId: null, owner: agentId, depth }]),
  ],
  check(context, input, memory) {
    const { toNamespace } = input;
    refuseTooDeep(context);
    if (toNamespace == null) {
      refuseFall(memory, targetOf(input));
      return;
    }
    if (memory.namespace === toNamespace || !isWithin(memory.namespace, toNamespace))
      throw badUserInput('toNamespace', `a namespace above ${memory.namespace}`, toNamespace);
    // The clone keeps its author, whose titles nobody else may find out about.
    if (memory.scope === 'PRIVATE' && memory.agentId !== context.principal.agentId && !context.principal.readsAll)
      throw new OperationRefused('FORBIDDEN', 'only its author may put a private memory elsewhere', { id: memory.id });
    refuseUnreadable(context, cloneOf(context, memory, input));
  },
  async run(context, input, { namespace }) {
    const { toNamespace } = input;
    if (toNamespace != null) return await cloneInto(context, { ...input, toNamespace });
    return await context.services.turns.take(input.id, () => raise(context, input, namespace));
  },
  pending: (pending) => ({ memory: null, pending }),
};

/** @param judgedIn the namespace whose policy was asked */
async function raise(context: OperationContext, input: PromoteInput, judgedIn: string): Promise<PromoteResult> {
  const tier = targetOf(input);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [memory] = await readMemories(context, [input.id]);
    if (!memory) throw notFound('memory', input.id);
    if (memory.namespace !== judgedIn) throw new Overtaken();
    if (memory.tier === tier) return { memory, pending: null };
    refuseFall(memory, tier);
    const now = context.services.clock();
    const change = changeOf(memory, { tier, expiresAt: expiryAfterRise(tier, memory.expiresAt, now) }, now);
    const committed = await writeChange(context, change, (after): PromoteResult => ({ memory: after, pending: null }), {
      asUpdate: false,
    });
    if ('result' in committed) return committed.result;
    if (committed.refused.outcome === 'NOT_FOUND') throw notFound('memory', input.id);
    // Another server changed it between our read and our write.
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
  }
  throw new OperationRefused('UNAVAILABLE', 'the memory changes too fast to be promoted');
}

function targetOf({ toTier }: PromoteInput): Tier {
  return toTier ?? 'LONG';
}

function refuseFall(memory: Memory, tier: Tier): void {
  if (TIERS.indexOf(tier) < TIERS.indexOf(memory.tier))
    throw badUserInput('toTier', `${memory.tier} or higher, since a tier only rises`, tier);
}
