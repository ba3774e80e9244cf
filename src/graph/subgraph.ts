import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import { linkOf, type LinkRelation, type MemoryLink } from '../link/memoryLink.ts';
import { integerBetween, listOf, memoryIdSchema, namespaceSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import { isWithin } from '../namespace/path.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';

const MOST_LINKS = 5_000;

const inputSchema = z.object({
  around: listOf(memoryIdSchema, 50).nullish(),
  namespace: namespaceSchema.nullish(),
  depth: integerBetween(0, 4)
    .nullish()
    .transform((value) => value ?? 1),
  limit: integerBetween(1, 500)
    .nullish()
    .transform((value) => value ?? 200),
  asOf: instantSchema.nullish(),
});

type SubgraphInput = z.output<typeof inputSchema>;

/** A part of the graph, ready to draw. */
export interface SubgraphAnswer {
  readonly nodes: readonly Memory[];
  readonly links: readonly MemoryLink[];
  readonly truncated: boolean;
}

/** `subgraph`: a neighbourhood, or the most important part of a namespace; never more than a view can draw. */
export const subgraph: Operation<SubgraphInput, void, SubgraphAnswer> = {
  name: 'subgraph',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    const found = input.around?.length
      ? await neighbourhood(context, input, input.around)
      : await important(context, input);
    const nodes = found.slice(0, input.limit);
    const links = await linksBetween(context, input, nodes);
    return {
      nodes,
      links: links.slice(0, MOST_LINKS),
      truncated: found.length > nodes.length || links.length > MOST_LINKS,
    };
  },
};

/** Breadth first, a level a round trip, so that a hub costs no more than the limit. One too many tells of a cut. */
async function neighbourhood(
  context: OperationContext,
  { depth, limit, namespace, asOf }: SubgraphInput,
  around: readonly string[],
): Promise<Memory[]> {
  const starts = await readMemories(context, [...new Set(around)]);
  const nodes = starts.filter((memory) => namespace == null || isWithin(memory.namespace, namespace));
  let frontier = nodes;
  for (let level = 1; level <= depth && frontier.length > 0 && nodes.length <= limit; level++) {
    frontier = await records(context, 'graph/expand', asOf, {
      frontier: frontier.map(({ id }) => id),
      seen: nodes.map(({ id }) => id),
      namespace: namespace ?? null,
      limit: integer(limit - nodes.length + 1),
    });
    nodes.push(...frontier);
  }
  return nodes;
}

async function important(context: OperationContext, { namespace, limit, asOf }: SubgraphInput): Promise<Memory[]> {
  const bounds = { limit: integer(limit + 1), pool: integer((limit + 1) * 4) };
  return namespace == null
    ? await records(context, 'graph/important-everywhere', asOf, bounds)
    : await records(context, 'graph/important', asOf, { ...bounds, namespace });
}

async function records(
  { services, principal, bookmarks }: OperationContext,
  statement: 'graph/expand' | 'graph/important' | 'graph/important-everywhere',
  asOf: SubgraphInput['asOf'],
  parameters: Readonly<Record<string, unknown>>,
): Promise<Memory[]> {
  const now = services.clock();
  const rows = await services.database.read<{ record: MemoryRecord }>(
    statement,
    { ...parameters, asOf: toLocalDateTime(asOf ?? now), now: toLocalDateTime(now), reader: readerOf(principal) },
    { bookmarks },
  );
  return rows.map(({ record }) => fromRecord(record));
}

async function linksBetween(
  { services, bookmarks }: OperationContext,
  { asOf }: SubgraphInput,
  nodes: readonly Memory[],
): Promise<MemoryLink[]> {
  const rows = await services.database.read<{
    relation: LinkRelation;
    sourceId: string;
    targetId: string;
    properties: Record<string, never>;
  }>(
    'link/between',
    { ids: nodes.map(({ id }) => id), asOf: toLocalDateTime(asOf ?? services.clock()), limit: integer(MOST_LINKS + 1) },
    { bookmarks },
  );
  return rows.map(({ relation, sourceId, targetId, properties }) => linkOf(relation, sourceId, targetId, properties));
}
