import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { LINK_RELATIONS, linkOf, type LinkRelation, type MemoryLink } from '../link/memoryLink.ts';
import { integerBetween, memoryIdSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { searchPaths, type FoundPaths, type Neighbours } from './pathSearch.ts';
import { relationsSchema } from './relations.ts';

/** What one search may look at, so that hubs cannot hold up the server. */
const MOST_NEIGHBOURS = 100_000;
const MOST_STEPS = 200_000;

const inputSchema = z.object({
  from: memoryIdSchema,
  to: memoryIdSchema,
  maxDepth: integerBetween(1, 7)
    .nullish()
    .transform((value) => value ?? 4),
  limit: integerBetween(1, 50)
    .nullish()
    .transform((value) => value ?? 10),
  asOf: instantSchema.nullish(),
  relations: relationsSchema,
});

type PathsInput = z.output<typeof inputSchema>;

/** One way from a memory to another. */
export interface MemoryPath {
  readonly length: number;
  readonly memories: readonly Memory[];
  /** One between each two of them. */
  readonly links: readonly MemoryLink[];
}

/** Ways between two memories. */
export interface PathsAnswer {
  readonly paths: readonly MemoryPath[];
  readonly truncated: boolean;
}

/** `paths`: simple paths between two memories, links taken both ways, shortest first (spec memory-system §6). */
export const paths: Operation<PathsInput, void, PathsAnswer> = {
  name: 'paths',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    const { from, to } = input;
    // The search need not wait for the ends to be found: nothing of it is told when one is hidden.
    const [ends, found] = await Promise.all([
      readMemories(context, [...new Set([from, to])]),
      from === to ? { paths: [[from]], truncated: false } : search(context, input),
    ]);
    for (const id of [from, to]) if (!ends.some((memory) => memory.id === id)) throw notFound('memory', id);
    return { paths: await told(context, input, found.paths), truncated: found.truncated };
  },
};

async function search(
  context: OperationContext,
  { from, to, maxDepth, limit, ...how }: PathsInput,
): Promise<FoundPaths> {
  return await searchPaths(from, to, (ids, most) => neighbours(context, how, ids, most), {
    maxDepth,
    limit,
    neighbours: MOST_NEIGHBOURS,
    steps: MOST_STEPS,
  });
}

async function neighbours(
  { services, principal, bookmarks }: OperationContext,
  { relations, asOf }: Pick<PathsInput, 'relations' | 'asOf'>,
  frontier: readonly string[],
  most: number,
): Promise<Neighbours> {
  const now = services.clock();
  const rows = await services.database.read<{ id: string; neighbours: string[] }>(
    'graph/neighbours',
    {
      ...{ frontier, relations },
      asOf: toLocalDateTime(asOf ?? now),
      now: toLocalDateTime(now),
      limit: integer(most),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
  return {
    byId: new Map(rows.map((row) => [row.id, row.neighbours])),
    count: rows.reduce((sum, row) => sum + row.neighbours.length, 0),
  };
}

/** Paths with their memories and links; one of which a part vanished meanwhile is left out. */
async function told(
  context: OperationContext,
  input: PathsInput,
  found: readonly (readonly string[])[],
): Promise<MemoryPath[]> {
  const [memories, links] = await Promise.all([
    readMemories(context, [...new Set(found.flat())]),
    linksAlong(context, input, found),
  ]);
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return found.flatMap((ids) => {
    const nodes = ids.flatMap((id) => byId.get(id) ?? []);
    const between = pairsOf(ids).flatMap((pair) => links.get(pairName(pair)) ?? []);
    const whole = nodes.length === ids.length && between.length === ids.length - 1;
    return whole ? [{ length: between.length, memories: nodes, links: between }] : [];
  });
}

type Pair = readonly [string, string];

function pairsOf(ids: readonly string[]): Pair[] {
  return ids.slice(1).map((id, index): Pair => [ids[index] as string, id]);
}

function pairName(pair: Pair): string {
  return pair.join('|');
}

interface LinkRow {
  readonly pair: Pair;
  readonly relation: LinkRelation;
  readonly sourceId: string;
  readonly targetId: string;
  readonly properties: Record<string, never>;
}

/** The link of each pair: the first in the order of relations, the oldest of those. */
async function linksAlong(
  { services, bookmarks }: OperationContext,
  { relations, asOf }: PathsInput,
  found: readonly (readonly string[])[],
): Promise<Map<string, MemoryLink>> {
  const pairs = new Map(found.flatMap(pairsOf).map((pair) => [pairName(pair), pair]));
  if (pairs.size === 0) return new Map();
  const rows = await services.database.read<LinkRow>(
    'link/of-pairs',
    { pairs: [...pairs.values()], relations, asOf: toLocalDateTime(asOf ?? services.clock()) },
    { bookmarks },
  );
  const first = new Map<string, MemoryLink>();
  for (const relation of LINK_RELATIONS) {
    for (const row of rows) {
      const name = pairName(row.pair);
      if (row.relation === relation && !first.has(name))
        first.set(name, linkOf(relation, row.sourceId, row.targetId, row.properties));
    }
  }
  return first;
}
