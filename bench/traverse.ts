import neo4j from 'neo4j-driver';
import { ms, send, type Figure, type Question } from './support/bench.ts';
import { fillLinked, RELATIONS } from './support/linkedGraph.ts';
import { RawGraph } from './support/rawGraph.ts';
import { readyEmbedder } from './support/readyEmbedder.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const COUNT = 200;
const LIMIT = 200;

const TRAVERSE = `query ($from: ID!, $depth: Int) { traverse(from: $from, depth: $depth, limit: ${LIMIT}) {
  nodes { distance path memory { id title } } } }`;

/** The same by one statement that knows no readers, times or hubs. */
const RAW = (depth: number) => `CYPHER 25
MATCH p = (a:MemoryRecord {id: $from})-[:${RELATIONS}]->{1,${depth}}(t:Memory)
WITH t, p ORDER BY length(p)
WITH t, collect(p)[0] AS p
RETURN t.id AS id, t.title AS title, length(p) AS distance, [n IN nodes(p) | n.id] AS path
ORDER BY distance LIMIT $limit`;

/** What does a traversal of 10,000 memories with 50,000 links cost over raw Cypher? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: readyEmbedder() });
  const raw = new RawGraph(bench.address);
  const ids = await fillLinked(raw, server.url);
  const figures: Figure[] = [];
  for (const depth of [1, 3]) {
    const random = randomSource(7);
    const from = () => ids[Math.floor(random() * ids.length)];
    const [ours, limit] = await sideBySide(
      () => send(server.url, TRAVERSE, { from: from(), depth }),
      () => raw.driver.executeQuery(RAW(depth), { from: from(), limit: neo4j.int(LIMIT) }, { routing: 'READ' }),
      { count: COUNT },
    );
    figures.push(
      {
        question: `traverse to depth ${depth}, 10k memories and 50k links, p50`,
        ...{ figure: ms(ours.p50), raw: ms(limit.p50), ratio: ours.p50 / limit.p50, aim: '<= 2' },
      },
      {
        question: `traverse to depth ${depth}, p95`,
        ...{ figure: ms(ours.p95), raw: ms(limit.p95), ratio: ours.p95 / limit.p95, aim: 'figure <= 50 ms' },
      },
    );
  }
  await raw.close();
  await server.stop();
  return figures;
};
export default question;
