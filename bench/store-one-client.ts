import { embeddingText } from '../src/embedding/embedText.ts';
import { ms, send, type Question } from './support/bench.ts';
import { localEmbedder } from './support/localEmbedder.ts';
import { RawGraph } from './support/rawGraph.ts';
import { plainMemory, storePlainly } from './support/rawStore.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource, words } from './support/text.ts';

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const COUNT = 200;

/** What does one lone client wait for a store, over the embedding and the same Cypher that it cannot do without? */
const question: Question = async (bench) => {
  const embedder = await localEmbedder();
  const server = await bench.serve({ embedder });
  const raw = new RawGraph(bench.address);
  const session = raw.session();
  const random = randomSource(1);
  const text = (turn: number) => ({ title: `${words(random, 4)} ${turn}`, content: words(random, 40) });
  const viaServer = (turn: number) =>
    send(server.url, STORE, { input: { ...text(turn), namespace: 'bench/one', tier: 'LONG' } });
  const plainly = async (turn: number) => {
    const { title, content } = text(turn);
    const [vector] = await embedder.embed([embeddingText(title, content)]);
    await storePlainly(session, [plainMemory(`raw ${title}`, content, 'bench/one')], [vector ?? []]);
  };
  const [served, limit] = await sideBySide(viaServer, plainly, { count: COUNT });
  await session.close();
  await raw.close();
  await server.stop();
  return [
    {
      question: 'store, one client, p50 (raw: embed + the same Cypher)',
      figure: ms(served.p50),
      raw: ms(limit.p50),
      ratio: served.p50 / limit.p50,
      aim: '<= 1.5',
    },
  ];
};
export default question;
