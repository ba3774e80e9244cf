import { ms, type Figure, type Question } from './support/bench.ts';
import { fillMemories } from './support/fillMemories.ts';
import { localEmbedder } from './support/localEmbedder.ts';
import { RawGraph } from './support/rawGraph.ts';
import { questionOf, recallOverHttp } from './support/recallRequest.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const COUNT = 400;
const MANY = 1000;
const FEW = 10;
const MEMORIES = 10_000;

/**
 * What does the audience cost a recall: an agent beside an admin, who reads without that filter, where both may read all? And
 * how does it grow with what an agent may read: 1,000 namespaces beside 10, which hold as many memories?
 */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: await localEmbedder() });
  const raw = new RawGraph(bench.address);
  const random = randomSource(7);
  const as = (headers: Record<string, string>) => () => recallOverHttp(server.url, questionOf(random), headers);
  const figures: Figure[] = [];

  const fill = (root: string, places: number) =>
    fillMemories(raw, server.url, {
      ...{ from: 0, to: MEMORIES, scope: 'ORG' },
      namespaces: Array.from({ length: places }, (_, place) => `${root}/${place}`),
    });

  await fill('few', FEW);
  const [agent, admin] = await sideBySide(as(who('few')), as({}), { count: COUNT });
  figures.push({
    question: 'recall at 10k, an agent, p50 (raw: an admin, who reads past audiences)',
    figure: ms(agent.p50),
    raw: ms(admin.p50),
    ratio: agent.p50 / admin.p50,
    aim: '<= 1.1',
  });

  await fill('many', MANY);
  const [many, few] = await sideBySide(as(who('many')), as(who('few')), { count: COUNT });
  figures.push({
    question: `recall at 20k, an agent who may read ${MANY} namespaces, p50 (raw: who may read ${FEW})`,
    figure: ms(many.p50),
    raw: ms(few.p50),
    ratio: many.p50 / few.p50,
    aim: '<= 1.5',
  });
  await raw.close();
  await server.stop();
  return figures;
};
export default question;

/** An agent whose great-grandparent namespace is this root: it reads what is shared with the org. */
function who(root: string): Record<string, string> {
  return { 'x-agent-id': `reader-of-${root}`, 'x-namespace': `${root}/unit/team/home`, 'x-roles': 'agent' };
}
