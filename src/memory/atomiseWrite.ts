import { integer } from '../database/values.ts';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import { newLink } from '../link/newLink.ts';
import { lineage } from '../namespace/path.ts';
import type { Commit } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { archiveEvent, type ArchivedRecord } from './archiveEvent.ts';
import { SYSTEM } from './archiveReason.ts';
import type { AtomDraft } from './atomDraft.ts';
import type { AtomiseResult } from './atomise.ts';
import { changedProperties, type Change } from './change.ts';
import { embedMemory } from './embed.ts';
import type { Memory } from './memory.ts';
import { fromRecord, toRecord, type MemoryRecord } from './record.ts';
import { newMemory, storeEvent } from './store.ts';
import { titleKeyOf, titleWriteKey } from './titleKey.ts';

/** How often atoms may be divided again (spec memory-system §3.2). */
export const MOST_DEPTH = 3;

/** The one write that makes all atoms with their links and hides the parent; their events go with it. */
export async function atomiseWrite(
  context: OperationContext,
  parent: Change,
  drafts: readonly AtomDraft[],
): Promise<Commit<AtomiseResult>> {
  const atoms = await Promise.all(drafts.map((draft) => atomOf(context, parent.before, draft)));
  const became = (outcome: Outcome): Memory =>
    outcome['record'] ? fromRecord(outcome['record'] as MemoryRecord) : parent.after;
  return {
    statement: 'memory/atomise',
    row: {
      id: parent.before.id,
      baseVersion: parent.before.version,
      changes: changedProperties(parent),
      mostDepth: integer(MOST_DEPTH),
      atoms: atoms.map(({ memory, embedded, made }) => ({
        record: toRecord(memory, embedded.properties),
        vector: embedded.vector,
        link: made.properties,
      })),
      reader: readerOf(context.principal),
    },
    keys: [`memory:${parent.before.id}`, ...atoms.map(({ memory }) => titleWriteKey(titleKeyOf(memory)))],
    namespaces: lineage(parent.before.namespace),
    passages: atoms.flatMap(({ memory, embedded }) =>
      embedded.passages.length === 0 ? [] : [{ id: memory.id, parts: embedded.passages }],
    ),
    events: (outcome) => [
      ...atoms.map(({ memory }) =>
        storeEvent(context, { memory, created: true, pending: null, detectConflicts: false }),
      ),
      ...atoms.map(({ memory, made }) => linkEvent(context, memory, parent.before, made.link)),
      hideEvent(context, became(outcome)),
      ...(outcome['archived'] as ArchivedRecord[]).map((holder) => archiveEvent(holder, 'TTL_EXPIRED', SYSTEM)),
    ],
    // The rest is known here already: only that it was written had to be found out.
    recover: () => ({ outcome: 'OK' }),
    result: (outcome) => ({ parent: became(outcome), atoms: atoms.map(({ memory }) => memory), pending: null }),
  };
}

async function atomOf(context: OperationContext, parent: Memory, draft: AtomDraft) {
  const embedded = await embedMemory(context, draft.title, draft.content);
  const memory: Memory = {
    ...newMemory(context, draft, embedded.status),
    agentId: parent.agentId,
    expiresAt: parent.expiresAt,
    entityId: parent.entityId,
    reflectionDepth: parent.reflectionDepth,
    confidence: draft.confidence ?? parent.confidence,
    confidenceSource: parent.confidenceSource,
    confidenceSignals: null,
  };
  const ends = { sourceId: memory.id, relation: 'DERIVES_FROM', targetId: parent.id } as const;
  return { memory, embedded, made: newLink(context, ends, context.services.clock().toISOString()) };
}

function linkEvent({ principal }: OperationContext, atom: Memory, parent: Memory, link: MemoryLink): EventDraft {
  return {
    type: 'POST_LINK',
    namespace: atom.namespace,
    actor: principal.agentId,
    readers: readersOf(atom),
    otherReaders: readersOf(parent),
    memoryIds: [atom.id, parent.id],
    payload: { link },
  };
}

function hideEvent({ principal }: OperationContext, parent: Memory): EventDraft {
  return {
    type: 'POST_UPDATE',
    namespace: parent.namespace,
    actor: principal.agentId,
    readers: readersOf(parent),
    memoryIds: [parent.id],
    payload: { memory: parent, changed: ['metadata'] },
  };
}
