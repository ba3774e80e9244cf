import { randomUUID } from 'node:crypto';
import { rate, type Question } from './support/bench.ts';
import { Clients } from './support/clients.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { timed } from './support/sample.ts';
import { randomSource, unitVector, words } from './support/text.ts';

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';

/** How many stores a second do 64 clients get, when vectors cost nothing? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: readyEmbedder() });
  const raw = new RawGraph(bench.address);
  await raw.prepare();
  const random = randomSource(2);
  const vectors = Array.from({ length: 500 }, () => unitVector(random, 384));
  const row = (turn: number) => ({
    id: randomUUID(),
    title: `${words(random, 4)} ${turn}`,
    content: words(random, 40),
    embedding: vectors[turn % vectors.length],
  });
  // The clients have a thread of their own, as they would have a machine of their own.
  const clients = new Clients(server.url, 64);
  const inputs = (count: number, round: number) =>
    Array.from({ length: count }, (_, turn) => ({
      input: {
        title: `${words(random, 4)} ${round}.${turn}`,
        content: words(random, 40),
        namespace: 'bench/many',
        tier: 'LONG',
      },
    }));
  await clients.send(STORE, inputs(6_000, 0));
  const served = await clients.send(STORE, inputs(6_000, 1));
  await clients.close();

  const sessions = Array.from({ length: 16 }, () => raw.session());
  const free = [...sessions];
  const one = async (turn: number) => {
    const session = free.pop()!;
    await raw.create(session, [row(turn)]);
    free.push(session);
  };
  await timed(one, { clients: 16, count: 200 });
  const single = await timed(one, { clients: 16, count: 1_000 });
  const [session] = sessions;
  await timed(
    (turn) =>
      raw.create(
        session!,
        Array.from({ length: 100 }, (_, index) => row(turn * 100 + index)),
      ),
    { count: 10 },
  );
  const hundred = await timed(
    (turn) =>
      raw.create(
        session!,
        Array.from({ length: 100 }, (_, index) => row(turn * 100 + index)),
      ),
    { count: 60, rows: 100 },
  );
  await Promise.all(sessions.map((each) => each.close()));
  await raw.close();
  await server.stop();
  return [
    {
      question: 'store, 64 clients, ready vectors (raw: one CREATE a transaction, 16 clients)',
      figure: rate(served.perSecond),
      raw: rate(single.perSecond),
      ratio: served.perSecond / single.perSecond,
      aim: '>= 8, and 1,200/s',
    },
    {
      question: 'store, 64 clients, ready vectors (raw: UNWIND of 100)',
      figure: rate(served.perSecond),
      raw: rate(hundred.perSecond),
      ratio: served.perSecond / hundred.perSecond,
      aim: '>= 0.5',
    },
  ];
};
export default question;
