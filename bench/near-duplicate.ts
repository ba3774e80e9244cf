import { ms, rate, send, type Question } from './support/bench.ts';
import { fillMemories } from './support/fillMemories.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, words } from './support/text.ts';

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const STORE_MANY =
  'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount failedCount } }';
const ROWS = 500;
const MEMORIES = 5_000;

/** What does looking for near duplicates cost, over the same stores with `force`, when vectors cost nothing? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: readyEmbedder() });
  const raw = new RawGraph(bench.address);
  await fillMemories(raw, server.url, { from: 0, to: MEMORIES, namespaces: ['bench/near'] });
  await raw.close();
  const random = randomSource(6);
  const input = (turn: string, force: boolean) => ({
    ...{ title: `${words(random, 4)} ${turn} ${String(force)}`, content: words(random, 40) },
    ...{ namespaces: ['bench/near'], tier: 'LONG', force },
  });
  const one = (force: boolean) => (turn: number) => send(server.url, STORE, { input: input(`one ${turn}`, force) });
  const many = (force: boolean) => (turn: number) =>
    send(server.url, STORE_MANY, {
      inputs: Array.from({ length: ROWS }, (_, index) => input(`${turn}.${index}`, force)),
    });
  const [looked, forced] = await sideBySide(one(false), one(true), { count: 160 });
  const [lookedMany, forcedMany] = await sideBySide(many(false), many(true), { count: 8, rows: ROWS });
  await server.stop();
  return [
    {
      question: 'store with the near-duplicate rule, one client, p50 (raw: with force)',
      figure: ms(looked.p50),
      raw: ms(forced.p50),
      ratio: looked.p50 / forced.p50,
      aim: '<= 1.5',
    },
    {
      question: 'storeMemories of 500 with the near-duplicate rule (raw: with force)',
      figure: rate(lookedMany.perSecond),
      raw: rate(forcedMany.perSecond),
      ratio: lookedMany.perSecond / forcedMany.perSecond,
      aim: 'faster than the local embedder, 325/s',
    },
  ];
};
export default question;
