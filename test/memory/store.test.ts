import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { ALL_FIELDS, caller, DELETE, store, storeDocument, update, type Row } from '../support/memories.ts';

const home = freshNamespace('store');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const STORE = storeDocument('id title version');

/** The refusal of a store, once it is sure that the graph did not change. */
async function refused(client: typeof ann, input: Record<string, unknown>) {
  const before = await fingerprint(home);
  const refusal = await client.refusal(STORE, { input: { content: 'some content', ...input } });
  expect(await fingerprint(home)).toBe(before);
  return refusal;
}

describe('what is stored', () => {
  test('has every field as given', async () => {
    const given = {
      title: 'all fields',
      content: 'line one\n\tline two 😀',
      namespace: `${home}/sub/deep`,
      tier: 'LONG',
      tags: ['red', 'two words', 'ünï'],
      priority: 9,
      confidence: 0.25,
      source: 'cli',
      scope: 'PRIVATE',
      targetAgentId: 'bob',
      metadata: { nested: { list: [1, 2.5, 'x', null, true] }, 'key with blanks': 'y' },
      citations: [
        { uri: 'https://example.org/a', accessedAt: '2026-01-02T03:04:05.678Z', hash: 'ab'.repeat(32), span: { start: 0, end: 12 } },
        { uri: 'b', accessedAt: '2026-01-02T05:04:05+02:00', hash: null, span: null },
      ],
      sourceUri: 'doc:handbook#3',
      sourceSpan: { start: 3, end: 2_147_483_647 },
      entityId: 'entity 1',
      episode: 'talk',
    };
    const memory = await store(ann, { ...given, kind: 'CLAIM', expiresAt: '2999-01-01T01:00:00+01:00', createdAt: '2020-02-29T00:00:00Z' }, ALL_FIELDS);
    expect(memory).toMatchObject({
      ...given,
      citations: [given.citations[0], { ...given.citations[1], accessedAt: '2026-01-02T03:04:05.000Z' }],
      ...{ memoryKind: 'CLAIM', expiresAt: '2999-01-01T00:00:00.000Z', createdAt: '2020-02-29T00:00:00.000Z' },
      ...{ version: 1, accessCount: 0, agentId: 'ann', embeddingStatus: 'READY', confidenceSource: 'CALLER_PROVIDED' },
    });
    const generated = await ann.run<{ memories: Row[] }>(`query ($id: ID!) { memories(where: { id: { eq: $id } }) { ${ALL_FIELDS} } }`, { id: memory['id'] });
    expect(generated.memories).toEqual([memory]);
    const single = await ann.run<{ memory: Row }>(`query ($id: ID!) { memory(id: $id) { ${ALL_FIELDS} } }`, { id: memory['id'] });
    expect(single.memory).toEqual(memory);
  });

  test('has the defaults where nothing is said', async () => {
    const memory = await store(ann, { title: 'defaults', namespace: home }, ALL_FIELDS);
    expect(memory).toMatchObject({
      ...{ tier: 'MID', memoryKind: 'OBSERVATION', tags: [], priority: 5, confidence: 1, source: 'api', scope: 'PRIVATE' },
      ...{ metadata: {}, citations: [], sourceUri: null, sourceSpan: null, entityId: null, personaVersion: null, episode: null },
      ...{ reflectionDepth: 0, lastAccessedAt: null, confidenceSignals: null, confidenceDecayedAt: null, targetAgentId: null },
    });
    expect(Date.parse(memory['expiresAt']) - Date.parse(memory['createdAt'])).toBe(604_800_000);
    expect((await caller().run<{ storeMemory: Row }>(storeDocument('namespace'), { input: { title: freshNamespace(), content: 'x' } })).storeMemory['memory'])
      .toEqual({ namespace: 'global' });
  });

  test.each<[string, Record<string, unknown>, number | null]>([
    ['SHORT', { tier: 'SHORT' }, 21_600],
    ['MID', { tier: 'MID' }, 604_800],
    ['LONG', { tier: 'LONG' }, null],
    ['ttlSecs before the tier', { tier: 'LONG', ttlSecs: 90 }, 90],
    ['expiresAt before ttlSecs', { ttlSecs: 90, expiresAt: '2999-01-01T00:00:00Z' }, NaN],
  ])('expires by %s', async (name, input, seconds) => {
    const memory = await store(ann, { title: `expiry ${name}`, namespace: home, ...input }, 'createdAt expiresAt');
    if (Number.isNaN(seconds)) return expect(memory['expiresAt']).toBe('2999-01-01T00:00:00.000Z');
    expect(memory['expiresAt'] && (Date.parse(memory['expiresAt']) - Date.parse(memory['createdAt'])) / 1000).toBe(seconds);
  });

  test('is filed in a namespace whose ancestors are there too', async () => {
    await store(ann, { title: 'deep', namespace: `${home}/x/y/z` });
    const tree = await askGraph<{ path: string; name: string; depth: number; parent: string | null }>(
      `MATCH (n:Namespace) WHERE n.path STARTS WITH $home + '/x' OPTIONAL MATCH (n)-[:CHILD_OF]->(p)
       RETURN n.path AS path, n.name AS name, n.depth AS depth, p.path AS parent ORDER BY path`,
      { home },
    );
    expect(tree).toEqual([
      { path: `${home}/x`, name: 'x', depth: 2, parent: home },
      { path: `${home}/x/y`, name: 'y', depth: 3, parent: `${home}/x` },
      { path: `${home}/x/y/z`, name: 'z', depth: 4, parent: `${home}/x/y` },
    ]);
  });
});

describe('a title that is taken', () => {
  test('is refused, with the id of a holder that may be read', async () => {
    const { id } = await store(ann, { title: 'taken', namespace: home, scope: 'COLLECTIVE' });
    expect(await refused(bob, { title: ' taken ', namespace: home, scope: 'COLLECTIVE' })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', namespace: home, title: 'taken', existingId: id },
    });
  });

  test('is refused without the id of a holder that may not be read', async () => {
    const far = caller({ agentId: 'far', namespace: 'elsewhere/far' });
    const place = `${home}/far`;
    await store(caller({ agentId: 'near', namespace: `${place}/n` }), { title: 'hidden', namespace: place, scope: 'TEAM' });
    const { code, details } = await refused(far, { title: 'hidden', namespace: place, scope: 'COLLECTIVE' });
    expect([code, details]).toEqual(['CONFLICT', { reason: 'TITLE_TAKEN', namespace: place, title: 'hidden' }]);
  });

  test('does not stand between private memories of two agents', async () => {
    const input = { title: 'my notes', namespace: home };
    expect((await store(ann, input))['id']).not.toBe((await store(bob, input))['id']);
  });

  test('is told by the title alone, not by how it is written in Unicode', async () => {
    await store(ann, { title: 'caf\u00e9', namespace: home });
    expect((await refused(ann, { title: 'cafe\u0301', namespace: home })).code).toBe('CONFLICT');
  });

  test('is free again once its holder is deleted or has expired', async () => {
    const first = await store(ann, { title: 'fleeting', namespace: home, ttlSecs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await store(ann, { title: 'fleeting', namespace: home });
    await ann.run(DELETE, { id: second['id'] });
    const third = await store(ann, { title: 'fleeting', namespace: home });
    const archived = await askGraph(
      `MATCH (m:ArchivedMemory) WHERE m.id IN $ids RETURN m.id AS id, m.archiveReason AS reason ORDER BY m.archivedAt`,
      { ids: [first['id'], second['id'], third['id']] },
    );
    expect(archived).toEqual([
      { id: first['id'], reason: 'TTL_EXPIRED' },
      { id: second['id'], reason: 'ARCHIVE' },
    ]);
  });

  test('VERSION counts on from it', async () => {
    const named = [];
    for (let index = 0; index < 3; index++) named.push((await store(ann, { title: 'draft', namespace: home, onConflict: 'VERSION' }))['title']);
    expect(named).toEqual(['draft', 'draft (2)', 'draft (3)']);
  });

  test('VERSION keeps a numbered title within 512 characters', async () => {
    const title = '😀'.repeat(512);
    await store(ann, { title, namespace: home });
    const { title: second } = await store(ann, { title, namespace: home, onConflict: 'VERSION' });
    expect(second).toBe(`${'😀'.repeat(508)} (2)`);
  });

  test('20 at once with VERSION all find a title of their own', async () => {
    const stored = await Promise.all(Array.from({ length: 20 }, () => store(ann, { title: 'crowd', namespace: home, onConflict: 'VERSION' })));
    const expected = ['crowd', ...Array.from({ length: 19 }, (_, index) => `crowd (${index + 2})`)];
    expect(stored.map(({ title }) => title as string).sort()).toEqual(expected.sort());
  });
});

describe('MERGE', () => {
  const merge = (client: typeof ann, input: Record<string, unknown>) =>
    client.run<{ storeMemory: Row }>(storeDocument(ALL_FIELDS), { input: { content: 'new', namespace: home, onConflict: 'MERGE', ...input } });

  test('stores where there is no holder', async () => {
    expect((await merge(ann, { title: 'merge none' })).storeMemory).toMatchObject({ created: true, memory: { version: 1 } });
  });

  test('writes into the holder by the rules of an upsert', async () => {
    const held = { title: 'merge', namespace: home, tier: 'LONG', priority: 8, confidence: 0.9, tags: ['old'], metadata: { old: 1 } };
    const holder = await store(ann, { ...held, kind: 'PERSONA', citations: [{ uri: 'a', accessedAt: '2026-01-01T00:00:00Z' }], sourceUri: 'doc:a' });
    const { storeMemory } = await merge(ann, { title: 'merge', tier: 'SHORT', priority: 3, confidence: 0.5, tags: ['new'], source: 'cli', metadata: { new: 2 } });
    expect(storeMemory).toMatchObject({
      created: false,
      memory: {
        ...{ id: holder['id'], version: 2, content: 'new', tags: ['new'], source: 'cli', metadata: { new: 2 } },
        ...{ priority: 8, confidence: 0.9, tier: 'LONG', expiresAt: null, memoryKind: 'PERSONA', sourceUri: 'doc:a', agentId: 'ann' },
        citations: [{ uri: 'a' }],
      },
    });
  });

  test('only raises', async () => {
    await store(ann, { title: 'merge up', namespace: home, tier: 'SHORT', priority: 2, confidence: 0.1 });
    const { storeMemory } = await merge(ann, { title: 'merge up', tier: 'MID', priority: 7, confidence: 0.6, kind: 'EVENT', sourceUri: 'uri:x' });
    expect(storeMemory['memory']).toMatchObject({ tier: 'MID', priority: 7, confidence: 0.6, memoryKind: 'EVENT', sourceUri: 'uri:x' });
  });

  test('at once by many leaves one memory that counted each', async () => {
    const merged = await Promise.all(Array.from({ length: 10 }, (_, index) => merge(ann, { title: 'merge crowd', content: `by ${index}` })));
    expect(new Set(merged.map(({ storeMemory }) => storeMemory['memory'].id)).size).toBe(1);
    expect(merged.filter(({ storeMemory }) => storeMemory['created'])).toHaveLength(1);
    expect(Math.max(...merged.map(({ storeMemory }) => storeMemory['memory'].version))).toBe(10);
  });

  test('never into a holder that may not be read', async () => {
    const place = `${home}/merge-far`;
    await store(caller({ agentId: 'near', namespace: `${place}/n` }), { title: 'theirs', namespace: place, scope: 'TEAM' });
    const refusal = await refused(caller({ agentId: 'far', namespace: 'elsewhere/far' }), { title: 'theirs', namespace: place, scope: 'COLLECTIVE', onConflict: 'MERGE' });
    expect([refusal.code, refusal.details?.['existingId']]).toEqual(['CONFLICT', undefined]);
  });
});

describe('a store is refused', () => {
  test.each<[string, Record<string, unknown>, string, string | undefined]>([
    ['for a scope that its writer could not read', { title: 'r', namespace: 'elsewhere', scope: 'TEAM' }, 'BAD_USER_INPUT', 'scope'],
    ['for an end in the past', { title: 'r', namespace: home, expiresAt: '2020-01-01T00:00:00Z' }, 'BAD_USER_INPUT', 'expiresAt'],
    ['for a beginning in the future', { title: 'r', namespace: home, createdAt: '2999-01-01T00:00:00Z' }, 'BAD_USER_INPUT', 'createdAt'],
    ['for a signature without a registered key', { title: 'r', namespace: home, signature: 'c2lnbg==' }, 'ATTESTATION_FAILED', undefined],
    ['for following what is not there', { title: 'r', namespace: home, follows: 'no-such-memory' }, 'NOT_FOUND', undefined],
    ['for a tag too long', { title: 'r', namespace: home, tags: ['x'.repeat(129)] }, 'BAD_USER_INPUT', 'tags[0]'],
    ['for a DateTime without an offset', { title: 'r', namespace: home, expiresAt: '2999-01-01T00:00:00' }, 'BAD_USER_INPUT', undefined],
  ])('%s', async (_, input, code, field) => {
    const refusal = await refused(ann, input);
    expect(refusal.code).toBe(code);
    if (field !== undefined) expect(refusal.details?.['field']).toBe(field);
  });

  test('for a viewer, whatever it is', async () => {
    expect((await refused(caller({ agentId: 'eye', namespace: home, roles: 'viewer' }), { title: 'v', namespace: home })).code).toBe('FORBIDDEN');
  });

  test('for an agent with a reserved name', async () => {
    expect((await caller({ agentId: 'daemon' }).send('{ __typename }')).errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'x-agent-id' } });
  });
});

test('an update is not needed to see a merge: the reader of a shared memory sees the change', async () => {
  const { id } = await store(ann, { title: 'shared', namespace: home, scope: 'COLLECTIVE' });
  await update(ann, id, { content: 'changed' });
  const { memory } = await bob.run<{ memory: Row }>('query ($id: ID!) { memory(id: $id) { content version } }', { id });
  expect(memory).toEqual({ content: 'changed', version: 2 });
});
