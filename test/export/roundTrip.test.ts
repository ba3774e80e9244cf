import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { freshNamespace } from '../support/client.ts';
import { onDatabase, runCommand } from '../support/commandLine.ts';
import { testDatabase } from '../support/database.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, link, reflect, store, update } from '../support/memories.ts';
import { WholeGraph } from '../support/wholeGraph.ts';

// What is exported and imported is the same graph: from the shared database into one of this suite's own, and from there
// into itself once it is empty again.

const namespace = freshNamespace('moved');
const folder = mkdtempSync(join(tmpdir(), 'mnemograph-export-'));
const file = (name: string) => join(folder, name);
let stop: () => Promise<void>;
let there: Record<string, string>;
let graph: WholeGraph;
let source: WholeGraph;

beforeAll(async () => {
  const { address, stop: stopIt } = await emptyDatabase();
  stop = stopIt;
  there = onDatabase(address);
  graph = new WholeGraph(address);
  source = new WholeGraph(testDatabase());
  await fill();
}, 120_000);

afterAll(async () => {
  await graph?.close();
  await source?.close();
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

/** One of everything, and what is easily lost. */
async function fill(): Promise<void> {
  const alice = caller({ agentId: 'alice', namespace: `${namespace}/a` });
  const all = {
    namespace: `${namespace}/a`,
    tier: 'LONG',
    kind: 'CLAIM',
    tags: ['ä', 'b c'],
    priority: 9,
    confidence: 1,
    source: 'user',
    scope: 'TEAM',
    metadata: { deep: { list: [1, 2.5, null, 'x'] }, scope: 'mine', agent_id: 'alice', target_agent_id: 'nobody' },
    citations: [{ uri: 'doc:1', accessedAt: '2024-01-01T00:00:00Z', hash: 'a'.repeat(64), span: { start: 0, end: 4 } }],
    sourceUri: 'uri:somewhere',
    sourceSpan: { start: 1, end: 2 },
    entityId: 'entity',
    createdAt: '2020-02-29T12:34:56.789Z',
  };
  const whole = await store(alice, { title: 'Whole \u{1F9E0}', content: 'line\n\ttab "quoted" \u2028 end', ...all });
  const handed = await store(alice, { title: 'Handed over', namespace, targetAgentId: 'bob' });
  const first = await store(alice, { title: 'First', namespace, episode: 'day' });
  const second = await store(alice, { title: 'Second', namespace, episode: 'day', ttlSecs: 1000 });
  await store(alice, { title: 'Branch', namespace, follows: first['id'] });
  await store(caller(), { title: 'First', namespace, scope: 'COLLECTIVE' });
  await alice.run('mutation ($input: RegisterEntityInput!) { registerEntity(input: $input) { created } }', {
    input: { canonicalName: 'Ada', namespace, aliases: ['Countess'] },
  });
  const gone = await store(alice, { title: 'Gone', namespace, tier: 'SHORT' });
  await update(alice, handed['id'] as string, { priority: 2, content: 'told anew' });
  const reflection = await reflect(alice, [whole['id'], handed['id']] as string[], 'Reflected', { namespace });
  await link(alice, whole['id'] as string, gone['id'] as string, 'CONTRADICTS', { validUntil: '2099-01-01T00:00:00Z' });
  await link(alice, second['id'] as string, first['id'] as string, 'SUPERSEDES');
  for (const relation of ['RELATED_TO', 'DERIVED_FROM', 'DERIVES_FROM'])
    await link(alice, reflection['id'] as string, first['id'] as string, relation);
  await alice.run(DELETE, { id: gone['id'] });
  // What later versions may keep beside the fields that have names of their own.
  await askGraph(
    `MATCH (m:MemoryRecord {id: $id})
     SET m.accessCount = 12, m.lastAccessedAt = localdatetime('2024-05-05T05:05:05.005'), m.futureFloat = 2.0, m.futureCount = 3,
       m.futureNames = ['a', 'b'], m.futureFloats = [1.0, 0.5], m.futureAt = localdatetime('2024-05-05T05:05:05.005'), m.futureFlag = true
     WITH m MATCH (m)-[r:CONTRADICTS]->() SET r.futureNames = ['x'], r.futureFloat = 1.0`,
    { id: whole['id'] },
  );
  await askGraph('MATCH (n:Namespace {path: $path}) SET n.futureNote = "kept"', { path: `${namespace}/a` });
  await askGraph(
    `CREATE (p:PendingAction {id: randomUUID(), action: 'STORE', status: 'PENDING', namespace: $namespace, requestedBy: 'alice',
       requestedAt: localdatetime('2024-05-05T05:05:05.005'), payloadJson: '{}', askedBy: ['hook'], operation: 'storeMemory'})
     CREATE (:Purge {id: randomUUID(), at: localdatetime('2024-05-05T05:05:05.005'), by: 'local', namespace: $namespace, count: 3})`,
    { namespace },
  );
}

const shared = () => onDatabase(testDatabase());
const exportTo = (name: string, words: string[], on: Record<string, string>) =>
  runCommand('exportMain', [...words, '--out', file(name)], on);
const importFrom = (name: string) => runCommand('importMain', ['--from', 'jsonl', file(name)], there);
const text = (name: string) => readFileSync(file(name), 'utf8');
const lines = (name: string) => text(name).trim().split('\n');

describe('a namespace', () => {
  test('arrives in an empty database as it was, with its vectors', async () => {
    expect(await exportTo('a', ['--namespace', namespace, '--with-vectors'], shared())).toMatchObject({
      code: 0,
      out: '',
    });
    const imported = await importFrom('a');
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.out).toMatch(/^Imported .*9 memories.*7 links.*2 steps of episodes.*1 episode/);
    expect((await graph.print()).split('\n')).toEqual((await source.print(namespace)).split('\n'));
  });

  test('is told to observers: one event a live memory, one a link between live ones', async () => {
    const events = await graph.ask<{ type: string; count: number }>(
      'MATCH (e:OutboxEvent) RETURN e.type AS type, count(*) AS count ORDER BY type',
    );
    expect(events).toEqual([
      { type: 'POST_LINK', count: 6 },
      { type: 'POST_STORE', count: 8 },
    ]);
  });

  test('is written out again byte for byte', async () => {
    await exportTo('b', ['--namespace', namespace, '--with-vectors'], there);
    expect(text('b')).toBe(text('a'));
  });

  test('imported twice is there once', async () => {
    const before = await graph.print();
    const again = await importFrom('a');
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/^Imported nothing new in [^;]*; already there: 9 memories/);
    expect(await graph.print()).toBe(before);
  });
});

describe('a whole database', () => {
  beforeAll(async () => {
    await graph.ask("MERGE (p:PersonaCounter {key: 'kPersona'}) SET p.version = 4, p.lock = true");
  });

  test('is the same again after it was emptied, and so is its export', async () => {
    const before = await graph.print();
    await exportTo('whole', ['--with-vectors'], there);
    await graph.clear();
    expect((await importFrom('whole')).code).toBe(0);
    expect((await graph.print()).split('\n')).toEqual(before.split('\n'));
    await exportTo('whole-again', ['--with-vectors'], there);
    expect(text('whole-again')).toBe(text('whole'));
  });

  test('goes to standard output, with progress elsewhere; npm may print above it', async () => {
    const { code, out, err } = await runCommand('exportMain', ['--with-vectors'], there);
    expect(code).toBe(0);
    expect(out).toBe(text('whole'));
    expect(err).toMatch(/^memories: 9, 100 %, [\d.]+ s$/m);
    writeFileSync(file('npm'), `\n> mnemograph@0.1.0 export\n> node dist/exportMain.js\n\n${out}`);
    expect(await importFrom('npm')).toMatchObject({ code: 0 });
  });

  test('without vectors, its memories wait for theirs', async () => {
    await exportTo('bare', [], there);
    expect(text('bare')).not.toContain('"embedding"');
    await graph.clear();
    await importFrom('bare');
    const [row] = await graph.ask(
      'MATCH (m:Memory) RETURN count(m) AS memories, sum(CASE WHEN m.awaitsEmbedding THEN 1 END) AS waiting',
    );
    expect(row).toEqual({ memories: 8, waiting: 8 });
    await exportTo('bare-again', [], there);
    expect(text('bare-again')).toBe(text('bare'));
  });
});

describe('the lines', () => {
  test('are snake_case wire names, kind first, header and end around them', () => {
    const parsed = lines('a').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed[0]).toEqual({
      kind: 'header',
      format: 'mnemograph-export',
      version: 1,
      namespace,
      embedding_model: { model: expect.any(String), dimensions: 384 },
    });
    expect(parsed.at(-1)).toEqual({
      kind: 'end',
      counts: {
        namespace: 2,
        link: 7,
        next: 2,
        episode: 1,
        memory: 9,
        pending_action: 1,
        purge: 1,
        version: 1,
        entity_alias: 2,
      },
    });
    expect(lines('a').every((line) => line.startsWith('{"kind":'))).toBe(true);
    const whole = parsed.find(({ title }) => title === 'Whole \u{1F9E0}');
    expect(whole).toMatchObject({
      created_at: '2020-02-29T12:34:56.789Z',
      access_count: 12,
      memory_kind: 'claim',
      metadata: { agent_id: 'alice', scope: 'team' },
      shadowed_metadata: { agent_id: 'alice', scope: 'mine', target_agent_id: 'nobody' },
      properties: { futureFloat: { float: 2 }, futureCount: 3, futureAt: { instant: '2024-05-05T05:05:05.005Z' } },
    });
    expect(parsed.find(({ title }) => title === 'Gone')).toMatchObject({
      archived: { reason: 'ARCHIVE', by: 'alice' },
    });
  });
});
