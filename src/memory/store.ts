import { randomUUID } from 'node:crypto';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { badUserInput, notFound, OperationRefused } from '../errors.ts';
import { mayReadOwn, readerOf, readersOf } from '../governance/audience.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { lineage } from '../namespace/path.ts';
import { commit, isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { embedMemory } from './embed.ts';
import { expiryOf } from './expiry.ts';
import type { Memory } from './memory.ts';
import { mergeIntoHolder } from './merge.ts';
import { toRecord } from './record.ts';
import { citationsOf, storeInputSchema, type StoreInput } from './storeInput.ts';
import type { StoreResult } from './storeResult.ts';
import { titleKeyOf, titleStems, titleWriteKey } from './titleKey.ts';

/** `storeMemory`: one new memory, or one merged into the holder of its title. */
export const storeMemory: Operation<StoreInput, void, StoreResult> = {
  name: 'storeMemory',
  kind: 'write',
  input: storeInputSchema,
  prepare: async () => {},
  preHooks: [
    {
      event: 'pre_store',
      payload: (input, _prepared, { principal }) => memoryDeltaToWire(input, principal.agentId),
      namespace: (input) => input.namespace,
      apply: (input, delta) => ({ ...input, ...memoryDeltaFromWire(delta) }),
    },
  ],
  governed: (input, _prepared, { principal }) => ({
    action: 'STORE',
    namespace: input.namespace,
    memoryId: null,
    owner: principal.agentId,
  }),
  check(context, input) {
    refuseUnreadable(context, { scope: input.scope, namespace: input.namespace });
    refusePast(context, input);
    if (input.signature != null) {
      throw new OperationRefused('ATTESTATION_FAILED', `no key is registered for agent ${context.principal.agentId}`);
    }
  },
  async run(context, input) {
    if (input.onConflict === 'MERGE') {
      const merged = await mergeIntoHolder(context, input);
      if (merged) return merged;
    }
    return await create(context, input);
  },
  pending: (pending) => ({ memory: null, created: false, pending, detectConflicts: false }),
};

async function create(context: OperationContext, input: StoreInput): Promise<StoreResult> {
  const embedded = await embedMemory(context, input.title, input.content);
  const memory = newMemory(context, input, embedded.status);
  const episodeKey = input.episode == null ? null : [input.namespace, memory.agentId, input.episode].join('\u001f');
  const stored = (outcome: Outcome): StoreResult => ({
    memory: { ...memory, title: outcome['title'] as string, episode: (outcome['episode'] as string | null) ?? null },
    created: true,
    pending: null,
    detectConflicts: input.detectConflicts,
  });
  const committed = await commit<StoreResult>(context, {
    statement: 'memory/store',
    row: {
      record: toRecord(memory, { ...embedded.properties, episodeKey }),
      vector: embedded.vector,
      onConflict: input.onConflict,
      stems: titleStems(memory.title),
      follows: input.follows ?? null,
      reader: readerOf(context.principal),
    },
    keys: [titleWriteKey(titleKeyOf(memory)), ...(input.follows == null ? [] : [`memory:${input.follows}`])],
    namespaces: lineage(memory.namespace),
    passages: embedded.passages.length === 0 ? [] : [{ id: memory.id, parts: embedded.passages }],
    chain: { id: memory.id, follows: input.follows ?? null, episodeKey },
    events: (outcome) => [storeEvent(context, stored(outcome))],
    recover: (payload) => recovered(payload as StoreResult),
    result: stored,
  });
  if ('result' in committed) return committed.result;
  const { refused } = committed;
  // Somebody was faster to this title: a merge finds its holder now, a version the next number.
  if (isTitleTaken(refused) && input.onConflict !== 'ERROR') return await storeMemory.run(context, input);
  if (isTitleTaken(refused)) throw titleTaken(memory.namespace, memory.title, refused);
  if (refused.outcome === 'NO_FREE_TITLE') {
    throw new OperationRefused('CONFLICT', 'all titles up to (1024) are taken', {
      reason: 'TITLE_TAKEN',
      title: memory.title,
    });
  }
  if (refused.outcome === 'FOLLOWS_MISSING') throw notFound('memory', input.follows ?? '');
  throw new Error(`unexpected outcome ${refused.outcome}`);
}

/** A memory as a checked input describes it, not yet stored. */
export function newMemory(
  { services, principal }: OperationContext,
  input: StoreInput,
  embeddingStatus: Memory['embeddingStatus'],
): Memory {
  const now = services.clock();
  return {
    id: randomUUID(),
    tier: input.tier,
    namespace: input.namespace,
    title: input.title,
    content: input.content,
    tags: input.tags,
    priority: input.priority,
    confidence: input.confidence,
    source: input.source,
    accessCount: 0,
    createdAt: (input.createdAt ?? now).toISOString(),
    updatedAt: now.toISOString(),
    lastAccessedAt: null,
    expiresAt: expiryOf(input.tier, input, now),
    metadata: input.metadata,
    reflectionDepth: 0,
    memoryKind: input.kind,
    entityId: input.entityId ?? null,
    personaVersion: null,
    citations: citationsOf(input),
    sourceUri: input.sourceUri ?? null,
    sourceSpan: input.sourceSpan ?? null,
    confidenceSource: 'CALLER_PROVIDED',
    confidenceSignals: null,
    confidenceDecayedAt: null,
    version: 1,
    agentId: principal.agentId,
    scope: input.scope,
    targetAgentId: input.scope === 'PRIVATE' ? (input.targetAgentId ?? null) : null,
    embeddingStatus,
    episode: input.episode ?? null,
  };
}

/** The event of a stored memory. */
export function storeEvent({ principal }: OperationContext, { memory, created }: StoreResult): EventDraft {
  if (!memory) throw new Error('a stored memory is missing');
  return {
    type: 'POST_STORE',
    namespace: memory.namespace,
    actor: principal.agentId,
    readers: readersOf(memory),
    memoryIds: [memory.id],
    payload: { memory, created },
  };
}

function recovered({ memory }: StoreResult): Outcome {
  return { outcome: 'OK', title: memory?.title, episode: memory?.episode };
}

/**
 * A write whose audience its writer could not read is refused (design §4).
 * @param memory as it would become; without an author it is the caller's own
 */
export function refuseUnreadable(
  { principal }: OperationContext,
  memory: Pick<Memory, 'scope' | 'namespace'> & Partial<Pick<Memory, 'agentId' | 'targetAgentId'>>,
): void {
  if (mayReadOwn(principal, { agentId: principal.agentId, ...memory })) return;
  throw badUserInput(
    'scope',
    `a scope whose memories in ${memory.namespace} can be read from home namespace ${principal.home}`,
    memory.scope,
  );
}

function refusePast({ services }: OperationContext, { expiresAt, createdAt }: StoreInput): void {
  const now = services.clock();
  if (expiresAt && expiresAt <= now) throw badUserInput('expiresAt', 'in the future', expiresAt.toISOString());
  if (createdAt && createdAt > now) throw badUserInput('createdAt', 'not in the future', createdAt.toISOString());
}
