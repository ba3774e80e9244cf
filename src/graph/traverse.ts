import { z } from 'zod';
import { integer, toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { linkOf, type LinkRelation, type MemoryLink } from '../link/memoryLink.ts';
import { integerBetween, listOf, memoryIdSchema, textOfBytes } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { directionSchema, relationsSchema } from './relations.ts';

/** Most links that one step looks at, so that a hub cannot hold up the server. */
const MOST_LINKS = 50_000;

const inputSchema = z.object({
  from: memoryIdSchema,
  depth: integerBetween(1, 5)
    .nullish()
    .transform((value) => value ?? 1),
  relations: relationsSchema,
  direction: directionSchema('OUT'),
  asOf: instantSchema.nullish(),
  observedBy: listOf(textOfBytes(128), 100).nullish(),
  limit: integerBetween(1, 1_000)
    .nullish()
    .transform((value) => value ?? 200),
});

type TraverseInput = z.output<typeof inputSchema>;

/** A memory that was reached, and the way there. */
export interface TraversalNode {
  readonly memory: Memory;
  readonly distance: number;
  /** Ids from the start to this memory. */
  readonly path: readonly string[];
  readonly link: MemoryLink;
}

/** What can be reached from a memory. */
export interface TraversalAnswer {
  readonly nodes: readonly TraversalNode[];
  readonly truncated: boolean;
}

/** `traverse`: breadth first, a level a round trip, each memory once at its shortest distance (spec memory-system §6). */
export const traverse: Operation<TraverseInput, void, TraversalAnswer> = {
  name: 'traverse',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    // The first step need not wait for the start to be found.
    const [[start], first] = await Promise.all([
      readMemories(context, [input.from]),
      nextLevel(context, input, [input.from], [input.from], input.limit),
    ]);
    if (!start) throw notFound('memory', input.from);
    const nodes: TraversalNode[] = [];
    const paths = new Map<string, readonly string[]>([[start.id, [start.id]]]);
    let truncated = false;
    let level = first;
    for (let distance = 1; level.length > 0; distance++) {
      const kept = level.slice(0, input.limit - nodes.length);
      truncated ||= kept.length < level.length || (level[0]?.looked ?? 0) >= MOST_LINKS;
      for (const step of kept) {
        const memory = fromRecord(step.record);
        const path = [...(paths.get(step.parentId) ?? []), memory.id];
        paths.set(memory.id, path);
        nodes.push({
          memory,
          distance,
          path,
          link: linkOf(step.relation, step.sourceId, step.targetId, step.properties),
        });
      }
      if (distance === input.depth || truncated) break;
      const frontier = kept.map(({ record }) => record['id'] as string);
      level = await nextLevel(context, input, frontier, [...paths.keys()], input.limit - nodes.length);
    }
    return { nodes, truncated };
  },
};

interface Step {
  readonly looked: number;
  readonly parentId: string;
  readonly relation: LinkRelation;
  readonly sourceId: string;
  readonly targetId: string;
  readonly properties: Record<string, never>;
  readonly record: MemoryRecord;
}

/** One more than there is room for tells of a cut. */
async function nextLevel(
  { services, principal, bookmarks }: OperationContext,
  { relations, direction, observedBy, asOf }: TraverseInput,
  frontier: readonly string[],
  seen: readonly string[],
  room: number,
): Promise<Step[]> {
  const now = services.clock();
  return await services.database.read<Step>(
    'graph/traverse',
    {
      ...{ frontier, seen, relations, direction, observedBy: observedBy ?? null },
      asOf: toLocalDateTime(asOf ?? now),
      now: toLocalDateTime(now),
      limit: integer(room + 1),
      links: integer(MOST_LINKS),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
}
