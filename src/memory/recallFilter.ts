import type { Principal } from '../agent/principal.ts';
import { toLocalDateTime } from '../database/values.ts';
import { readerOf, sharedRoots } from '../governance/audience.ts';
import { isWithin, lineage } from '../namespace/path.ts';
import { ATOMISED_TOKEN, keyToken } from './keys.ts';
import { MEMORY_KINDS, TIERS, type MemoryKind, type Tier } from './memory.ts';
import { filterClause } from './question.ts';
import { levelWeight } from './recallRecipe.ts';

/** What recall and search may be narrowed by. */
export interface RecallFilter {
  readonly namespace?: string | null | undefined;
  readonly tier?: Tier | null | undefined;
  readonly kinds?: readonly MemoryKind[] | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly since?: Date | null | undefined;
  readonly until?: Date | null | undefined;
  readonly asAgent?: string | null | undefined;
  readonly includeAtomised?: boolean | undefined;
}

/** The clause that keeps out what was divided into atoms. */
export const WITHOUT_ATOMISED = `-keys:${ATOMISED_TOKEN}`;

const BEGINNING = new Date('0001-01-01T00:00:00Z');
const END = new Date('9999-12-31T23:59:59.999Z');

/** The parameters of recall's statement that follow from who asks and what is filtered by. */
export function recallParameters(principal: Principal, filter: RecallFilter) {
  const reader = readerOf(principal, filter.asAgent);
  return {
    reader,
    agentId: principal.agentId,
    asAgent: filter.asAgent ?? null,
    includeAtomised: filter.includeAtomised ?? false,
    unfiltered: reader.all && reader.narrow === null,
    shared: sharedSubtrees(principal, filter.asAgent),
    tiers: filter.tier ? [filter.tier] : TIERS,
    kinds: filter.kinds?.length ? filter.kinds : MEMORY_KINDS,
    tags: filter.tags ?? [],
    since: toLocalDateTime(filter.since ?? BEGINNING),
    until: toLocalDateTime(filter.until ?? END),
    namespaces: filter.namespace ? lineage(filter.namespace) : null,
    weights: Object.fromEntries(
      filter.namespace ? lineage(filter.namespace).map((path, levels) => [path, levelWeight(levels)]) : [],
    ),
  };
}

/** The same filters as words that the full-text index must contain. Time is exact in the statement, by day here. */
export function filterWords(principal: Principal, filter: RecallFilter): string {
  const reader = readerOf(principal, filter.asAgent);
  const clauses: string[][] = [];
  if (!reader.all) clauses.push(reader.tokens.map((token) => keyToken('reader', token)));
  if (reader.narrow) clauses.push(reader.narrow.map((token) => keyToken('reader', token)));
  if (filter.namespace) clauses.push(lineage(filter.namespace).map((path) => keyToken('in', path)));
  if (filter.tier) clauses.push([keyToken('tier', filter.tier)]);
  if (filter.kinds?.length) clauses.push(filter.kinds.map((kind) => keyToken('kind', kind)));
  for (const tag of filter.tags ?? []) clauses.push([keyToken('tag', tag)]);
  return filter.includeAtomised ? filterClause(clauses) : `${filterClause(clauses)} ${WITHOUT_ATOMISED}`;
}

/**
 * The words of what is compared with the question one by one: what has the tags, which the vector index cannot filter by,
 * and what was divided into atoms, which is not in reach of its searches. Null when there is neither.
 */
export function comparedWords(filter: RecallFilter, words: string): string | null {
  if (filter.tags?.length) return words;
  return filter.includeAtomised ? `${words} +keys:${ATOMISED_TOKEN}` : null;
}

/**
 * Subtrees whose TEAM, UNIT and ORG rows are in view. Looking from another position meets the caller's own subtrees
 * with that position's: of two nested subtrees the lower one, of two apart none.
 */
function sharedSubtrees(principal: Principal, asAgent: string | null | undefined): { scope: string; root: string }[] {
  if (principal.readsAll && !asAgent) return [];
  const own = sharedRoots(principal.home);
  const chosen = asAgent ? sharedRoots(asAgent) : own;
  return (['team', 'unit', 'org'] as const).flatMap((scope) => {
    const root = principal.readsAll ? chosen[scope] : meet(own[scope], chosen[scope]);
    return root === null ? [] : [{ scope, root }];
  });
}

function meet(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return null;
  if (isWithin(a, b)) return a;
  return isWithin(b, a) ? b : null;
}
