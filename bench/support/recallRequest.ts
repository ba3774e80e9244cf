import { send } from './bench.ts';
import { words } from './text.ts';

const RECALL = 'query ($input: RecallInput!) { recall(input: $input) { hits { score memory { id title content } } } }';

/** A question of a few words. */
export function questionOf(random: () => number): string {
  return `What about ${words(random, 6)}?`;
}

/**
 * Recalls as a client does that looks at what it gets; leaves no touches behind.
 * @param headers say who asks; the local admin without
 */
export async function recallOverHttp(
  url: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await send(url, RECALL, { input: { query, touch: false } }, headers);
}
