import type { Memory } from '../memory/memory.ts';
import { RELATIONS } from './hydrate.ts';
import { inHand, type MemoryInHand } from './inHand.ts';

const NO_PAGE = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
const NONE = { edges: [], totalCount: 0, pageInfo: NO_PAGE, aggregate: { count: { nodes: 0, edges: 0 } } };

/** A memory that is not live: the generated reads do not know it, so its relations are empty until it is restored. */
export function archivedInHand(memory: Memory): MemoryInHand {
  const relations = RELATIONS.flatMap((name) => [
    [name, []],
    [`${name}Connection`, NONE],
  ]);
  return { ...inHand(memory), ...(Object.fromEntries(relations) as object) };
}
