import { createHash } from 'node:crypto';
import { z } from 'zod';
import { badUserInput } from '../errors.ts';
import { integerBetween } from '../memory/bounds.ts';

/** How a page is asked for. */
export const pageInputSchema = z.object({
  first: integerBetween(1, 200)
    .nullish()
    .transform((value) => value ?? 50),
  after: z.string('text').max(1024, 'at most 1,024 characters').nullish(),
});

/** A page of what is at hand, and so counted. */
export interface CountedPage<Node> extends Page<Node> {
  readonly totalCount: number;
}

/** A page of something. */
export interface Page<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/**
 * A page of what is at hand. A cursor names a row and not a number, so that a reload moves no page.
 * @throws OperationRefused BAD_USER_INPUT for a cursor whose row is not there, such as one that a reload took away
 */
export function pageOf<Node>(
  all: readonly Node[],
  keyOf: (node: Node) => string,
  { first, after }: z.output<typeof pageInputSchema>,
): CountedPage<Node> {
  const cursors = all.map((node) => createHash('sha256').update(keyOf(node)).digest('base64url').slice(0, 22));
  const before = after == null ? -1 : cursors.indexOf(after);
  if (after != null && before === -1)
    throw badUserInput('after', 'a cursor of this list as it is now', `${after.length} characters`);
  const edges = all
    .slice(before + 1, before + 1 + first)
    .map((node, place) => ({ cursor: cursors[before + 1 + place] ?? '', node }));
  return {
    edges,
    totalCount: all.length,
    pageInfo: { hasNextPage: before + 1 + first < all.length, endCursor: edges.at(-1)?.cursor ?? null },
  };
}
