import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { AUDITED_PROPERTIES } from '../database/auditDigest.ts';
import { GENESIS, revisionOf, type ChainHead } from '../database/auditRevision.ts';
import { integer } from '../database/values.ts';
import { integerBetween } from '../memory/bounds.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { lookAgain } from '../signature/lookAgain.ts';
import { brokenState, firstBreak, type AuditBreak, type AuditedRow } from './breaks.ts';

const MOST = 9_007_199_254_740_991;

const inputSchema = z.object({
  after: integerBetween(0, MOST)
    .nullish()
    .transform((value) => value ?? 0),
  first: integerBetween(1, 1_000)
    .nullish()
    .transform((value) => value ?? 500),
});

/** What a walk along a part of the audit chain found. */
export interface ChainVerification {
  readonly valid: boolean;
  /** How many revisions were looked at. */
  readonly checked: number;
  readonly firstBroken: AuditBreak | null;
  readonly head: ChainHead;
  /** Where the next page begins; null at the end of the chain, and where it is broken. */
  readonly nextAfter: number | null;
}

/** `verifyAuditChain`: walks a page of the chain, and looks whether what it answers for is as it was written. */
export const verifyAuditChain: Operation<z.output<typeof inputSchema>, void, ChainVerification> = {
  name: 'verifyAuditChain',
  kind: 'read',
  input: inputSchema,
  prepare: async (context) => adminOnly(context, 'walks the audit chain'),
  preHooks: [],
  governed: () => null,
  async run(context, { after, first }) {
    const { before, ...head } = await headOf(context, after);
    const prevHash = after === 0 ? GENESIS : before;
    if (prevHash === null) return broken(head, 0, { seq: after, reason: 'MISSING' });
    const rows = await page(context, after, head.seq, first);
    const found = firstBreak(rows, after, prevHash) ?? (await firstBrokenState(context, rows));
    if (found) return broken(head, rows.findIndex(({ revision }) => Number(revision['seq']) >= found.seq) + 1, found);
    const last = rows.at(-1);
    const reached = last ? revisionOf(last.revision) : { seq: after, hash: prevHash };
    if (rows.length === first && reached.seq < head.seq)
      return { valid: true, checked: rows.length, firstBroken: null, head, nextAfter: reached.seq };
    const end = await brokenEnd(context, head, reached);
    if (end) return broken(head, rows.length, end);
    return { valid: true, checked: rows.length, firstBroken: null, head, nextAfter: null };
  },
};

function broken(head: ChainHead, checked: number, firstBroken: AuditBreak): ChainVerification {
  return { valid: false, checked, firstBroken, head, nextAfter: null };
}

async function headOf(
  { services, bookmarks }: OperationContext,
  seq: number,
): Promise<ChainHead & { readonly before: string | null }> {
  const [head] = await services.database.read<ChainHead & { before: string | null }>(
    'audit/head',
    { seq: integer(seq) },
    { bookmarks },
  );
  return head ?? { seq: 0, hash: GENESIS, before: null };
}

async function page(
  { services, bookmarks }: OperationContext,
  after: number,
  upTo: number,
  limit: number,
): Promise<AuditedRow[]> {
  return await services.database.read<AuditedRow>(
    'audit/page',
    { after: integer(after), upTo: integer(upTo), limit: integer(limit), audited: AUDITED_PROPERTIES },
    { bookmarks },
  );
}

/** The first memory or link that is not as its last revision says; looked at again, since a read sees no snapshot. */
async function firstBrokenState(context: OperationContext, rows: readonly AuditedRow[]): Promise<AuditBreak | null> {
  for (const row of rows) {
    const [looked] = await lookAgain(
      [row],
      (one) => brokenState(one) !== null,
      () => page(context, revisionOf(row.revision).seq - 1, revisionOf(row.revision).seq, 1),
    );
    const found = brokenState(looked ?? row);
    if (found) return found;
  }
  return null;
}

/** What is wrong with the end of the chain: the last revision must be the head, and nothing may come behind it. */
async function brokenEnd(context: OperationContext, head: ChainHead, reached: ChainHead): Promise<AuditBreak | null> {
  if (reached.seq < head.seq) return { seq: reached.seq + 1, reason: 'MISSING' };
  if (reached.seq > head.seq || reached.hash !== head.hash) return { seq: reached.seq, reason: 'HEAD' };
  const { services, bookmarks } = context;
  const [beyond] = await services.database.read<{ seq: number }>(
    'audit/beyond',
    { seq: integer(head.seq) },
    { bookmarks },
  );
  if (!beyond) return null;
  // Written meanwhile? Then the head has moved along.
  const now = await headOf(context, 0);
  return now.seq >= beyond.seq ? null : { seq: beyond.seq, reason: 'HEAD' };
}
