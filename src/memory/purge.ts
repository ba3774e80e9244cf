import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { fromIso, integer, toLocalDateTime } from '../database/values.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { integerBetween, listOf, memoryIdSchema, namespaceSchema } from './bounds.ts';
import { removeForGood, type Purge, type PurgeFilter } from './removeForGood.ts';
import { FOREVER } from './record.ts';

/** Memories that one call removes. */
const MOST_PURGED = 10_000;
/** Memories that one transaction removes. */
const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

const inputSchema = z
  .object({
    olderThanDays: integerBetween(0, 36_500).nullish(),
    namespace: namespaceSchema.nullish(),
    ids: listOf(memoryIdSchema, 500).nullish(),
  })
  .superRefine(({ olderThanDays, namespace, ids }, context) => {
    if (olderThanDays != null || namespace != null || ids != null) return;
    context.addIssue({
      code: 'custom',
      message: 'at least one of olderThanDays, namespace, ids',
      params: { actual: 'none' },
    });
  });

type PurgeInput = z.output<typeof inputSchema>;

/** What `purgeArchive` did. */
export interface PurgeResult {
  readonly purge: Purge | null;
  readonly purgedCount: number;
  readonly truncated: boolean;
  readonly pending: PendingAction | null;
}

/** `purgeArchive`: removes archived memories for good, and their text wherever it is kept; only for admins. */
export const purgeArchive: Operation<PurgeInput, void, PurgeResult> = {
  name: 'purgeArchive',
  kind: 'write',
  input: inputSchema,
  prepare: async (context) => adminOnly(context, 'may purge the archive or see its purges'),
  preHooks: [],
  governed: ({ namespace }) => ({ action: 'DELETE', namespace: namespace ?? 'global', memoryId: null, owner: null }),
  async run(context, input) {
    return await stepwise<{ id: string; at: string }, PurgeResult>(context, {
      plan: async () => ({ plan: { id: purgeId(context), at: context.services.clock().toISOString() } }),
      carryOut: ({ id, at }) => purge(context, input, { id, at }),
    });
  },
  pending: (pending) => ({ purge: null, purgedCount: 0, truncated: false, pending }),
};

/** A repetition with the same key goes on with the same purge. */
function purgeId({ idempotency }: OperationContext): string {
  if (!idempotency) return randomUUID();
  return createHash('sha256').update(`${idempotency.key}\u001f${idempotency.inputHash}`).digest('hex').slice(0, 32);
}

async function purge(
  { services, principal }: OperationContext,
  { olderThanDays, namespace, ids }: PurgeInput,
  { id, at }: { id: string; at: string },
): Promise<PurgeResult> {
  const { database } = services;
  const filter: PurgeFilter = {
    until:
      olderThanDays == null ? fromIso(FOREVER) : toLocalDateTime(new Date(Date.parse(at) - olderThanDays * DAY_MS)),
    namespace: namespace ?? null,
  };
  const note = { id, at: fromIso(at), by: principal.agentId, olderThanDays: olderThanDays ?? null };
  let removed = 0;
  let full: boolean;
  let noted: Purge;
  do {
    const batch = ids ? [...new Set(ids)] : await candidates();
    noted = await removeForGood(database, batch, filter, note);
    full = !ids && batch.length === BATCH;
    removed += batch.length;
  } while (full && removed < MOST_PURGED);
  return { purge: noted, purgedCount: noted.count, truncated: full && (await candidates()).length > 0, pending: null };

  async function candidates(): Promise<string[]> {
    const rows = await database.read<{ id: string }>('purge/candidates', { ...filter, limit: integer(BATCH) });
    return rows.map((row) => row.id);
  }
}
