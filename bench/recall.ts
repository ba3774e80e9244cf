import { embeddingText } from '../src/embedding/embedText.ts';
import type { Embedder } from '../src/embedding/port.ts';
import { ms, type Figure, type Question } from './support/bench.ts';
import { fillMemories } from './support/fillMemories.ts';
import { localEmbedder } from './support/localEmbedder.ts';
import { RawGraph } from './support/rawGraph.ts';
import { questionOf, recallOverHttp } from './support/recallRequest.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const MEMORIES = 10_000;
const COUNT = 400;

/** Two index look-ups fused by rank: the least that a hybrid recall must do. */
const RAW_HYBRID = `CYPHER 25
CALL () {
  MATCH (m:Memory) SEARCH m IN (VECTOR INDEX memory_embedding FOR $vector LIMIT 50) SCORE AS s
  WITH collect({m: m, s: s}) AS hits, max(s) AS high, min(s) AS low
  UNWIND hits AS hit RETURN hit.m AS m, 0.4 * (hit.s - low) / (high - low + 1e-9) AS part
 UNION ALL
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: 50}) YIELD node, score
  WITH collect({m: node, s: score}) AS hits, max(score) AS high, min(score) AS low
  UNWIND hits AS hit RETURN hit.m AS m, 0.6 * (hit.s - low) / (high - low + 1e-9) AS part
}
WITH m, sum(part) AS score ORDER BY score DESC LIMIT 10
RETURN m.id AS id, m.title AS title, m.content AS content, score`;

/** What does a recall at 10,000 memories cost over the embedding and a raw hybrid query? */
const question: Question = async (bench) => {
  const embedder = await localEmbedder();
  const server = await bench.serve({ embedder });
  const raw = new RawGraph(bench.address);
  await fillMemories(raw, server.url, { from: 0, to: MEMORIES });
  const figures: Figure[] = [];
  for (const clients of [1, 8]) figures.push(...(await compare(server.url, raw, embedder, clients)));
  await raw.close();
  await server.stop();
  return figures;
};
export default question;

async function compare(url: string, raw: RawGraph, embedder: Embedder, clients: number): Promise<Figure[]> {
  const random = randomSource(5);
  const ask = () => questionOf(random);
  const served = () => recallOverHttp(url, ask());
  const plainly = async () => {
    const query = ask();
    const [vector] = await embedder.embed([embeddingText(query, '').trim()], { priority: 'question' });
    await raw.driver.executeQuery(
      RAW_HYBRID,
      { vector, lucene: `title:(${query.replaceAll('?', '')}) content:(${query.replaceAll('?', '')})` },
      { routing: 'READ', database: 'neo4j' },
    );
  };
  const [ours, limit] = await sideBySide(served, plainly, { clients, count: COUNT });
  const who = clients === 1 ? 'one client' : `${clients} clients`;
  return [
    {
      question: `recall at 10k, ${who}, p50 (raw: embed + hybrid Cypher)`,
      figure: ms(ours.p50),
      raw: ms(limit.p50),
      ratio: ours.p50 / limit.p50,
      aim: '<= 1.5',
    },
    {
      question: `recall at 10k, ${who}, p95`,
      figure: ms(ours.p95),
      raw: ms(limit.p95),
      ratio: ours.p95 / limit.p95,
      aim: 'figure <= 50 ms',
    },
  ];
}
