import { randomUUID } from 'node:crypto';
import { rate, send, type Question } from './support/bench.ts';
import { RawGraph } from './support/rawGraph.ts';
import { plainMemory, storePlainly } from './support/rawStore.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, unitVector, words } from './support/text.ts';

const STORE = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount failedCount } }';
const ROWS = 500;

/** How many rows a second does a bulk call store, against plain UNWIND of as many? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: readyEmbedder() });
  const raw = new RawGraph(bench.address);
  await raw.prepare();
  const random = randomSource(3);
  const vectors = Array.from({ length: ROWS }, () => unitVector(random, 384));
  const text = (turn: number, index: number) => ({
    title: `${words(random, 4)} ${turn}.${index}`,
    content: words(random, 40),
  });
  const store = (turn: number) =>
    send(server.url, STORE, {
      inputs: vectors.map((_, index) => ({ ...text(turn, index), namespace: 'bench/bulk', tier: 'LONG' })),
    });
  const session = raw.session();
  const plainly = (turn: number) =>
    raw.create(
      session,
      vectors.map((embedding, index) => ({ id: randomUUID(), ...text(turn, index), embedding })),
    );
  const [served, limit] = await sideBySide(store, plainly, { count: 16, rows: ROWS });
  // What a memory is made of costs more than a bare row: the same nodes, by plain Cypher.
  const alike = (turn: number) =>
    storePlainly(
      session,
      vectors.map((_, index) => {
        const { title, content } = text(turn, index);
        return plainMemory(`alike ${title}`, content, 'bench/bulk');
      }),
      vectors,
    );
  const [again, same] = await sideBySide((turn) => store(1_000 + turn), alike, { count: 16, rows: ROWS });
  await session.close();
  await raw.close();
  await server.stop();
  return [
    {
      question: 'storeMemories of 500, ready vectors (raw: UNWIND of 500)',
      figure: rate(served.perSecond),
      raw: rate(limit.perSecond),
      ratio: served.perSecond / limit.perSecond,
      aim: '>= 0.6',
    },
    {
      question: 'storeMemories of 500, ready vectors (raw: the same nodes and events by plain Cypher)',
      figure: rate(again.perSecond),
      raw: rate(same.perSecond),
      ratio: again.perSecond / same.perSecond,
      aim: 'as near to 1 as it gets',
    },
  ];
};
export default question;
