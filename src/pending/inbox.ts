import { z } from 'zod';
import { oversees } from '../agent/principal.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { integerBetween } from '../memory/bounds.ts';
import { decodeListCursor, encodeListCursor, listFingerprint, type ListPlace } from '../memory/listCursor.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { PendingAction } from './pendingAction.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

/** A place before every action; the cursor is that of a list, whose priority is not used here. */
const BEFORE_ALL: ListPlace = { priority: 1, at: '0001-01-01T00:00:00', id: '' };
const FINGERPRINT = listFingerprint(['approvals']);

const inputSchema = z.object({
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 20),
  after: z.string('text').max(1024, 'at most 1,024 characters').nullish(),
});

/** A page of the inbox. */
export interface InboxPage {
  readonly edges: readonly { readonly cursor: string; readonly node: PendingAction }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/** `approvals`: what waits for the caller's decision, oldest first, by keyset. */
export const approvals: Operation<z.output<typeof inputSchema>, void, InboxPage> = {
  name: 'approvals',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { first, after }) {
    const { at, id } = after == null ? BEFORE_ALL : decodeListCursor(after, FINGERPRINT);
    const rows = await services.database.read<{ record: PendingRecord; at: string }>(
      'pending/inbox',
      {
        agentId: principal.agentId,
        oversees: oversees(principal),
        after: { at, id },
        // One more tells whether there is a next page.
        limit: integer(first + 1),
        now: toLocalDateTime(services.clock()),
      },
      { bookmarks },
    );
    const edges = rows.slice(0, first).map(({ record, at: place }) => ({
      node: pendingActionOf(record),
      cursor: encodeListCursor({ priority: 1, at: place, id: record.id }, FINGERPRINT),
    }));
    return {
      edges,
      pageInfo: {
        hasNextPage: rows.length > first,
        hasPreviousPage: after != null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
    };
  },
};
