import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { EventDraft, Outcome } from '../database/writer.ts';
import { OperationRefused } from '../errors.ts';
import { readersOf } from '../governance/audience.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { integerBetween, namespaceSchema } from './bounds.ts';
import { changedProperties, changeOf } from './change.ts';
import { decayedConfidence } from './confidenceDecay.ts';
import { editSourceOf } from './editSource.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

const MOST_ROWS = 500;
/** What was reinforced or decayed less than this ago is left alone, in milliseconds. */
const REST_MS = 86_400_000;

const inputSchema = z.object({
  namespace: namespaceSchema,
  limit: integerBetween(1, MOST_ROWS)
    .nullish()
    .transform((value) => value ?? MOST_ROWS),
});

/** What `decayConfidence` did. */
export interface DecayResult {
  readonly decayedCount: number;
  readonly pending: PendingAction | null;
}

/**
 * `decayConfidence`: writes down what the confidences of one namespace have become since the memories were last changed or
 * recalled. For admins; at most 500 rows a call, so call it until it answers 0.
 */
export const decayConfidence: Operation<z.output<typeof inputSchema>, void, DecayResult> = {
  name: 'decayConfidence',
  kind: 'write',
  input: inputSchema,
  async prepare({ principal }) {
    if (!principal.readsAll)
      throw new OperationRefused('FORBIDDEN', 'only an admin lets confidences decay', { roles: principal.roles });
  },
  preHooks: [],
  governed: ({ namespace }) => ({ action: 'UPDATE', namespace, memoryId: null, owner: null }),
  async run(context, { namespace, limit }) {
    const now = context.services.clock();
    const memories = await unreinforced(context, namespace, limit, now);
    if (memories.length === 0) return { decayedCount: 0, pending: null };
    const committed = await commit<DecayResult>(context, {
      statement: 'memory/decay',
      row: { items: memories.map((memory) => itemOf(context, memory, now)) },
      keys: memories.map(({ id }) => `memory:${id}`),
      events: (outcome) => eventsOf(context, outcome),
      recover: (payload) => ({ outcome: 'OK', records: (payload as { records: unknown }).records }),
      result: (outcome) => ({ decayedCount: (outcome['records'] as unknown[]).length, pending: null }),
    });
    if ('result' in committed) return committed.result;
    throw new Error(`unexpected outcome ${committed.refused.outcome}`);
  },
  pending: (pending) => ({ decayedCount: 0, pending }),
};

/** In the order of their ids, so that two servers lock them in one order. */
async function unreinforced({ services, bookmarks }: OperationContext, namespace: string, limit: number, now: Date) {
  const rows = await services.database.read<{ record: MemoryRecord }>(
    'memory/unreinforced',
    {
      namespace,
      before: toLocalDateTime(new Date(now.getTime() - REST_MS)),
      now: toLocalDateTime(now),
      limit: integer(limit),
    },
    { bookmarks },
  );
  return rows.map(({ record }) => fromRecord(record)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function itemOf({ principal }: OperationContext, memory: Memory, now: Date) {
  const { confidence, updatedAt, lastAccessedAt, tier } = memory;
  const reinforced = lastAccessedAt !== null && lastAccessedAt > updatedAt ? lastAccessedAt : updatedAt;
  const change = changeOf(
    memory,
    {
      confidence: decayedConfidence(confidence, new Date(reinforced), now, tier),
      confidenceSource: 'DECAYED',
      confidenceDecayedAt: now.toISOString(),
    },
    now,
  );
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

/** Each decayed memory is told as changed; the first event carries all, so that a lost outcome can be rebuilt. */
function eventsOf({ principal }: OperationContext, outcome: Outcome): EventDraft[] {
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
        changed: ['confidence', 'confidenceSource', 'confidenceDecayedAt'],
        ...(place === 0 ? { records: records.map(({ id }) => id) } : {}),
      },
    };
  });
}
