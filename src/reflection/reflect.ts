import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { badUserInput, notFound } from '../errors.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import { memoryDeltaFromWire, memoryDeltaToWire } from '../hook/wire/memoryDelta.ts';
import { newLink } from '../link/newLink.ts';
import { expiredHolderEvents } from '../memory/archiveEvent.ts';
import {
  contentSchema,
  integerBetween,
  listOf,
  memoryIdSchema,
  metadataSchema,
  namespaceSchema,
  numberBetween,
  tagsSchema,
  titleSchema,
} from '../memory/bounds.ts';
import { refuseClaimedAuthor } from '../memory/claimedAuthor.ts';
import { embedMemory, type Embedded } from '../memory/embed.ts';
import { expiryOf } from '../memory/expiry.ts';
import { SCOPES, TIERS, type Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { toRecord } from '../memory/record.ts';
import { refuseUnreadable } from '../memory/refuseUnreadable.ts';
import { titleKeyOf, titleWriteKey } from '../memory/titleKey.ts';
import { lineage } from '../namespace/path.ts';
import { commit, isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { UNSIGNED } from '../signature/attest.ts';
import { refuseTooDeep } from './depthCap.ts';

const inputSchema = z.object({
  sourceIds: listOf(memoryIdSchema, 100, 1).refine((ids) => new Set(ids).size === ids.length, 'each memory once'),
  title: titleSchema,
  content: contentSchema,
  namespace: namespaceSchema.nullish(),
  tier: z.enum(TIERS, `one of ${TIERS.join(', ')}`).nullish(),
  tags: tagsSchema.nullish(),
  priority: integerBetween(1, 10).nullish(),
  confidence: numberBetween(0, 1).nullish(),
  metadata: metadataSchema.nullish(),
  depth: integerBetween(0, 2_147_483_647).nullish(),
  scope: z.enum(SCOPES, `one of ${SCOPES.join(', ')}`).nullish(),
});

type ReflectInput = z.output<typeof inputSchema>;

/** What is worked out before the hooks: the sources, where the reflection goes, and how deep it is. */
interface Worked {
  readonly sources: readonly Memory[];
  readonly namespace: string;
  readonly depth: number;
}

/** What `reflect` did. */
export interface ReflectResult {
  readonly memory: Memory | null;
  readonly pending: PendingAction | null;
}

/**
 * `reflect`: a memory made from memories. Depth and cap are worked out, then `pre_reflect` fires, then the cap is
 * checked, so that a hook's veto and the cap's refusal stay two answers (seed: PreReflect).
 */
export const reflect: Operation<ReflectInput, Worked, ReflectResult> = {
  name: 'reflect',
  kind: 'write',
  input: inputSchema,
  async prepare(context, input) {
    refuseClaimedAuthor(context, input.metadata);
    const found = await readMemories(context, input.sourceIds);
    const missing = input.sourceIds.find((id) => !found.some((memory) => memory.id === id));
    if (missing !== undefined) throw notFound('memory', missing);
    return {
      sources: found,
      namespace: input.namespace ?? found.find(({ id }) => id === input.sourceIds[0])?.namespace ?? 'global',
      depth: Math.max(...found.map(({ reflectionDepth }) => reflectionDepth)) + 1,
    };
  },
  preHooks: [
    {
      event: 'pre_reflect',
      payload: (input, { namespace }, { principal }) => memoryDeltaToWire({ ...input, namespace }, principal.agentId),
      namespace: (_input, { namespace }) => namespace,
      apply: (input, delta) => ({ ...input, ...memoryDeltaFromWire(delta) }),
    },
  ],
  governed: (_input, { namespace, depth }, { principal }) => ({
    action: 'REFLECT',
    namespace,
    memoryId: null,
    owner: principal.agentId,
    depth,
  }),
  check(context, input, { depth, namespace }) {
    refuseTooDeep(context);
    if (input.depth != null && input.depth !== depth)
      throw badUserInput('depth', `${depth}, one more than the deepest source`, input.depth);
    refuseUnreadable(context, { scope: input.scope ?? 'PRIVATE', namespace });
  },
  async run(context, input, worked) {
    const embedded = await embedMemory(context, input.title, input.content);
    const memory = newReflection(context, input, worked, embedded.status);
    const committed = await commit<ReflectResult>(context, {
      ...reflectWrite(context, memory, input.sourceIds, embedded),
      result: () => ({ memory, pending: null }),
    });
    if ('result' in committed) return committed.result;
    if (isTitleTaken(committed.refused)) throw titleTaken(memory.namespace, memory.title, committed.refused);
    throw notFound('memory', String(committed.refused['missing']));
  },
  pending: (pending) => ({ memory: null, pending }),
};

function newReflection(
  { services, principal }: OperationContext,
  input: ReflectInput,
  { namespace, depth }: Worked,
  embeddingStatus: Memory['embeddingStatus'],
): Memory {
  const now = services.clock();
  const tier = input.tier ?? 'MID';
  return {
    id: randomUUID(),
    tier,
    namespace,
    title: input.title,
    content: input.content,
    tags: input.tags ?? [],
    priority: input.priority ?? 5,
    confidence: input.confidence ?? 1,
    source: 'nhi',
    accessCount: 0,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    lastAccessedAt: null,
    expiresAt: expiryOf(tier, {}, now),
    metadata: {
      ...input.metadata,
      reflection_metadata: {
        reflected_on_source_ids: input.sourceIds,
        reflection_depth: depth,
        reflection_created_at: now.toISOString(),
      },
    },
    reflectionDepth: depth,
    memoryKind: 'REFLECTION',
    entityId: null,
    personaVersion: null,
    citations: [],
    sourceUri: null,
    sourceSpan: null,
    confidenceSource: 'CALLER_PROVIDED',
    confidenceSignals: null,
    confidenceDecayedAt: null,
    version: 1,
    agentId: principal.agentId,
    scope: input.scope ?? 'PRIVATE',
    targetAgentId: null,
    embeddingStatus,
    episode: null,
    ...UNSIGNED,
  };
}

function reflectWrite(context: OperationContext, memory: Memory, sourceIds: readonly string[], embedded: Embedded) {
  const { principal } = context;
  const made = sourceIds.map((targetId) =>
    newLink(context, { sourceId: memory.id, relation: 'REFLECTS_ON', targetId }, memory.createdAt),
  );
  return {
    statement: 'reflection/reflect' as const,
    row: {
      record: toRecord(memory, embedded.properties),
      vector: embedded.vector,
      sourceIds: [...sourceIds].sort(),
      links: made.map(({ link, properties }) => ({ sourceId: link.targetId, properties })),
      reader: readerOf(principal),
    },
    keys: [titleWriteKey(titleKeyOf(memory)), ...sourceIds.map((id) => `memory:${id}`)],
    passages: embedded.passages.length === 0 ? [] : [{ id: memory.id, parts: embedded.passages }],
    namespaces: lineage(memory.namespace),
    events: (outcome: Outcome): EventDraft[] => [
      {
        type: 'POST_REFLECT',
        namespace: memory.namespace,
        actor: principal.agentId,
        readers: readersOf(memory),
        memoryIds: [memory.id],
        payload: { memory, sources: outcome['sources'], reflectionDepth: memory.reflectionDepth },
        links: made.map(({ link }) => link),
      },
      ...expiredHolderEvents(outcome),
    ],
    recover: (): Outcome => ({ outcome: 'OK' }),
  };
}
