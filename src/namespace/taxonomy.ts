import { z } from 'zod';
import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import { integerBetween, namespaceSchema } from '../memory/bounds.ts';
import type { Operation } from '../pipeline/operation.ts';
import { ancestor, isWithin, lineage } from './path.ts';

const inputSchema = z.object({
  namespace: namespaceSchema.nullish(),
  depth: integerBetween(1, 8)
    .nullish()
    .transform((value) => value ?? 8),
  limit: integerBetween(1, 10_000)
    .nullish()
    .transform((value) => value ?? 1_000),
});

/** A place in the namespace tree (seed: TaxonomyNode, flat). */
export interface TaxonomyNode {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly parent: string | null;
  readonly count: number;
  readonly subtreeCount: number;
}

/** The namespace tree with counts. */
export interface TaxonomyAnswer {
  readonly nodes: readonly TaxonomyNode[];
  readonly totalCount: number;
  readonly truncated: boolean;
}

/** How many memories one namespace has right there. */
export interface NamespaceCount {
  readonly path: string;
  readonly count: number;
}

/** `taxonomy`: the namespace tree with own and subtree counts over what the caller may read (spec memory-system §6). */
export const taxonomy: Operation<z.output<typeof inputSchema>, void, TaxonomyAnswer> = {
  name: 'taxonomy',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { namespace, depth, limit }) {
    const counts = await services.database.read<NamespaceCount>(
      'namespace/taxonomy',
      { namespace: namespace ?? null, now: toLocalDateTime(services.clock()), reader: readerOf(principal) },
      { bookmarks },
    );
    const above = namespace == null ? 0 : lineage(namespace).length;
    const shown = treeOf(counts, namespace ?? null).filter((node) => node.depth <= above + depth);
    return {
      nodes: shown.length > limit ? fullest(shown, limit) : shown,
      totalCount: counts.reduce((sum, { count }) => sum + count, 0),
      truncated: shown.length > limit,
    };
  },
};

/**
 * Every namespace with memories and all it lies in, as far up as `root`; parents before children, siblings by name.
 * @param root null for the whole tree
 */
export function treeOf(counts: readonly NamespaceCount[], root: string | null): TaxonomyNode[] {
  const own = new Map(counts.map(({ path, count }) => [path, count]));
  const subtree = new Map<string, number>();
  for (const { path, count } of counts) {
    for (const place of lineage(path)) {
      if (root === null || isWithin(place, root)) subtree.set(place, (subtree.get(place) ?? 0) + count);
    }
  }
  return [...subtree]
    .map(([path, subtreeCount]) => ({
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      depth: path.split('/').length,
      parent: ancestor(path, 1),
      count: own.get(path) ?? 0,
      subtreeCount,
    }))
    .sort(inTreeOrder);
}

/** A parent never has fewer memories below it than its child, so the fullest namespaces are a tree, too. */
function fullest(nodes: readonly TaxonomyNode[], limit: number): TaxonomyNode[] {
  return [...nodes]
    .sort((a, b) => b.subtreeCount - a.subtreeCount || a.depth - b.depth || inTreeOrder(a, b))
    .slice(0, limit)
    .sort(inTreeOrder);
}

/** Segment by segment: `a/b` belongs right behind `a`, before `a-b`. */
function inTreeOrder(a: TaxonomyNode, b: TaxonomyNode): number {
  const left = a.path.replaceAll('/', '\0');
  const right = b.path.replaceAll('/', '\0');
  return left < right ? -1 : Number(left > right);
}
