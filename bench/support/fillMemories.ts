import type { Scope } from '../../src/memory/memory.ts';
import { send } from './bench.ts';
import type { RawGraph } from './rawGraph.ts';
import { plainMemory, storePlainly } from './rawStore.ts';
import { randomSource, unitVector, words } from './text.ts';

const ROWS = 500;

/** What to fill in. */
export interface Filling {
  readonly from: number;
  readonly to: number;
  readonly namespace?: string;
  readonly scope?: Scope;
}

/**
 * Adds memories number `from` to `to` by the server's own statements. Random unit vectors stand for embeddings: what is
 * measured then is the index, not what it means.
 */
export async function fillMemories(
  raw: RawGraph,
  url: string,
  { from, to, namespace = 'bench/recall', scope = 'PRIVATE' }: Filling,
): Promise<void> {
  const random = randomSource(4 + from);
  // The server makes the namespace.
  const first = `mutation ($title: String!, $namespace: String!) {
    storeMemory(input: { title: $title, content: "first", namespace: $namespace, tier: LONG }) { created }
  }`;
  await send(url, first, { title: `first ${from}`, namespace });
  const session = raw.session();
  for (let stored = from; stored < to; stored += ROWS) {
    const memories = Array.from({ length: Math.min(ROWS, to - stored) }, (_, index) =>
      plainMemory(`${words(random, 4)} ${stored + index}`, words(random, 40), namespace, scope),
    );
    await storePlainly(
      session,
      memories,
      memories.map(() => unitVector(random, 384)),
    );
  }
  await session.close();
}
