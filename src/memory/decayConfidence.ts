import { integer, toLocalDateTime } from '../database/values.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { decayedConfidence } from './confidenceDecay.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { setConfidences, sweep, type ConfidenceFields, type SweepInput } from './setConfidences.ts';

/** What was reinforced or decayed less than this ago is left alone, in milliseconds. */
const REST_MS = 86_400_000;

/** What `decayConfidence` did. */
export interface DecayResult {
  readonly decayedCount: number;
  readonly pending: PendingAction | null;
}

/**
 * `decayConfidence`: writes down what the confidences of one namespace have become since the memories were last changed or
 * recalled. For admins; at most 500 rows a call, so call it until it answers 0.
 */
export const decayConfidence: Operation<SweepInput, void, DecayResult> = {
  ...sweep('decayConfidence', 'lets confidences decay'),
  async run(context, { namespace, limit }) {
    const now = context.services.clock();
    const memories = await unreinforced(context, namespace, limit, now);
    const changes = memories.map((memory) => ({ memory, fields: decayed(memory, now) }));
    return await setConfidences(context, changes, (decayedCount) => ({ decayedCount, pending: null }));
  },
  pending: (pending) => ({ decayedCount: 0, pending }),
};

async function unreinforced({ services, bookmarks }: OperationContext, namespace: string, limit: number, now: Date) {
  const before = toLocalDateTime(new Date(now.getTime() - REST_MS));
  const rows = await services.database.read<{ record: MemoryRecord }>(
    'memory/unreinforced',
    { namespace, before, now: toLocalDateTime(now), limit: integer(limit) },
    { bookmarks },
  );
  return rows.map(({ record }) => fromRecord(record));
}

function decayed({ confidence, updatedAt, lastAccessedAt, tier }: Memory, now: Date): ConfidenceFields {
  const reinforced = lastAccessedAt !== null && lastAccessedAt > updatedAt ? lastAccessedAt : updatedAt;
  return {
    confidence: decayedConfidence(confidence, new Date(reinforced), now, tier),
    confidenceSource: 'DECAYED',
    confidenceDecayedAt: now.toISOString(),
  };
}
