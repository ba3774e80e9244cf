import type { EmbeddingModel } from '../database/embeddingModels.ts';
import { fromIso, vectorParameter } from '../database/values.ts';
import { vectorProperties, type VectorSlot } from '../database/vectorSlot.ts';
import type { EventDraft, Outcome, Write } from '../database/writer.ts';
import { propertiesFromWire } from '../export/typedProperties.ts';
import { decodeVector } from '../export/vectorText.ts';
import { readersOf } from '../governance/audience.ts';
import { expiredHolderEvents } from '../memory/archiveEvent.ts';
import type { Memory } from '../memory/memory.ts';
import { passagesOf } from '../memory/passages.ts';
import { toRecord } from '../memory/record.ts';
import { numberedTitles, titleKeyOf, titleWriteKey } from '../memory/titleKey.ts';
import { lineage } from '../namespace/path.ts';
import { UNSIGNED } from '../signature/attest.ts';
import type { MemoryRow } from './row.ts';

/** What the writes of an import have in common. */
export interface ImportSettings {
  /** Who is told to have done it. */
  readonly actor: string;
  /** The model whose vectors the database holds; null for none. */
  readonly model: EmbeddingModel | null;
  /** Where those vectors are. */
  readonly slot: VectorSlot;
  /** Whether somebody will make the vectors that are missing. */
  readonly embeds: boolean;
}

/** The write of a memory. Observers hear of one that is live as of any new memory. */
export function memoryWrite(row: MemoryRow, settings: ImportSettings): Write {
  const vector = vectorOf(row, settings.model);
  // A long memory waits for its passages too, which an export does not hold.
  const whole = vector !== null && passagesOf(row.memory.title, row.memory.content).length === 0;
  const memory: Memory = {
    ...row.memory,
    embeddingStatus: whole ? 'READY' : settings.embeds ? 'PENDING' : 'NONE',
  };
  const { archived } = row;
  const titled = (outcome: Outcome): Memory => {
    const title = outcome['title'] as string;
    // A number at the title is not what was signed; the statement drops the signature, too.
    return { ...memory, title, ...(title === memory.title ? {} : UNSIGNED) };
  };
  return {
    statement: 'import/memory',
    row: {
      record: {
        ...toRecord(memory, {
          episodeKey: row.episodeKey,
          archivedAt: archived?.at == null ? null : fromIso(archived.at),
          archiveReason: archived?.reason ?? null,
          archivedBy: archived?.by ?? null,
          ...vectorProperties(settings.slot, { model: vector ? (row.embedding?.model ?? null) : null, whole }),
        }),
        ...propertiesFromWire(row.properties),
      },
      vector: vector && vectorParameter(vector),
      archived: archived !== null,
      stems: numberedTitles(memory.title).stems,
    },
    keys: [`memory:${memory.id}`, ...(archived ? [] : [titleWriteKey(titleKeyOf(memory))])],
    namespaces: lineage(memory.namespace),
    events: (outcome) =>
      archived ? [] : [storedEvent(titled(outcome), settings.actor), ...expiredHolderEvents(outcome)],
    recover: (payload) => ({ outcome: 'OK', title: (payload as { memory: Memory | null }).memory?.title }),
  };
}

function vectorOf({ embedding }: MemoryRow, model: EmbeddingModel | null): number[] | null {
  return embedding && model?.model === embedding.model ? decodeVector(embedding.vector, model.dimensions) : null;
}

function storedEvent(memory: Memory, actor: string): EventDraft {
  return {
    type: 'POST_STORE',
    namespace: memory.namespace,
    actor,
    readers: readersOf(memory),
    memoryIds: [memory.id],
    payload: { memory, created: true },
  };
}
