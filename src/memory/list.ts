import { z } from 'zod';
import type { StatementName } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { agentIdSchema, integerBetween, namespaceSchema, tagsSchema } from './bounds.ts';
import { instantSchema } from './instant.ts';
import { decodeListCursor, encodeListCursor, listFingerprint, type ListPlace } from './listCursor.ts';
import { MEMORY_KINDS, TIERS, type Memory } from './memory.ts';
import { recallParameters } from './recallFilter.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

/** The orders of a list, each with its statement: what differs is the index they read. */
const STATEMENTS = {
  PRIORITY_DESC: 'memory/list-by-priority',
  UPDATED_AT_DESC: 'memory/list-by-updated',
  CREATED_AT_DESC: 'memory/list-by-created',
} as const satisfies Record<string, StatementName>;
const ORDERS = Object.keys(STATEMENTS) as [keyof typeof STATEMENTS, ...(keyof typeof STATEMENTS)[]];

/** A place before every memory. */
const BEFORE_ALL: ListPlace = { priority: 11, at: '9999-12-31T23:59:59.999', id: '' };

const inputSchema = z.object({
  namespace: namespaceSchema.nullish(),
  subtree: z.boolean().nullish(),
  tier: z.enum(TIERS, `one of ${TIERS.join(', ')}`).nullish(),
  kinds: z.array(z.enum(MEMORY_KINDS, `one of ${MEMORY_KINDS.join(', ')}`)).nullish(),
  minPriority: integerBetween(1, 10).nullish(),
  since: instantSchema.nullish(),
  until: instantSchema.nullish(),
  tags: tagsSchema.nullish(),
  agentId: agentIdSchema.nullish(),
  orderBy: z
    .enum(ORDERS, `one of ${ORDERS.join(', ')}`)
    .nullish()
    .transform((value) => value ?? 'PRIORITY_DESC'),
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 20),
  after: z.string('text').max(1024, 'at most 1,024 characters').nullish(),
});

type ListInput = z.output<typeof inputSchema>;

/** A page of a list. */
export interface ListAnswer {
  readonly edges: readonly { readonly cursor: string; readonly node: Memory }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  /** Counts the whole list; asked for only when a client selects it. */
  readonly totalCount: () => Promise<number>;
}

/** `listMemories`: a page of live memories that the caller may read, by keyset (spec memory-system §5; ADR 0011). */
export const listMemories: Operation<ListInput, void, ListAnswer> = {
  name: 'listMemories',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    const fingerprint = fingerprintOf(input);
    const after = input.after == null ? BEFORE_ALL : decodeListCursor(input.after, fingerprint);
    const parameters = parametersOf(context, input);
    const rows = await read<{ record: MemoryRecord; at: string }>(context, STATEMENTS[input.orderBy], {
      ...parameters,
      after: { ...after, priority: integer(after.priority) },
      // One more tells whether there is a next page.
      limit: integer(input.first + 1),
    });
    const edges = rows.slice(0, input.first).map(({ record, at }) => {
      const node = fromRecord(record);
      return { node, cursor: encodeListCursor({ priority: node.priority, at, id: node.id }, fingerprint) };
    });
    return {
      edges,
      pageInfo: {
        hasNextPage: rows.length > input.first,
        hasPreviousPage: input.after != null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
      totalCount: async () => (await read<{ count: number }>(context, 'memory/list-count', parameters))[0]?.count ?? 0,
    };
  },
};

function fingerprintOf(input: ListInput): string {
  const { namespace, subtree, tier, kinds, minPriority, since, until, tags, agentId, orderBy } = input;
  return listFingerprint([
    orderBy,
    ...[namespace, subtree && namespace != null, tier, minPriority, since, until, agentId].map(
      (value) => value ?? null,
    ),
    ...[kinds, tags].map((set) => (set?.length ? [...set].sort() : null)),
  ]);
}

function parametersOf({ services, principal }: OperationContext, input: ListInput) {
  const { reader, tiers, kinds, tags, since, until } = recallParameters(principal, { ...input, namespace: null });
  const { namespace } = input;
  return {
    ...{ reader, tiers, kinds, tags, since, until },
    namespaces: namespace == null ? [] : [namespace],
    prefixes: namespace == null ? [''] : input.subtree ? [`${namespace}/`] : [],
    minPriority: integer(input.minPriority ?? 1),
    agentId: input.agentId ?? null,
    now: toLocalDateTime(services.clock()),
  };
}

function read<Row>(
  { services, bookmarks }: OperationContext,
  statement: StatementName,
  parameters: Record<string, unknown>,
): Promise<Row[]> {
  return services.database.read<Row>(statement, parameters, { bookmarks });
}
