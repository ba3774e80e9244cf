import type { Outcome } from '../database/writer.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import { lineage } from '../namespace/path.ts';
import { commit, type Committed } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { expiredHolderEvents } from './archiveEvent.ts';
import { changedProperties, type Change } from './change.ts';
import { editSourceOf, type EditSource } from './editSource.ts';
import { embedMemory } from './embed.ts';
import type { Memory } from './memory.ts';
import { passagesOf } from './passages.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { promoteEvent } from './promoteEvent.ts';
import { titleKeyOf, titleWriteKey } from './titleKey.ts';

/** How a change is told. */
export interface Told {
  /** Who edits; by the caller's agent id when absent. */
  readonly editSource?: EditSource | null | undefined;
  /** False for a promotion, which is told by its own event alone. */
  readonly asUpdate?: boolean;
}

/**
 * Writes a change that was worked out from one version of a memory. The outcome VERSION_MOVED tells that somebody was
 * faster: read again and work the change out anew. New text is embedded anew. What it was is kept as a version; a tier
 * that rises is told as a promotion.
 * @param result the operation's answer from the memory as it became
 */
export async function writeChange<Result>(
  context: OperationContext,
  change: Change,
  result: (memory: Memory) => Result,
  { editSource, asUpdate = true }: Told = {},
): Promise<Committed<Result>> {
  const { before, after, changed } = change;
  const retold = changed.includes('title') || changed.includes('content');
  const embedded = retold ? await embedMemory(context, after.title, after.content) : null;
  const titleKey = titleKeyOf(after);
  const moved = titleWriteKey(titleKey) !== titleWriteKey(titleKeyOf(before));
  const became = (outcome: Outcome): Memory => fromRecord(outcome['record'] as MemoryRecord);
  return await commit<Result>(context, {
    statement: 'memory/update',
    row: {
      id: before.id,
      baseVersion: before.version,
      changes: {
        ...changedProperties(change),
        changedBy: context.principal.agentId,
        editSource: editSource ?? editSourceOf(context.principal.agentId),
        changedFields: changed,
        ...(embedded ? { ...embedded.properties, embeddingStatus: embedded.status } : {}),
      },
      retold,
      vector: embedded?.vector ?? null,
      titleKey: moved ? titleKey : { namespace: null, title: null, titleOwner: null },
      namespace: after.namespace === before.namespace ? null : after.namespace,
      reader: readerOf(context.principal),
    },
    keys: [`memory:${before.id}`, ...(moved ? [titleWriteKey(titleKey)] : [])],
    // What was short and stays so has no passages, nor had any.
    passages:
      embedded && (embedded.passages.length > 0 || passagesOf(before.title, before.content).length > 0)
        ? [{ id: before.id, parts: embedded.passages }]
        : [],
    namespaces: after.namespace === before.namespace ? [] : lineage(after.namespace),
    events: (outcome) => {
      const memory = became(outcome);
      const record = outcome['record'];
      const rise =
        before.tier === memory.tier ? [] : [promoteEvent(context, before, memory, asUpdate ? {} : { record })];
      if (!asUpdate) return rise;
      return [
        {
          type: 'POST_UPDATE',
          namespace: memory.namespace,
          actor: context.principal.agentId,
          readers: readersOf(memory),
          memoryIds: [memory.id],
          payload: { memory, changed, record },
        },
        ...expiredHolderEvents(outcome),
        ...rise,
      ];
    },
    recover: (payload) => ({ outcome: 'OK', record: (payload as { record: unknown }).record }),
    result: (outcome) => result(became(outcome)),
  });
}
