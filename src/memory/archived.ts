import { z } from 'zod';
import { fromIso, integer } from '../database/values.ts';
import { badUserInput } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import type { Operation } from '../pipeline/operation.ts';
import { ARCHIVE_REASONS, type ArchiveReason } from './archiveReason.ts';
import { integerBetween, memoryIdSchema, namespaceSchema } from './bounds.ts';
import type { Memory } from './memory.ts';
import { FOREVER, fromRecord, type MemoryRecord } from './record.ts';

const inputSchema = z.object({
  namespace: namespaceSchema.nullish(),
  reason: z.enum(ARCHIVE_REASONS, `one of ${ARCHIVE_REASONS.join(', ')}`).nullish(),
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 50),
  after: z.string('text').nullish(),
});

/** A memory in the archive. Instants are ISO-8601 UTC text. */
export interface ArchivedMemory {
  readonly memory: Memory;
  readonly archivedAt: string;
  readonly archiveReason: ArchiveReason;
  readonly archivedBy: string;
}

/** A page of the archive. */
export interface ArchivePage {
  readonly edges: readonly { readonly cursor: string; readonly node: ArchivedMemory }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** `archivedMemories`: newest first, pages by the place of their last row, so that what is archived meanwhile moves none. */
export const archivedMemories: Operation<z.output<typeof inputSchema>, void, ArchivePage> = {
  name: 'archivedMemories',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { namespace, reason, first, after }) {
    const place = after == null ? { archivedAt: FOREVER, id: '' } : decodePlace(after);
    const rows = await services.database.read<{ record: MemoryRecord }>(
      'memory/archived',
      {
        at: fromIso(place.archivedAt),
        before: place.id,
        namespace: namespace ?? null,
        reason: reason ?? null,
        // One more tells whether there is a next page.
        limit: integer(first + 1),
        reader: readerOf(principal),
      },
      { bookmarks },
    );
    const edges = rows.slice(0, first).map(({ record }) => {
      const node = archivedFrom(record);
      return { cursor: encodePlace({ archivedAt: node.archivedAt, id: node.memory.id }), node };
    });
    return {
      edges,
      pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null },
    };
  },
};

function archivedFrom(record: MemoryRecord): ArchivedMemory {
  return {
    memory: fromRecord(record),
    archivedAt: record['archivedAt'] as string,
    archiveReason: record['archiveReason'] as ArchiveReason,
    archivedBy: record['archivedBy'] as string,
  };
}

interface Place {
  readonly archivedAt: string;
  readonly id: string;
}

function encodePlace({ archivedAt, id }: Place): string {
  return Buffer.from(`${archivedAt} ${id}`).toString('base64url');
}

/** @throws OperationRefused BAD_USER_INPUT for a text that no page gave */
function decodePlace(cursor: string): Place {
  const [archivedAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const isInstant =
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(archivedAt) && !Number.isNaN(Date.parse(archivedAt));
  if (!isInstant || !memoryIdSchema.safeParse(id).success || encodePlace({ archivedAt, id }) !== cursor)
    throw badUserInput('after', 'a cursor of the archive', `${cursor.length} characters`);
  return { archivedAt, id };
}
