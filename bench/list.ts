import { toLocalDateTime } from '../src/database/values.ts';
import { toRecord } from '../src/memory/record.ts';
import { ms, send, type Figure, type Question } from './support/bench.ts';
import { RawGraph } from './support/rawGraph.ts';
import { plainMemory } from './support/rawStore.ts';
import { sideBySide } from './support/sample.ts';
import { randomSource } from './support/text.ts';

const MEMORIES = 100_000;
const ROWS = 1_000;
const PAGE = 20;
const NAMESPACE = 'bench/list';
const STORE = `mutation { storeMemory(input: { title: "first", content: "first", namespace: "${NAMESPACE}" }) { created } }`;
const LIST = `query ($first: Int, $after: String) {
  listMemories(input: { namespace: "${NAMESPACE}" }, first: $first, after: $after) {
    edges { cursor node { id title content } } pageInfo { endCursor hasNextPage }
  }
}`;

/** The same page by one read of the index, for who knows the place already. */
const RAW = `CYPHER 25
MATCH (m:Memory) USING INDEX m:Memory(namespace, priority, updatedAt, id)
WHERE m.namespace = $namespace AND m.priority = $priority AND m.updatedAt < $at AND m.id IS NOT NULL
RETURN m {.*, embedding: null, keys: null} AS record
ORDER BY m.namespace DESC, m.priority DESC, m.updatedAt DESC, m.id DESC LIMIT 20`;

/** The same page by an offset. */
const OFFSET = `CYPHER 25
MATCH (m:Memory) USING INDEX m:Memory(namespace, priority, updatedAt, id)
WHERE m.namespace = $namespace AND m.priority <= 10 AND m.updatedAt IS NOT NULL AND m.id IS NOT NULL
RETURN m {.*, embedding: null, keys: null} AS record
ORDER BY m.namespace DESC, m.priority DESC, m.updatedAt DESC, m.id DESC SKIP 9980 LIMIT 20`;

/** What do page 1 and page 500 of a list cost at 100,000 memories of one namespace? */
const question: Question = async (bench) => {
  const server = await bench.serve({ embedder: null });
  const raw = new RawGraph(bench.address);
  await send(server.url, STORE, {});
  await fill(raw);
  const after = await cursorAfter(server.url, 499 * PAGE);
  const plainly = (cypher: string, priority: number, at: Date) => () =>
    raw.driver.executeQuery(
      cypher,
      { namespace: NAMESPACE, priority, at: toLocalDateTime(at) },
      { routing: 'READ', database: 'neo4j' },
    );
  const end = new Date('9999-01-01T00:00:00Z');
  const first = await compare(() => send(server.url, LIST, {}), plainly(RAW, 10, end));
  const late = await compare(() => send(server.url, LIST, { after }), plainly(RAW, 9, end));
  const offset = await compare(() => send(server.url, LIST, { after }), plainly(OFFSET, 10, end));
  await raw.close();
  await server.stop();
  return [
    figure('list at 100k, page 1, p50 (raw: the page by one read of the index)', first, '<= 2'),
    figure('list at 100k, page 500, p50 (raw: the page by one read of the index)', late, '<= 2'),
    figure('list at 100k, page 500, p50 (raw: SKIP in the order of the index)', offset, '< 1'),
  ];
};
export default question;

async function compare(served: () => Promise<unknown>, plainly: () => Promise<unknown>) {
  const [ours, limit] = await sideBySide(served, plainly, { count: 160 });
  return { ours: ours.p50, limit: limit.p50 };
}

function figure(question: string, { ours, limit }: { ours: number; limit: number }, aim: string): Figure {
  return { question, figure: ms(ours), raw: ms(limit), ratio: ours / limit, aim };
}

/** Memories without vectors, by their properties alone: lists do not look at more. */
async function fill(raw: RawGraph): Promise<void> {
  const random = randomSource(11);
  const session = raw.session();
  for (let stored = 0; stored < MEMORIES; stored += ROWS) {
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const at = new Date(1.7e12 + Math.floor(random() * 1e10)).toISOString();
      const memory = plainMemory(`title ${stored + index}`, `content ${stored + index}`, NAMESPACE);
      return toRecord({ ...memory, priority: 1 + Math.floor(random() * 10), createdAt: at, updatedAt: at });
    });
    await session.executeWrite((transaction) =>
      transaction.run(
        `UNWIND $rows AS row MATCH (n:Namespace {path: $namespace}) CREATE (m:MemoryRecord:Memory)-[:IN_NAMESPACE]->(n) SET m = row`,
        { rows, namespace: NAMESPACE },
      ),
    );
  }
  await session.close();
}

/** Pages on until `rows` are behind. */
async function cursorAfter(url: string, rows: number): Promise<string> {
  let after: string | null = null;
  for (let left = rows; left > 0; left -= 200) {
    const { listMemories }: { listMemories: { pageInfo: { endCursor: string } } } = await send(url, LIST, {
      first: Math.min(left, 200),
      after,
    });
    after = listMemories.pageInfo.endCursor;
  }
  return after ?? '';
}
