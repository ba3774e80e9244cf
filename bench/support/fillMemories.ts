import type { Scope } from '../../src/memory/memory.ts';
import { send } from './bench.ts';
import type { RawGraph } from './rawGraph.ts';
import { plainMemory, storePlainly } from './rawStore.ts';
import { randomSource, unitVector, words } from './text.ts';

const ROWS = 500;
/** So many stores go in one request. */
const AT_ONCE = 100;

/** What to fill in. */
export interface Filling {
  readonly from: number;
  readonly to: number;
  /** Where: one after the other in turn. @default ['bench/recall'] */
  readonly namespaces?: readonly string[];
  readonly scope?: Scope;
}

const FIRST = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { failedCount } }';

/**
 * Adds memories number `from` to `to` by the server's own statements. Random unit vectors stand for embeddings: what is
 * measured then is the index, not what it means.
 */
export async function fillMemories(
  raw: RawGraph,
  url: string,
  { from, to, namespaces = ['bench/recall'], scope = 'PRIVATE' }: Filling,
): Promise<void> {
  const random = randomSource(4 + from);
  // The server makes the namespaces.
  for (let at = 0; at < namespaces.length; at += AT_ONCE) {
    const inputs = namespaces
      .slice(at, at + AT_ONCE)
      .map((namespace) => ({ title: `first ${from}`, content: 'first', namespace, tier: 'LONG', force: true }));
    await send(url, FIRST, { inputs });
  }
  const session = raw.session();
  for (let stored = from; stored < to; stored += ROWS) {
    const memories = Array.from({ length: Math.min(ROWS, to - stored) }, (_, index) =>
      plainMemory(
        `${words(random, 4)} ${stored + index}`,
        words(random, 40),
        namespaces[(stored + index) % namespaces.length],
        scope,
      ),
    );
    await storePlainly(
      session,
      memories,
      memories.map(() => unitVector(random, 384)),
    );
  }
  await session.close();
}
