import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { readersOf } from '../governance/audience.ts';
import { commit } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { integerBetween, namespaceSchema } from './bounds.ts';
import { changedProperties, changeOf, type Change } from './change.ts';
import { editSourceOf } from './editSource.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

const MOST_ROWS = 500;

const sweepInput = z.object({
  namespace: namespaceSchema,
  limit: integerBetween(1, MOST_ROWS)
    .nullish()
    .transform((value) => value ?? MOST_ROWS),
});

/** One namespace, and how many memories at most. */
export type SweepInput = z.output<typeof sweepInput>;

/**
 * What operations that go over the confidences of a namespace have in common: they are for admins, fire no hooks, and are
 * governed as updates.
 * @param what what only an admin does, for the refusal
 */
export function sweep(name: string, what: string) {
  return {
    name,
    kind: 'write' as const,
    input: sweepInput,
    prepare: async (context: OperationContext): Promise<void> => adminOnly(context, what),
    preHooks: [],
    governed: ({ namespace }: SweepInput) => ({ action: 'UPDATE' as const, namespace, memoryId: null, owner: null }),
  };
}

/** What a calibration or a decay may change. */
export type ConfidenceFields = Pick<
  Partial<Memory>,
  'confidence' | 'confidenceSource' | 'confidenceSignals' | 'confidenceDecayedAt'
>;

/** A memory as it was read, and its new confidence. */
export interface ConfidenceChange {
  readonly memory: Memory;
  readonly fields: ConfidenceFields;
}

/**
 * Writes confidences in one transaction, a version and a POST_UPDATE each; a memory that somebody changed meanwhile is
 * passed over.
 * @param answer what the operation answers, from how many were written; also when the same request comes again
 */
export async function setConfidences<Result>(
  context: OperationContext,
  changes: readonly ConfidenceChange[],
  answer: (written: number) => Result,
): Promise<Result> {
  if (changes.length === 0) return answer(0);
  const now = context.services.clock();
  // In the order of their ids, so that two servers lock them in one order.
  const items = changes
    .map(({ memory, fields }) => ({ memory, change: changeOf(memory, fields, now) }))
    .sort((a, b) => (a.memory.id < b.memory.id ? -1 : 1));
  const changed = new Map(items.map(({ memory, change }) => [memory.id, change.changed]));
  const committed = await commit<Result>(context, {
    statement: 'memory/set-confidence',
    row: { items: items.map(({ memory, change }) => itemOf(context, memory, change)) },
    keys: items.map(({ memory }) => `memory:${memory.id}`),
    events: (outcome) => eventsOf(context, outcome, changed),
    recover: (payload) => ({ outcome: 'OK', records: (payload as { records: unknown }).records }),
    result: (outcome) => answer((outcome['records'] as unknown[]).length),
  });
  if ('result' in committed) return committed.result;
  throw new Error(`unexpected outcome ${committed.refused.outcome}`);
}

function itemOf({ principal }: OperationContext, memory: Memory, change: Change) {
  return {
    id: memory.id,
    baseVersion: memory.version,
    changes: {
      ...changedProperties(change),
      changedBy: principal.agentId,
      editSource: editSourceOf(principal.agentId),
      changedFields: change.changed,
    },
  };
}

/** Each memory is told as changed; the first event carries all, so that a lost outcome can be rebuilt. */
function eventsOf(
  { principal }: OperationContext,
  outcome: Outcome,
  changed: ReadonlyMap<string, readonly (keyof Memory)[]>,
): EventDraft[] {
  const records = outcome['records'] as MemoryRecord[];
  return records.map((record, place) => {
    const memory = fromRecord(record);
    return {
      type: 'POST_UPDATE',
      namespace: memory.namespace,
      actor: principal.agentId,
      readers: readersOf(memory),
      memoryIds: [memory.id],
      payload: {
        memory,
        changed: changed.get(memory.id) ?? [],
        ...(place === 0 ? { records: records.map(({ id }) => id) } : {}),
      },
    };
  });
}
