import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { statements } from '../../src/generated/statements.ts';
import { embedMemory } from '../../src/memory/embed.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { embedderDouble } from '../embedding/embedderDouble.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, recall, reflect, search, store, titles, update, type Row } from '../support/memories.ts';
import { follow, kept, longText, PARAGRAPH, QUESTION, ready, said } from './longMemory.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const home = freshNamespace('passages');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann`, roles: 'agent' });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}/bob`, roles: 'agent' });
const stranger = caller({ agentId: `stranger-${home}`, namespace: freshNamespace('elsewhere'), roles: 'agent' });
const admin = caller();

/** Asks by meaning alone, and answers the hits with their passages. */
async function hits(client: HttpClient, input: Record<string, unknown> = {}): Promise<Row[]> {
  const { recall: answer } = await client.run<{ recall: Row }>(
    `query ($input: RecallInput!) { recall(input: $input) {
       hits { score passage { start end } memory { id title content } } meta { vectorCandidates }
    } }`,
    { input: { query: QUESTION, namespace: home, mode: 'SEMANTIC', touch: false, limit: 50, ...input } },
  );
  return answer['hits'] as Row[];
}

/** The titles whose passage with the fact is found. */
async function found(client: HttpClient, input: Record<string, unknown> = {}): Promise<string[]> {
  const rows = await hits(client, input);
  return rows.filter((hit) => said(hit)?.includes('barometer')).map(({ memory }) => memory.title as string);
}

/** Stores a memory that is too long for one vector, and waits until all of it can be found. */
async function storeLong(client: HttpClient, title: string, more: Record<string, unknown> = {}): Promise<Row> {
  const input = { title, namespace: home, scope: 'COLLECTIVE', tier: 'LONG', content: longText(5_000), ...more };
  const memory = await store(client, input, 'id title content embeddingStatus');
  await ready(client, memory['id'] as string);
  return memory;
}

let second: TestServer;
beforeAll(async () => {
  second = await startTestServer({ environment: { EMBEDDING_WRITE_DEADLINE_MS: '1' } });
  // Short memories nearer to the question than office prose, so that the long one must be found for its passage.
  await Promise.all(
    [
      'The lake was frozen in January.',
      'Sheds should be painted every five years.',
      'A way to unlock a phone is a code.',
    ]
      .flatMap((content, n) =>
        Array.from({ length: 4 }, (_, copy) => [`${content} Note ${copy}.`, n * 4 + copy] as const),
      )
      .map(([content, n]) => store(ann, { title: `short ${n}`, content, namespace: home, scope: 'COLLECTIVE' })),
  );
}, 120_000);
afterAll(() => second.stop());

describe('a fact in the middle of a long memory', () => {
  test('of 60 KB is found by meaning, with its passage; without passages it is not', async () => {
    const where = `${home}/whole`;
    const content = longText(60_000);
    const { id } = await storeLong(ann, 'minutes', { content, namespace: where });
    const [best] = await hits(ann, { namespace: where });
    expect(best?.['memory']).toMatchObject({ id, title: 'minutes' });
    expect(said(best!)).toContain('boathouse');
    const { start, end } = best!['passage'] as { start: number; end: number };
    expect(end - start).toBeLessThan(4_000);

    const passages = await kept(id as string);
    expect(passages[0]?.start).toBe(0);
    expect(passages.at(-1)?.end).toBe(Buffer.byteLength(content));
    passages.slice(1).forEach((passage, place) => expect(passage.start).toBeLessThan(passages[place]!.end));

    await askGraph('MATCH (:MemoryRecord {id: $id})<-[:PASSAGE_OF]-(p) DETACH DELETE p', { id });
    const without = (await hits(ann, { namespace: where })).map(({ memory }) => memory.title as string);
    // The short ones of the namespace above, which do not answer the question, are all before it.
    expect(without.indexOf('minutes')).toBeGreaterThan(2);
    expect(await found(ann, { namespace: where })).toEqual([]);
  }, 120_000);

  test('is found beside words and among tags', async () => {
    const where = `${home}/tagged`;
    await storeLong(ann, 'tagged', { namespace: where, tags: [`tag-${home}`] });
    expect(await found(ann, { namespace: where, mode: 'HYBRID' })).toEqual(['tagged']);
    expect(await found(ann, { namespace: where, tags: [`tag-${home}`] })).toEqual(['tagged']);
    expect(await found(ann, { namespace: where, tags: ['another'] })).toEqual([]);
  });

  test('is told by no passage where the whole memory, or words alone, led to it', async () => {
    const where = `${home}/told`;
    const { id } = await storeLong(ann, 'a long one', { namespace: where });
    await store(ann, { title: 'barometer', content: PARAGRAPH, namespace: where, scope: 'COLLECTIVE' });
    const rows = await hits(ann, { namespace: where, limit: 2 });
    expect(rows.map((hit) => [hit['memory'].title, hit['passage'] === null])).toEqual([
      ['barometer', true],
      ['a long one', false],
    ]);
    for (const hit of await hits(ann, { namespace: where, mode: 'KEYWORD', query: 'barometer' }))
      expect(hit['passage']).toBeNull();
    expect((await hits(ann, { namespace: where })).filter(({ memory }) => memory.id === id)).toHaveLength(1);
  });

  test('of a reflection is found too', async () => {
    const source = await store(ann, { title: 'a source', namespace: home, scope: 'COLLECTIVE' });
    const more = { namespace: `${home}/thought`, scope: 'COLLECTIVE', content: longText(5_000) };
    const { id } = await reflect(ann, [source['id'] as string], 'a long thought', more);
    await ready(ann, id as string);
    await follow(id as string);
    expect(await found(ann, { namespace: `${home}/thought`, kinds: ['REFLECTION'] })).toEqual(['a long thought']);
  });
});

describe('passages show in nothing but recall', () => {
  test('not in generated reads, counts, searches or stats', async () => {
    const where = freshNamespace('unseen');
    await storeLong(ann, 'the only one', { namespace: where });
    const { memories, memoriesConnection, stats } = await admin.run<Record<string, Row>>(
      `query ($namespace: String!) {
         memories(where: { namespace: { eq: $namespace } }) { title }
         memoriesConnection(where: { namespace: { eq: $namespace } }) { totalCount aggregate { count { nodes } } }
         stats(namespace: $namespace) { total linksCount }
       }`,
      { namespace: where },
    );
    expect(memories).toEqual([{ title: 'the only one' }]);
    expect(memoriesConnection).toEqual({ totalCount: 1, aggregate: { count: { nodes: 1 } } });
    expect(stats).toEqual({ total: 1, linksCount: 0 });
    expect((await search(admin, { query: 'barometer', namespace: where }))['totalCount']).toBe(1);
    expect(titles(await recall(admin, { query: 'barometer', namespace: where, touch: false }))).toEqual([
      'the only one',
    ]);
  });
});

describe('a passage is found by those alone who may read its memory', () => {
  const where = `${home}/hidden`;
  let id: string;
  // Other suites store beside this one: what they stored before must not crowd out what is looked for everywhere.
  let since: string;
  beforeAll(async () => {
    since = new Date().toISOString();
    id = (await storeLong(ann, 'secret minutes', { namespace: where, scope: 'PRIVATE' }))['id'] as string;
  }, 60_000);

  const WAYS: [string, Record<string, unknown>][] = [
    ['by meaning', {}],
    ['everywhere', { namespace: null }],
    ['beside words', { mode: 'HYBRID' }],
    ['of a tier and kind', { tier: 'LONG', kinds: ['OBSERVATION'] }],
    ['from its position', { asAgent: where }],
  ];

  test.each(WAYS)('%s', async (_, more) => {
    const input = { namespace: where, since, ...more };
    expect(await found(ann, input)).toContain('secret minutes');
    for (const other of [bob, stranger]) {
      const rows = await hits(other, input);
      expect(rows.map(({ memory }) => memory.id)).not.toContain(id);
    }
    expect(await found(admin, input)).toContain('secret minutes');
  });

  test('and by the agent it was handed to', async () => {
    const handed = { namespace: `${home}/handed`, scope: 'PRIVATE', targetAgentId: `bob-${home}` };
    await storeLong(ann, 'handed over', handed);
    const input = { namespace: `${home}/handed` };
    expect(await found(bob, input)).toEqual(['handed over']);
    expect(await found(bob, { namespace: null, since })).toContain('handed over');
    expect(await found(stranger, input)).toEqual([]);
  });

  test('however many there are that the asker may not see', async () => {
    const crowd = `${home}/crowd`;
    const { id: seen } = await storeLong(ann, 'seen', { namespace: crowd });
    // Copies of the very passage that is looked for, on a memory that only Ann may read.
    await askGraph(
      `MATCH (:MemoryRecord {id: $seen})<-[:PASSAGE_OF]-(p) MATCH (m:MemoryRecord {id: $id})
       UNWIND range(1, 80) AS n
       CREATE (copy:Passage)-[:PASSAGE_OF]->(m)
       SET copy = p {.*, audience: m.audience, scope: m.scope, id: m.id + ':copy:' + toString(n)}`,
      { seen, id },
    );
    try {
      const [first] = await hits(bob, { namespace: crowd });
      expect(first?.['memory'].title).toBe('seen');
      expect(await found(bob, { namespace: crowd })).toEqual(['seen']);
    } finally {
      await askGraph(`MATCH (p:Passage) WHERE p.id STARTS WITH $copies DETACH DELETE p`, { copies: `${id}:copy:` });
    }
  });

  test('and the passages of one memory take no place from others', async () => {
    const crowd = `${home}/many`;
    const { id: long } = await storeLong(ann, 'many passages', { namespace: crowd });
    await store(ann, { title: 'short answer', content: PARAGRAPH, namespace: crowd, scope: 'COLLECTIVE' });
    await askGraph(
      `MATCH (m:MemoryRecord {id: $long})<-[:PASSAGE_OF]-(p) UNWIND range(1, 80) AS n
       CREATE (copy:Passage)-[:PASSAGE_OF]->(m) SET copy = p {.*, id: p.id + ':' + toString(n)}`,
      { long },
    );
    const rows = await hits(ann, { namespace: crowd });
    expect(
      rows
        .slice(0, 2)
        .map(({ memory }) => memory.title)
        .sort(),
    ).toEqual(['many passages', 'short answer']);
    expect(rows.length).toBeGreaterThan(10);
  });
});

describe('passages follow their memory', () => {
  test('in scope', async () => {
    const { id } = await storeLong(ann, 'widened', { namespace: `${home}/scope`, scope: 'PRIVATE' });
    expect(await found(stranger, { namespace: `${home}/scope` })).toEqual([]);
    await update(ann, id as string, { scope: 'COLLECTIVE' });
    await follow(id as string);
    expect(await found(stranger, { namespace: `${home}/scope` })).toEqual(['widened']);
    await update(ann, id as string, { scope: 'PRIVATE' });
    await follow(id as string);
    expect(await found(stranger, { namespace: `${home}/scope` })).toEqual([]);
    expect(await found(ann, { namespace: `${home}/scope` })).toEqual(['widened']);
  });

  test('in namespace and tier', async () => {
    const { id } = await storeLong(ann, 'moved', { namespace: `${home}/from`, tier: 'SHORT' });
    await update(ann, id as string, { namespace: `${home}/to`, tier: 'MID' });
    await follow(id as string);
    expect(await found(ann, { namespace: `${home}/from` })).toEqual([]);
    expect(await found(ann, { namespace: `${home}/to`, tier: 'MID' })).toEqual(['moved']);
    expect(await found(ann, { namespace: `${home}/to`, tier: 'SHORT' })).toEqual([]);
  });

  test('in expiry', async () => {
    const { id } = await storeLong(ann, 'brief', { namespace: `${home}/brief`, tier: 'MID' });
    await update(ann, id as string, { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    await follow(id as string);
    await sleep(1_600);
    expect(await found(ann, { namespace: `${home}/brief` })).toEqual([]);
    // An expired holder of a title is archived by the next one, and its passages with it.
    await store(ann, { title: 'brief', namespace: `${home}/brief`, scope: 'COLLECTIVE' });
    await follow(id as string, 'ArchivedPassage');
  });

  test('in what recall itself does to it', async () => {
    const { id } = await storeLong(ann, 'recalled', { namespace: `${home}/touched`, tier: 'MID', ttlSecs: 60 });
    for (let n = 0; n < 5; n++) await recall(ann, { query: QUESTION, namespace: `${home}/touched`, limit: 50 });
    const tier = async () =>
      (await askGraph<{ tier: string }>('MATCH (m:MemoryRecord {id: $id}) RETURN m.tier AS tier', { id }))[0]?.tier;
    for (let tries = 0; tries < 50 && (await tier()) !== 'LONG'; tries++) await sleep(100);
    expect(await tier()).toBe('LONG');
    await follow(id as string);
    expect(await found(ann, { namespace: `${home}/touched`, tier: 'LONG' })).toEqual(['recalled']);
  });

  test('into the archive', async () => {
    const { id } = await storeLong(ann, 'archived', { namespace: `${home}/archive` });
    await ann.run(DELETE, { id });
    await follow(id as string, 'ArchivedPassage');
    expect(await found(ann, { namespace: `${home}/archive` })).toEqual([]);
  });

  test('to a new text, long or short', async () => {
    const { id } = await storeLong(ann, 'rewritten', { namespace: `${home}/text` });
    const before = await kept(id as string);
    await update(ann, id as string, { content: longText(8_000, 'Nothing is said here.') });
    await ready(ann, id as string);
    await follow(id as string);
    expect((await kept(id as string)).length).toBeGreaterThan(before.length);
    expect(await found(ann, { namespace: `${home}/text` })).toEqual([]);
    await update(ann, id as string, { content: longText(5_000) });
    await ready(ann, id as string);
    expect(await kept(id as string)).toHaveLength(before.length);
    expect(await found(ann, { namespace: `${home}/text` })).toEqual(['rewritten']);
    await update(ann, id as string, { content: 'Now short.' });
    expect(await kept(id as string)).toEqual([]);
  }, 60_000);

  test('in every statement that moves a memory, ends it or changes what recall filters by', () => {
    const moving = Object.entries(statements).filter(
      ([name, text]) =>
        !name.startsWith('migrations/') &&
        [
          /(REMOVE|SET) \w+:(Memory|ArchivedMemory)\b/,
          /SET m \+= /,
          /SET [^()]*\b(m|one)\.(liveUntil|tier|audience|scope|namespace) = /,
          /MemoryRecord[^]*DETACH DELETE (m|memory|old|one)\b/,
        ].some((change) => change.test(text.replace(/\/\/.*$/gm, ''))),
    );
    const names = moving.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['memory/delete', 'memory/store', 'memory/touch', 'memory/update']));
    expect(moving.filter(([, text]) => !text.includes('PASSAGE_OF')).map(([name]) => name)).toEqual([]);
  });
});

describe('vectors that come late', () => {
  const embedded = async (answer: (text: string) => Promise<readonly number[]>) => {
    const embedder = embedderDouble(answer);
    const services = { database: { slot: 'a' }, embedder, deadlines: { write: 150, recall: 150 } };
    const done = await embedMemory({ services } as unknown as OperationContext, 'title', longText(5_000));
    return { ...done, asked: embedder.asked.length };
  };
  const never = new Promise<never>(() => {});

  test('all in time: ready', async () => {
    const done = await embedded(async () => [1, 0]);
    expect(done).toMatchObject({ status: 'READY', properties: { embeddingModel: 'double@2', awaitsEmbedding: null } });
    expect(done.passages.length).toBe(done.asked - 1);
  });

  test('those of the passages: the first vector now, the others later', async () => {
    const done = await embedded((text) => (text.length > 4_000 ? Promise.resolve([1, 0]) : never));
    expect(done).toMatchObject({ status: 'PENDING', passages: [], properties: { awaitsEmbedding: true } });
    expect(done.vector).not.toBeNull();
  });

  test('all of them: nothing now', async () => {
    const done = await embedded(() => never);
    expect(done).toMatchObject({
      status: 'PENDING',
      vector: null,
      passages: [],
      properties: { awaitsEmbedding: true },
    });
    expect(done.asked).toBe(1);
  });

  test('are made once, by whichever server comes first, and found on both', async () => {
    const where = `${home}/late`;
    const hasty = new HttpClient(second.url, { agentId: `ann-${home}`, namespace: `${home}/ann`, roles: 'agent' });
    const input = { title: 'late', namespace: where, scope: 'COLLECTIVE', content: longText(12_000) };
    const { id, embeddingStatus } = await store(hasty, input, 'id embeddingStatus');
    expect(embeddingStatus).toBe('PENDING');
    await ready(ann, id as string);
    await follow(id as string);
    const starts = (await kept(id as string)).map(({ start }) => start);
    expect(new Set(starts).size).toBe(starts.length);
    expect(await found(ann, { namespace: where })).toEqual(['late']);
    const [other] = await hits(
      new HttpClient(second.url, { agentId: `ann-${home}`, namespace: `${home}/ann`, roles: 'agent' }),
      { namespace: where },
    );
    expect(other?.['memory'].title).toBe('late');
  }, 60_000);
});
