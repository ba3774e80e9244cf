import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { OperationRefused } from '../errors.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { integerBetween, namespaceSchema } from './bounds.ts';
import { decayedConfidence } from './confidenceDecay.ts';
import type { Memory } from './memory.ts';
import { fromRecord, type MemoryRecord } from './record.ts';
import { setConfidences, type ConfidenceFields } from './setConfidences.ts';

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
