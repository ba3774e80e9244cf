import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { notFound, OperationRefused } from '../errors.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import { newLink } from '../link/newLink.ts';
import { lineage } from '../namespace/path.ts';
import { commit, isTitleTaken, titleTaken } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { UNSIGNED } from '../signature/attest.ts';
import { contentSchema, integerBetween, metadataSchema, numberBetween, tagsSchema, titleSchema } from './bounds.ts';
import { instantSchema } from './instant.ts';
import { expiredHolderEvents } from './archiveEvent.ts';
import { embedMemory } from './embed.ts';
import { expiryAfterRise } from './expiry.ts';
import { SCOPES, SOURCES, TIERS, type EmbeddingStatus, type Memory } from './memory.ts';
import type { PromoteInput, PromoteResult } from './promote.ts';
import { personaKeyOf } from './persona.ts';
import { readMemories } from './read.ts';
import { toRecord } from './record.ts';
import { storeEvent } from './store.ts';
import { titleKeyOf, titleWriteKey } from './titleKey.ts';

const TRIES = 100;

/** What may differ between a clone and its source. */
export const cloneFieldsSchema = z
  .object({
    tier: z.enum(TIERS),
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    priority: integerBetween(1, 10),
    confidence: numberBetween(0, 1),
    source: z.enum(SOURCES),
    expiresAt: instantSchema,
    metadata: metadataSchema,
    scope: z.enum(SCOPES, `one of ${SCOPES.join(', ')}`),
  })
  .partial();

/** A promotion to a namespace. */
type CloneInput = PromoteInput & { readonly toNamespace: string };

/**
 * The clone of a memory for a namespace above: never recalled, without citations, source and signature, and with a life that begins
 * anew (spec memory-system §3.4). Author and scope are those of its source.
 */
export function cloneOf({ services }: OperationContext, source: Memory, { toNamespace, clone }: PromoteInput): Memory {
  const now = services.clock();
  const { expiresAt, ...fields } = clone ?? {};
  const tier = fields.tier ?? source.tier;
  return {
    ...source,
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Memory>),
    id: randomUUID(),
    namespace: toNamespace ?? source.namespace,
    expiresAt: expiresAt?.toISOString() ?? expiryAfterRise(tier, source.expiresAt, now),
    targetAgentId: (fields.scope ?? source.scope) === 'PRIVATE' ? source.targetAgentId : null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    accessCount: 0,
    lastAccessedAt: null,
    citations: [],
    sourceUri: null,
    sourceSpan: null,
    episode: null,
    personaVersion: null,
    version: 1,
    ...UNSIGNED,
  };
}

/**
 * Puts a clone of a memory into a namespace above, with a DERIVED_FROM link to its source, in one transaction.
 * @throws OperationRefused NOT_FOUND, or CONFLICT when the title is taken there
 */
export async function cloneInto(context: OperationContext, input: CloneInput): Promise<PromoteResult> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const [source] = await readMemories(context, [input.id]);
    if (!source) throw notFound('memory', input.id);
    const memory = cloneOf(context, source, input);
    const committed = await writeClone(context, source, memory);
    if ('result' in committed) return committed.result;
    const { refused } = committed;
    if (isTitleTaken(refused)) throw titleTaken(memory.namespace, memory.title, refused);
    if (refused.outcome === 'NOT_FOUND') throw notFound('memory', input.id);
    // The source changed between our read and our write.
    await sleep(Math.random() * 5 * Math.min(attempt, 10));
  }
  throw new OperationRefused('UNAVAILABLE', 'the memory changes too fast to be cloned');
}

async function writeClone(context: OperationContext, source: Memory, memory: Memory) {
  const { principal } = context;
  const retold = memory.title !== source.title || memory.content !== source.content;
  const embedded = retold ? await embedMemory(context, memory.title, memory.content) : null;
  const personaKey = personaKeyOf(memory);
  const ends = { sourceId: memory.id, relation: 'DERIVED_FROM', targetId: source.id } as const;
  const { link, properties } = newLink(context, ends, memory.createdAt);
  const made = (outcome: Outcome): Memory => ({
    ...memory,
    embeddingStatus: outcome['embeddingStatus'] as EmbeddingStatus,
    personaVersion: (outcome['personaVersion'] as number | null) ?? null,
  });
  return await commit<PromoteResult>(context, {
    statement: 'memory/clone',
    row: {
      id: source.id,
      baseVersion: source.version,
      record: toRecord(
        { ...memory, embeddingStatus: embedded?.status ?? source.embeddingStatus },
        embedded?.properties,
      ),
      retold,
      vector: embedded?.vector ?? null,
      link: properties,
      reader: readerOf(principal),
    },
    keys: [
      `memory:${source.id}`,
      titleWriteKey(titleKeyOf(memory)),
      ...(personaKey === null ? [] : [`persona:${personaKey}`]),
    ],
    namespaces: lineage(memory.namespace),
    passages: embedded && embedded.passages.length > 0 ? [{ id: memory.id, parts: embedded.passages }] : [],
    persona: personaKey === null ? undefined : { id: memory.id, key: personaKey },
    events: (outcome) => [...eventsOf(context, source, made(outcome), link), ...expiredHolderEvents(outcome)],
    recover: (payload) => ({
      outcome: 'OK',
      embeddingStatus: (payload as { memory: Memory }).memory.embeddingStatus,
      personaVersion: (payload as { memory: Memory }).memory.personaVersion,
    }),
    result: (outcome) => ({ memory: made(outcome), pending: null }),
  });
}

/** A clone is told as a promotion of its source, as a store and as a link. */
function eventsOf(context: OperationContext, source: Memory, memory: Memory, link: MemoryLink): EventDraft[] {
  const { agentId: actor } = context.principal;
  const both = {
    actor,
    readers: readersOf(source),
    otherReaders: readersOf(memory),
    memoryIds: [memory.id, source.id],
  };
  return [
    storeEvent(context, { memory, created: true, pending: null, detectConflicts: false }),
    {
      ...both,
      type: 'POST_PROMOTE',
      namespace: source.namespace,
      payload: {
        id: source.id,
        fromTier: source.tier,
        toTier: memory.tier,
        toNamespace: memory.namespace,
        memory,
      },
    },
    { ...both, type: 'POST_LINK', namespace: memory.namespace, payload: { link } },
  ];
}
