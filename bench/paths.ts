import { ms, send, type Figure, type Question } from './support/bench.ts';
import { fillLinked, RELATIONS } from './support/linkedGraph.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const COUNT = 200;
const LIMIT = 10;

const PATHS = `query ($from: ID!, $to: ID!, $maxDepth: Int) { paths(from: $from, to: $to, maxDepth: $maxDepth, limit: ${LIMIT}) {
  truncated paths { memories { id title } links { relation } } } }`;

/** The shortest ways by one statement that knows no readers or times; which of equally long ones is left to chance. */
const RAW = (depth: number) => `CYPHER 25
MATCH (a:MemoryRecord {id: $from})
MATCH (b:MemoryRecord {id: $to})
MATCH p = SHORTEST ${LIMIT} (a)-[:${RELATIONS}]-{1,${depth}}(b)
RETURN [n IN nodes(p) | [n.id, n.title]] AS memories, [r IN relationships(p) | type(r)] AS links`;

/** What do paths among 10,000 memories with 50,000 links, and hubs among them, cost over raw Cypher? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: readyEmbedder() });
  const raw = new RawGraph(bench.address);
  const ids = await fillLinked(raw, server.url);
  const figures: Figure[] = [];
  for (const maxDepth of [4, 7]) {
    const random = randomSource(8);
    const any = () => ids[Math.floor(random() * ids.length)];
    const [ours, limit] = await sideBySide(
      () => send(server.url, PATHS, { from: any(), to: any(), maxDepth }),
      () => raw.driver.executeQuery(RAW(maxDepth), { from: any(), to: any() }, { routing: 'READ' }),
      { count: COUNT },
    );
    figures.push(
      {
        question: `paths of at most ${maxDepth} links, 10k memories and 50k links, p50`,
        ...{ figure: ms(ours.p50), raw: ms(limit.p50), ratio: ours.p50 / limit.p50, aim: '<= 2' },
      },
      {
        question: `paths of at most ${maxDepth} links, p95`,
        ...{ figure: ms(ours.p95), raw: ms(limit.p95), ratio: ours.p95 / limit.p95, aim: 'figure <= 100 ms' },
      },
    );
  }
  await raw.close();
  await server.stop();
  return figures;
};
export default question;
