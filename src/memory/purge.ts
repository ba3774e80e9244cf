import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { fromIso, integer, toLocalDateTime } from '../database/values.ts';
import { approvableOf } from '../governance/ask.ts';
import { judge } from '../governance/judge.ts';
import { refuseDenied } from '../governance/refuse.ts';
import type { GovernedRequest } from '../governance/request.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import { stepwise } from '../pipeline/stepwise.ts';
import { underPolicies } from '../pipeline/underPolicies.ts';
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
  governed: governedBy,
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
  context: OperationContext,
  input: PurgeInput,
  { id, at }: { id: string; at: string },
): Promise<PurgeResult> {
  const { services, principal, approval } = context;
  const { database } = services;
  const { olderThanDays, namespace, ids } = input;
  const filter: PurgeFilter = {
    until:
      olderThanDays == null ? fromIso(FOREVER) : toLocalDateTime(new Date(Date.parse(at) - olderThanDays * DAY_MS)),
    namespace: namespace ?? null,
  };
  const note = { id, at: fromIso(at), by: principal.agentId, olderThanDays: olderThanDays ?? null };
  let policyVersion = context.judged?.version;
  let noted: Purge | null = null;
  let left = ids ? [...new Set(ids)] : await candidates();
  for (let removed = 0; ;) {
    const batch = left.slice(0, BATCH);
    const isMore = left.length > BATCH;
    const isLast = !isMore || removed + batch.length >= MOST_PURGED;
    const terms = { now: services.clock(), policyVersion, approval: approval && { ...approval, settles: isLast } };
    try {
      noted = await underPolicies(services, () => removeForGood(database, batch, filter, note, terms));
    } catch (error) {
      // Nothing was removed yet: the whole is judged anew.
      if (!(error instanceof Overtaken) || noted === null) throw error;
      const judgement = await judge(context, purgeArchive.name, [governedBy(input)], new Map());
      await refuseDenied(context, judgement, true);
      if (approvableOf(judgement, null)) return resultOf(noted, true);
      policyVersion = judgement.version;
      continue;
    }
    if (isLast) {
      services.events.tail.wake();
      return resultOf(noted, isMore);
    }
    removed += batch.length;
    left = await candidates();
  }

  /** One more than a batch tells whether it is the last. */
  async function candidates(): Promise<string[]> {
    const rows = await database.read<{ id: string }>('purge/candidates', { ...filter, limit: integer(BATCH + 1) });
    return rows.map((row) => row.id);
  }
}

function resultOf(purge: Purge, truncated: boolean): PurgeResult {
  return { purge, purgedCount: purge.count, truncated, pending: null };
}

function governedBy({ namespace }: PurgeInput): GovernedRequest {
  return { action: 'DELETE', namespace: namespace ?? 'global', memoryId: null, owner: null };
}
