import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkKeyOf } from '../src/link/memoryLink.ts';
import { rate, type Bench, type Question } from './support/bench.ts';
import { RawGraph } from './support/rawGraph.ts';
import { plainMemory, storePlainly } from './support/rawStore.ts';
import { randomSource, words } from './support/text.ts';

const MEMORIES = 20_000;
const ROWS = 500;
const NAMESPACE = 'bench/import';

/** How many memories and links a second does `npm run import` take over, against the same rows by plain Cypher? */
const question: Question = async (bench) => {
  // Migrates the database, so that both sides find its indexes.
  await (await bench.serve({ embedder: null })).stop();
  const random = randomSource(9);
  const texts = Array.from({ length: MEMORIES }, () => ({ title: words(random, 4), content: words(random, 40) }));
  const imported = await importAll(bench, texts);
  const plain = await createAll(bench, texts);
  return [
    {
      question: `import of ${MEMORIES.toLocaleString('en')} memories and as many links, without vectors (raw: the same by plain Cypher, 500 a transaction)`,
      figure: `${rate(imported)} rows`,
      raw: `${rate(plain)} rows`,
      ratio: imported / plain,
      aim: '>= 0.5',
    },
  ];
};
export default question;

type Texts = readonly { readonly title: string; readonly content: string }[];

/** Rows a second, as the command itself tells; its start is not in it. */
async function importAll({ address }: Bench, texts: Texts): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'mnemograph-bench-import-'));
  try {
    const at = '2024-03-01T10:00:00.000Z';
    const lines = [
      { kind: 'header', format: 'mnemograph-export', version: 1 },
      ...texts.map(({ title, content }, index) => ({
        ...{ kind: 'memory', id: `import-${index}`, title: `${title} ${index}`, content, namespace: NAMESPACE },
        ...{ tier: 'long', created_at: at, updated_at: at },
      })),
      ...texts.map((_, index) => ({
        ...{ kind: 'link', source_id: `import-${index}`, target_id: `import-${(index * 7 + 1) % MEMORIES}` },
        ...{ relation: 'related_to', created_at: at },
      })),
      { kind: 'end', counts: {} },
    ];
    const file = join(folder, 'memories.jsonl');
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../dist/importMain.js'), '--from', 'jsonl', file],
      {
        env: {
          ...process.env,
          ...{ NEO4J_URI: address.uri, NEO4J_USER: address.user, NEO4J_PASSWORD: address.password },
          EMBEDDING_PROVIDER: 'none',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await once(child, 'close');
    const [, seconds] = / in ([\d.]+) s/.exec(said) ?? [];
    if (seconds === undefined) throw new Error(`the import said: ${said}`);
    return (2 * MEMORIES) / Number(seconds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createAll({ address }: Bench, texts: Texts): Promise<number> {
  const raw = new RawGraph(address);
  const session = raw.session();
  const start = performance.now();
  const ids: string[] = [];
  for (let from = 0; from < texts.length; from += ROWS) {
    const memories = texts
      .slice(from, from + ROWS)
      .map(({ title, content }, index) => plainMemory(`plain ${title} ${from + index}`, content, NAMESPACE));
    await storePlainly(session, memories, []);
    ids.push(...memories.map(({ id }) => id));
  }
  const links = ids.map((sourceId, index) => {
    const targetId = ids[(index * 7 + 1) % ids.length] as string;
    return { sourceId, targetId, linkKey: linkKeyOf({ sourceId, targetId, relation: 'RELATED_TO' }) };
  });
  for (let from = 0; from < links.length; from += ROWS) {
    await session.executeWrite((transaction) =>
      transaction.run(
        `UNWIND $rows AS row
         MATCH (a:MemoryRecord {id: row.sourceId})
         MATCH (b:MemoryRecord {id: row.targetId})
         CREATE (a)-[:RELATED_TO {linkKey: row.linkKey, createdAt: localdatetime(), observedBy: 'local'}]->(b)`,
        { rows: links.slice(from, from + ROWS) },
      ),
    );
  }
  const seconds = (performance.now() - start) / 1_000;
  await session.close();
  await raw.close();
  return (2 * texts.length) / seconds;
}
