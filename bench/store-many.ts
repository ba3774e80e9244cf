import { randomUUID } from 'node:crypto';
import { rate, send, type Question } from './support/bench.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { timed } from './support/sample.ts';
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
  await timed(store, { count: 4 });
  await timed(plainly, { count: 4 });
  const served = await timed((turn) => store(100 + turn), { count: 12, rows: ROWS });
  const limit = await timed(plainly, { count: 12, rows: ROWS });
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
  ];
};
export default question;
