import { z } from 'zod';
import { revisionOf, type Revision } from '../database/auditRevision.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { integerBetween, memoryIdSchema } from '../memory/bounds.ts';
import type { Operation } from '../pipeline/operation.ts';

const inputSchema = z.object({
  memoryId: memoryIdSchema,
  after: integerBetween(0, 9_007_199_254_740_991)
    .nullish()
    .transform((value) => value ?? 0),
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 50),
});

/** A revision as it is shown: its hashes are for those who could know what they are of. */
export interface ShownRevision extends Omit<Revision, 'recordDigest' | 'prevHash' | 'hash'> {
  readonly recordDigest: string | null;
  readonly prevHash: string | null;
  readonly hash: string | null;
}

/** A page of what the audit chain tells about one memory. */
export interface AuditTrail {
  readonly revisions: readonly ShownRevision[];
  /** Where the next page begins; null at the end. */
  readonly nextAfter: number | null;
}

/** `auditTrail`: the revisions about a memory and its links, oldest first, for who may read it. */
export const auditTrail: Operation<z.output<typeof inputSchema>, void, AuditTrail> = {
  name: 'auditTrail',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { memoryId, after, first }) {
    const [row] = await services.database.read<{ author: string; revisions: Readonly<Record<string, never>>[] }>(
      'audit/trail',
      {
        id: memoryId,
        after: integer(after),
        // One more tells whether there is a next page.
        limit: integer(first + 1),
        now: toLocalDateTime(services.clock()),
        reader: readerOf(principal),
      },
      { bookmarks },
    );
    if (!row) throw notFound('memory', memoryId);
    // A digest of an earlier text could be compared with guesses by who was not to read it then.
    const isOpen = principal.readsAll || row.author === principal.agentId;
    const revisions = row.revisions.slice(0, first).map(revisionOf);
    return {
      revisions: isOpen ? revisions : revisions.map(withoutHashes),
      nextAfter: row.revisions.length > first ? (revisions.at(-1)?.seq ?? null) : null,
    };
  },
};

function withoutHashes(revision: Revision): ShownRevision {
  return { ...revision, recordDigest: null, prevHash: null, hash: null };
}
