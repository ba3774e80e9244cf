import { send } from './bench.ts';
import { words } from './text.ts';

const RECALL = 'query ($input: RecallInput!) { recall(input: $input) { hits { score memory { id title content } } } }';

/** A question of a few words. */
export function questionOf(random: () => number): string {
  return `What about ${words(random, 6)}?`;
}

/** Recalls as a client does that looks at what it gets; leaves no touches behind. */
export async function recallOverHttp(url: string, query: string): Promise<void> {
  await send(url, RECALL, { input: { query, touch: false } });
}
