import { ms, type Question } from './support/bench.ts';
import { fillMemories } from './support/fillMemories.ts';
import { localEmbedder } from './support/localEmbedder.ts';
import { RawGraph } from './support/rawGraph.ts';
import { questionOf, recallOverHttp } from './support/recallRequest.ts';
import { timed } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const COUNT = 300;

/** How does recall grow with the graph: what is its p95 at 100,000 memories beside that at 10,000? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: await localEmbedder() });
  const raw = new RawGraph(bench.address);
  const random = randomSource(6);
  const recall = () => recallOverHttp(server.url, questionOf(random));
  const measured = async () => {
    await timed(recall, { count: COUNT });
    return await timed(recall, { count: COUNT });
  };
  await fillMemories(raw, server.url, { from: 0, to: 10_000 });
  const small = await measured();
  await fillMemories(raw, server.url, { from: 10_000, to: 100_000 });
  const large = await measured();
  await raw.close();
  await server.stop();
  return [
    {
      question: 'recall at 100k, one client, p95 (raw: the same at 10k)',
      figure: ms(large.p95),
      raw: ms(small.p95),
      ratio: large.p95 / small.p95,
      aim: '<= 2',
    },
  ];
};
export default question;
