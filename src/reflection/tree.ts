import { z } from 'zod';
import { toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import type { AttestLevel } from '../link/memoryLink.ts';
import { integerBetween, memoryIdSchema } from '../memory/bounds.ts';
import { instantSchema } from '../memory/instant.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { fromRecord, type MemoryRecord } from '../memory/record.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';

const MOST_NODES = 1_000;

const inputSchema = z.object({
  id: memoryIdSchema,
  direction: z
    .enum(['SOURCES', 'DEPENDENTS'])
    .nullish()
    .transform((value) => value ?? 'SOURCES'),
  maxDepth: integerBetween(1, 16)
    .nullish()
    .transform((value) => value ?? 5),
  asOf: instantSchema.nullish(),
});

type TreeInput = z.output<typeof inputSchema>;

/** A memory at its place in the tree. */
export interface ReflectionNode {
  readonly memory: Memory;
  readonly distance: number;
  readonly parentId: string | null;
  readonly attestLevel: AttestLevel | null;
}

/** A reflection with everything it was made from, or everything made from it. */
export interface ReflectionTreeAnswer {
  readonly root: Memory;
  readonly maxDepth: number;
  readonly nodes: readonly ReflectionNode[];
  readonly truncated: boolean;
}

/** `reflectionTree`: breadth first, each memory once, at its shortest distance, under its parent of smallest id. */
export const reflectionTree: Operation<TreeInput, void, ReflectionTreeAnswer> = {
  name: 'reflectionTree',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, { id, direction, maxDepth, asOf }) {
    const [root] = await readMemories(context, [id]);
    if (!root) throw notFound('memory', id);
    const nodes: ReflectionNode[] = [{ memory: root, distance: 0, parentId: null, attestLevel: null }];
    const seen = new Set([root.id]);
    let frontier = [root.id];
    let truncated = false;
    // One level further than asked tells whether there was more.
    for (let distance = 1; frontier.length > 0 && !truncated; distance++) {
      const level = firstParents(await nextLevel(context, { direction, asOf }, frontier), seen);
      const room = distance > maxDepth ? 0 : MOST_NODES - nodes.length;
      truncated = level.length > room;
      for (const { record, parentId, attestLevel } of level.slice(0, room)) {
        const memory = fromRecord(record);
        seen.add(memory.id);
        nodes.push({ memory, distance, parentId, attestLevel });
      }
      frontier = level.slice(0, room).map(({ record }) => record['id'] as string);
    }
    return { root, maxDepth: Math.max(...nodes.map(({ distance }) => distance)), nodes, truncated };
  },
};

interface Step {
  readonly parentId: string;
  readonly attestLevel: AttestLevel;
  readonly record: MemoryRecord;
}

/** Steps come sorted by memory, then by parent: the first one of each memory not seen before counts. */
function firstParents(steps: readonly Step[], seen: ReadonlySet<string>): Step[] {
  const first = new Map<string, Step>();
  for (const step of steps) {
    const id = step.record['id'] as string;
    if (!seen.has(id) && !first.has(id)) first.set(id, step);
  }
  return [...first.values()];
}

async function nextLevel(
  { services, principal, bookmarks }: OperationContext,
  { direction, asOf }: Pick<TreeInput, 'direction' | 'asOf'>,
  frontier: readonly string[],
): Promise<Step[]> {
  const now = services.clock();
  return await services.database.read<Step>(
    direction === 'SOURCES' ? 'reflection/sources' : 'reflection/dependents',
    { frontier, asOf: toLocalDateTime(asOf ?? now), now: toLocalDateTime(now), reader: readerOf(principal) },
    { bookmarks },
  );
}
