import { randomUUID } from 'node:crypto';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import { newLink } from '../link/newLink.ts';
import { lineage } from '../namespace/path.ts';
import { commit, type Committed } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { UNSIGNED } from '../signature/attest.ts';
import { archiveEvent, expiredHolderEvents } from './archiveEvent.ts';
import type { Change } from './change.ts';
import { editSourceOf } from './editSource.ts';
import { embedMemory } from './embed.ts';
import type { EmbeddingStatus, Memory } from './memory.ts';
import { promoteEvent } from './promoteEvent.ts';
import { toRecord } from './record.ts';
import { storeEvent } from './store.ts';
import { titleKeyOf, titleWriteKey } from './titleKey.ts';
import type { Told } from './writeChange.ts';

/**
 * Writes a change as a new memory (spec memory-system §3.3, append-only edits): the old row is archived as it is and keeps
 * its links and its place in an episode; the new one, with an id of its own and the next version, takes the title and
 * points at the old one by SUPERSEDES. Told as a store, an archiving and a link.
 * @param result the operation's answer from the new memory
 */
export async function supersede<Result>(
  context: OperationContext,
  change: Change,
  result: (memory: Memory) => Result,
  { editSource }: Told = {},
): Promise<Committed<Result>> {
  const { before, changed } = change;
  const { agentId } = context.principal;
  const source = editSource ?? editSourceOf(agentId);
  const retold = changed.includes('title') || changed.includes('content');
  const embedded = retold ? await embedMemory(context, change.after.title, change.after.content) : null;
  const memory = successorOf(change, source.toLowerCase(), embedded?.status ?? before.embeddingStatus);
  const ends = { sourceId: memory.id, relation: 'SUPERSEDES', targetId: before.id } as const;
  const { link, properties } = newLink(context, ends, memory.createdAt);
  const made = (outcome: Outcome): Memory => ({
    ...memory,
    embeddingStatus: outcome['embeddingStatus'] as EmbeddingStatus,
  });
  return await commit<Result>(context, {
    statement: 'memory/supersede',
    row: {
      id: before.id,
      baseVersion: before.version,
      by: agentId,
      record: toRecord(memory, {
        ...embedded?.properties,
        changedBy: agentId,
        editSource: source,
        changedFields: changed,
      }),
      retold,
      vector: embedded?.vector ?? null,
      link: properties,
      reader: readerOf(context.principal),
    },
    keys: [`memory:${before.id}`, titleWriteKey(titleKeyOf(memory)), titleWriteKey(titleKeyOf(before))],
    namespaces: lineage(memory.namespace),
    passages: embedded && embedded.passages.length > 0 ? [{ id: memory.id, parts: embedded.passages }] : [],
    events: (outcome) => [...eventsOf(context, before, made(outcome), link), ...expiredHolderEvents(outcome)],
    recover: (payload) => ({
      outcome: 'OK',
      embeddingStatus: (payload as { memory: Memory }).memory.embeddingStatus,
    }),
    result: (outcome) => result(made(outcome)),
  });
}

/** The memory that takes the place of another: never recalled yet, with a word in its metadata about where it comes from. */
function successorOf({ before, after }: Change, source: string, embeddingStatus: EmbeddingStatus): Memory {
  return {
    ...after,
    id: randomUUID(),
    createdAt: after.updatedAt,
    accessCount: 0,
    lastAccessedAt: null,
    metadata: { ...after.metadata, edit_source: source, superseded_id: before.id },
    embeddingStatus,
    ...UNSIGNED,
  };
}

function eventsOf(context: OperationContext, old: Memory, memory: Memory, link: MemoryLink): EventDraft[] {
  const { agentId: actor } = context.principal;
  return [
    storeEvent(context, { memory, created: true, pending: null, detectConflicts: false }),
    archiveEvent({ id: old.id, namespace: old.namespace, readers: readersOf(old) }, 'SUPERSEDED', actor),
    {
      type: 'POST_LINK',
      namespace: memory.namespace,
      actor,
      readers: readersOf(memory),
      otherReaders: readersOf(old),
      memoryIds: [memory.id, old.id],
      payload: { link },
    },
    ...(old.tier === memory.tier ? [] : [promoteEvent(context, old, memory)]),
  ];
}
