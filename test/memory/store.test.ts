import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { ALL_FIELDS, caller, store, storeDocument, update, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';

const home = freshNamespace('store');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const STORE = storeDocument('id title version');

/** The refusal of a store, once it is sure that the graph did not change. */
function refused(client: typeof ann, input: Record<string, unknown>) {
  return refusedUnchanged(home, client, STORE, { input: { content: 'some content', ...input } });
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
        {
          uri: 'https://example.org/a',
          accessedAt: '2026-01-02T03:04:05.678Z',
          hash: 'ab'.repeat(32),
          span: { start: 0, end: 12 },
        },
        { uri: 'b', accessedAt: '2026-01-02T05:04:05+02:00', hash: null, span: null },
      ],
      sourceUri: 'doc:handbook#3',
      sourceSpan: { start: 3, end: 2_147_483_647 },
      entityId: 'entity 1',
      episode: 'talk',
    };
    const memory = await store(
      ann,
      { ...given, kind: 'CLAIM', expiresAt: '2999-01-01T01:00:00+01:00', createdAt: '2020-02-29T00:00:00Z' },
      ALL_FIELDS,
    );
    expect(memory).toMatchObject({
      ...given,
      citations: [given.citations[0], { ...given.citations[1], accessedAt: '2026-01-02T03:04:05.000Z' }],
      ...{ memoryKind: 'CLAIM', expiresAt: '2999-01-01T00:00:00.000Z', createdAt: '2020-02-29T00:00:00.000Z' },
      ...{ version: 1, accessCount: 0, agentId: 'ann', embeddingStatus: 'READY', confidenceSource: 'CALLER_PROVIDED' },
    });
    const generated = await ann.run<{ memories: Row[] }>(
      `query ($id: ID!) { memories(where: { id: { eq: $id } }) { ${ALL_FIELDS} } }`,
      { id: memory['id'] },
    );
    expect(generated.memories).toEqual([memory]);
    const single = await ann.run<{ memory: Row }>(`query ($id: ID!) { memory(id: $id) { ${ALL_FIELDS} } }`, {
      id: memory['id'],
    });
    expect(single.memory).toEqual(memory);
  });

  test('has the defaults where nothing is said', async () => {
    const memory = await store(ann, { title: 'defaults', namespace: home }, ALL_FIELDS);
    expect(memory).toMatchObject({
      ...{
        tier: 'MID',
        memoryKind: 'OBSERVATION',
        tags: [],
        priority: 5,
        confidence: 1,
        source: 'api',
        scope: 'PRIVATE',
      },
      ...{
        metadata: {},
        citations: [],
        sourceUri: null,
        sourceSpan: null,
        entityId: null,
        personaVersion: null,
        episode: null,
      },
      ...{
        reflectionDepth: 0,
        lastAccessedAt: null,
        confidenceSignals: null,
        confidenceDecayedAt: null,
        targetAgentId: null,
      },
    });
    expect(Date.parse(memory['expiresAt']) - Date.parse(memory['createdAt'])).toBe(604_800_000);
    expect(
      (
        await caller().run<{ storeMemory: Row }>(storeDocument('namespace'), {
          input: { title: freshNamespace(), content: 'x' },
        })
      ).storeMemory['memory'],
    ).toEqual({ namespace: 'global' });
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
    expect(memory['expiresAt'] && (Date.parse(memory['expiresAt']) - Date.parse(memory['createdAt'])) / 1000).toBe(
      seconds,
    );
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

describe('a store is refused', () => {
  test.each<[string, Record<string, unknown>, string, string | undefined]>([
    [
      'for a scope that its writer could not read',
      { title: 'r', namespace: 'elsewhere', scope: 'TEAM' },
      'BAD_USER_INPUT',
      'scope',
    ],
    [
      'for an end in the past',
      { title: 'r', namespace: home, expiresAt: '2020-01-01T00:00:00Z' },
      'BAD_USER_INPUT',
      'expiresAt',
    ],
    [
      'for a beginning in the future',
      { title: 'r', namespace: home, createdAt: '2999-01-01T00:00:00Z' },
      'BAD_USER_INPUT',
      'createdAt',
    ],
    [
      'for a signature without a registered key',
      {
        title: 'r',
        namespace: home,
        createdAt: new Date().toISOString(),
        signature: Buffer.alloc(64).toString('base64'),
      },
      'ATTESTATION_FAILED',
      undefined,
    ],
    [
      'for a birthday that nobody signed',
      { title: 'r', namespace: home, createdAt: '2020-01-01T00:00:00Z' },
      'BAD_USER_INPUT',
      'createdAt',
    ],
    [
      'for following what is not there',
      { title: 'r', namespace: home, follows: 'no-such-memory' },
      'NOT_FOUND',
      undefined,
    ],
    ['for a tag too long', { title: 'r', namespace: home, tags: ['x'.repeat(129)] }, 'BAD_USER_INPUT', 'tags[0]'],
    [
      'for a DateTime without an offset',
      { title: 'r', namespace: home, expiresAt: '2999-01-01T00:00:00' },
      'BAD_USER_INPUT',
      undefined,
    ],
  ])('%s', async (_, input, code, field) => {
    const refusal = await refused(ann, input);
    expect(refusal.code).toBe(code);
    if (field !== undefined) expect(refusal.details?.['field']).toBe(field);
  });

  test('for a viewer, whatever it is', async () => {
    expect(
      (await refused(caller({ agentId: 'eye', namespace: home, roles: 'viewer' }), { title: 'v', namespace: home }))
        .code,
    ).toBe('FORBIDDEN');
  });

  test('for an agent with a reserved name', async () => {
    expect((await caller({ agentId: 'daemon' }).send('{ __typename }')).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'x-agent-id' },
    });
  });
});

test('an update is not needed to see a merge: the reader of a shared memory sees the change', async () => {
  const { id } = await store(ann, { title: 'shared', namespace: home, scope: 'COLLECTIVE' });
  await update(ann, id, { content: 'changed' });
  const { memory } = await bob.run<{ memory: Row }>('query ($id: ID!) { memory(id: $id) { content version } }', { id });
  expect(memory).toEqual({ content: 'changed', version: 2 });
});
