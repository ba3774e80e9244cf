import { describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient, socketClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, link, reflect, store, storeDocument, update, UPDATE, type Row } from '../support/memories.ts';
import { archive, forget, purge, PURGE, restore, RESTORE } from '../support/archive.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';

const home = freshNamespace('purge');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const admin = caller({ agentId: `root-${home}`, namespace: home, roles: 'admin' });

/** Nodes and relationships of the whole store that hold a text in any property. */
async function grep(text: string): Promise<string[]> {
  const rows = await askGraph<{ where: string }>(
    `MATCH (n)
     UNWIND [key IN keys(n) WHERE n[key] IS :: STRING AND n[key] CONTAINS $text
       OR n[key] IS :: LIST<STRING NOT NULL> AND any(one IN n[key] WHERE one CONTAINS $text)] AS key
     RETURN labels(n)[0] + '.' + key AS where
     UNION ALL
     MATCH ()-[r]->()
     UNWIND [key IN keys(r) WHERE r[key] IS :: STRING AND r[key] CONTAINS $text] AS key
     RETURN type(r) + '.' + key AS where`,
    { text },
  );
  return rows.map(({ where }) => where).sort();
}

/** An archived memory. */
async function gone(title: string, namespace: string, more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await store(ann, { title, namespace, ...more });
  await ann.run(DELETE, { id });
  return id as string;
}

const exists = async (id: string) =>
  (await askGraph('MATCH (m:MemoryRecord {id: $id}) RETURN m.id AS id', { id })).length > 0;

test('nothing of its text is left anywhere, and the act is noted', async () => {
  const namespace = `${home}/text`;
  const secret = `xylophone${home.replaceAll('-', '')}`;
  const kept = await store(ann, { title: 'kept', namespace });
  const stored = await ann.run<{ storeMemory: Row }>(storeDocument(), {
    input: {
      namespace,
      title: `${secret} title`,
      content: `${secret} content`,
      tags: [secret],
      metadata: { s: secret },
    },
    key: `store ${home}`,
  });
  const id = stored.storeMemory['memory']['id'] as string;
  await link(ann, id, kept['id']);
  await ann.run(UPDATE(), { id, input: { content: `${secret} changed` }, key: `update ${home}` });
  const { id: reflection } = await reflect(ann, [kept['id']], `${secret} reflection`, { content: secret, namespace });
  await forget(ann, { namespace, pattern: secret });
  await ann.run(RESTORE(), { id, key: `restore ${home}` });
  await ann.run(DELETE, { id });
  await askGraph(
    `CREATE (:PendingAction {id: $pending, memoryId: $id, requestedAt: localdatetime(), status: 'PENDING', namespace: $namespace,
       payloadJson: $payload})`,
    { id, namespace, pending: `p-${home}`, payload: JSON.stringify({ id, fields: { content: secret } }) },
  );
  // What the search can see, it must see before: else it proves nothing afterwards.
  const before = await grep(secret);
  for (const place of ['title', 'content', 'tags', 'tagsText', 'metadataJson'].map((name) => `MemoryRecord.${name}`))
    expect(before).toContain(place);
  for (const place of [
    'MemoryVersion.content',
    'OutboxEvent.payload',
    'IdempotencyRecord.result',
    'PendingAction.payloadJson',
  ])
    expect(before).toContain(place);

  const done = await purge(admin, { ids: [id, reflection] });
  expect(done).toMatchObject({ purgedCount: 2, truncated: false, pending: null });
  expect(done['purge']).toEqual({
    ...{ id: expect.any(String), at: expect.any(String), by: `root-${home}` },
    ...{ count: 2, namespace: null, olderThanDays: null },
  });
  expect(await grep(secret)).toEqual([]);
  expect(await exists(id)).toBe(false);
  const [{ degree } = {}] = await askGraph(
    'MATCH (m:MemoryRecord {id: $id}) RETURN COUNT { (m)--(:MemoryRecord) } AS degree',
    {
      id: kept['id'],
    },
  );
  expect(degree).toBe(0);
  const [action] = await askGraph('MATCH (p:PendingAction {id: $id}) RETURN p.payloadJson AS payload', {
    id: `p-${home}`,
  });
  expect(action).toEqual({ payload: JSON.stringify({ id }) });
  await askGraph('MATCH (p:PendingAction {id: $id}) DELETE p', { id: `p-${home}` });

  // What was answered before is answered without the memory, and done no second time.
  const { storeMemory } = await ann.run<{ storeMemory: Row }>(storeDocument(), {
    input: {
      namespace,
      title: `${secret} title`,
      content: `${secret} content`,
      tags: [secret],
      metadata: { s: secret },
    },
    key: `store ${home}`,
  });
  expect(storeMemory).toMatchObject({ created: true, memory: null });
  expect((await ann.refusal(RESTORE(), { id })).code).toBe('NOT_FOUND');
  const { purges } = await admin.run<{ purges: Row[] }>('{ purges(first: 200) { id by count } }');
  expect(purges).toContainEqual({ id: done['purge']['id'], by: `root-${home}`, count: 2 });
}, 60_000);

test('a replay of its events tells that it was, and no more', async () => {
  const namespace = `${home}/replay`;
  const socket = socketClient(sharedServer(), { agentId: `ann-${home}`, namespace: home });
  try {
    const live = subscribe<Row>(
      socket,
      'events',
      'subscription ($n: String) { events(namespace: $n) { cursor type } }',
      {
        n: namespace,
      },
    );
    const [{ cursor: after }] = (await live.until(1)) as [Row];
    const id = await gone('replayed', namespace);
    await purge(admin, { ids: [id] });
    const replay = subscribe<Row>(
      socket,
      'events',
      `subscription ($n: String, $after: String) { events(namespace: $n, after: $after) {
        type ... on PostStoreEvent { memory { id title } } ... on PostDeleteEvent { memoryId } } }`,
      { n: namespace, after },
    );
    expect(await replay.until(3)).toEqual([
      { type: 'POST_STORE', memory: null },
      { type: 'POST_DELETE', memoryId: id },
      { type: 'CAUGHT_UP' },
    ]);
  } finally {
    await socket.dispose();
  }
});

describe('what is purged', () => {
  test('what fits all that is given, and is archived', async () => {
    const namespace = `${home}/filter`;
    const [old, young, other, live] = await Promise.all([
      gone('old', namespace),
      gone('young', `${namespace}/below`),
      gone('other', `${home}/filters`),
      store(ann, { title: 'live', namespace }).then(({ id }) => id as string),
    ]);
    await askGraph('MATCH (m:MemoryRecord {id: $id}) SET m.archivedAt = m.archivedAt - duration({days: 3})', {
      id: old,
    });
    const ids = [old, young, other, live, 'no-such-memory'] as string[];
    const left = async () => (await Promise.all(ids.map(async (id) => ((await exists(id)) ? [id] : [])))).flat();

    expect(await purge(admin, { olderThanDays: 4, namespace, ids })).toMatchObject({ purgedCount: 0 });
    expect(await left()).toEqual([old, young, other, live]);
    expect(await purge(admin, { olderThanDays: 2, namespace })).toMatchObject({
      purgedCount: 1,
      purge: { count: 1, namespace, olderThanDays: 2 },
    });
    expect(await left()).toEqual([young, other, live]);
    expect(await purge(admin, { namespace, ids: [other, live] })).toMatchObject({ purgedCount: 0 });
    expect(await left()).toEqual([young, other, live]);
    expect(await purge(admin, { namespace })).toMatchObject({ purgedCount: 1 });
    expect(await left()).toEqual([other, live]);
    expect(await purge(admin, { ids })).toMatchObject({ purgedCount: 1 });
    expect(await left()).toEqual([live]);
    const { namespaces } = await admin.run<{ namespaces: Row[] }>(
      'query ($path: String!) { namespaces(where: { path: { eq: $path } }) { path parent { path } } }',
      { path: `${namespace}/below` },
    );
    expect(namespaces).toEqual([{ path: `${namespace}/below`, parent: [{ path: namespace }] }]);
    await expect(store(ann, { title: 'young', namespace: `${namespace}/below` })).resolves.toBeDefined();
  });

  test('more than one batch', async () => {
    const namespace = `${home}/many`;
    const inputs = Array.from({ length: 500 }, (_, index) => ({ title: `m ${index}`, content: 'x', namespace }));
    const MANY = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount } }';
    await ann.run(MANY, { inputs });
    await ann.run(MANY, { inputs: inputs.slice(0, 20).map((input) => ({ ...input, title: `${input.title} more` })) });
    await forget(ann, { namespace });
    expect(await purge(admin, { namespace })).toMatchObject({
      purgedCount: 520,
      truncated: false,
      purge: { count: 520 },
    });
    expect((await archive(admin, { namespace })).titles).toEqual([]);
  }, 90_000);
});

describe('an episode', () => {
  const chainOf = async (namespace: string) =>
    await askGraph(
      `MATCH (e:Episode) WHERE e.key STARTS WITH $namespace
       OPTIONAL MATCH (e)-[:LAST]->(last)
       RETURN last.title AS last, COLLECT { MATCH (a:MemoryRecord {namespace: $namespace})-[:NEXT]->(b) RETURN a.title + b.title ORDER BY a.title } AS chain`,
      { namespace },
    );

  test.each<[string, string[], { last: string | null; chain: string[] }]>([
    ['first', ['a'], { last: 'e', chain: ['bc', 'cd', 'de'] }],
    ['middle', ['c'], { last: 'e', chain: ['ab', 'bd', 'de'] }],
    ['neighbours', ['b', 'c', 'd'], { last: 'e', chain: ['ae'] }],
    ['last', ['e'], { last: 'd', chain: ['ab', 'bc', 'cd'] }],
    ['last two', ['d', 'e'], { last: 'c', chain: ['ab', 'bc'] }],
    ['all', ['a', 'b', 'c', 'd', 'e'], { last: null, chain: [] }],
  ])('closes around what goes: %s', async (name, titles, expected) => {
    const namespace = `${home}/episode-${name.replace(' ', '-')}`;
    const ids: Record<string, string> = {};
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      ids[title] = (await store(ann, { title, namespace, episode: 'one' }))['id'] as string;
    for (const title of titles) await ann.run(DELETE, { id: ids[title] });
    await purge(admin, { ids: titles.map((title) => ids[title]) });
    expect(await chainOf(namespace)).toEqual([expected]);
    await store(ann, { title: 'f', namespace, episode: 'one' });
    expect(await chainOf(namespace)).toEqual([
      { last: 'f', chain: expected.last === null ? [] : [...expected.chain, `${expected.last}f`].sort() },
    ]);
  });

  test('goes on while its end is purged', async () => {
    const namespace = `${home}/episode-race`;
    for (let round = 0; round < 5; round++) await store(ann, { title: `a${round}`, namespace, episode: 'one' });
    const end = await store(ann, { title: 'end', namespace, episode: 'one' });
    await ann.run(DELETE, { id: end['id'] });
    await Promise.all([
      purge(admin, { ids: [end['id']] }),
      ...['x', 'y', 'z'].map((title) => store(ann, { title, namespace, episode: 'one' })),
    ]);
    const [shape] = await askGraph(
      `MATCH (e:Episode) WHERE e.key STARTS WITH $namespace
       RETURN COUNT { (e)-[:LAST]->() } AS ends, COUNT { MATCH (:MemoryRecord {namespace: $namespace})-[:NEXT]->(b) RETURN b } AS steps,
         COUNT { MATCH (m:MemoryRecord {namespace: $namespace}) WHERE NOT EXISTS { (m)-[:NEXT]->() } RETURN m } AS tails`,
      { namespace },
    );
    expect(shape).toEqual({ ends: 1, steps: 7, tails: 1 });
  });
});

describe('a purge is refused', () => {
  test('to all but admins, also to see', async () => {
    const namespace = `${home}/forbidden`;
    const id = await gone('forbidden', namespace);
    const before = await fingerprint(namespace);
    for (const roles of ['agent', 'approver', 'viewer', 'agent,approver']) {
      const client = caller({ agentId: `ann-${home}`, namespace: home, roles });
      expect((await client.refusal(PURGE, { ids: [id] })).code).toBe('FORBIDDEN');
      expect((await client.refusal('{ purges { id } }')).code).toBe('FORBIDDEN');
    }
    expect(await fingerprint(namespace)).toBe(before);
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{}, 'input', 'at least one of olderThanDays, namespace, ids'],
    [{ olderThanDays: -1 }, 'olderThanDays', 'a whole number from 0 to 36,500'],
    [{ olderThanDays: 36_501 }, 'olderThanDays', 'a whole number from 0 to 36,500'],
    [{ namespace: '/' }, 'namespace', 'no leading or trailing "/", no empty, "." or ".." segment'],
    [{ ids: ['a..b'] }, 'ids[0]', 'no ".."'],
    [{ ids: Array.from({ length: 501 }, (_, index) => `i${index}`) }, 'ids', 'at most 500 entries'],
  ])('for %j', async (filter, field, bound) => {
    const { code, details } = await admin.refusal(PURGE, filter);
    expect({ code, field: details?.['field'], bound: details?.['bound'] }).toEqual({
      code: 'BAD_USER_INPUT',
      field,
      bound,
    });
  });

  test.each([0, 201])('purges(first: %j)', async (first) => {
    expect(await admin.refusal('query ($first: Int) { purges(first: $first) { id } }', { first })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'first', bound: 'a whole number from 1 to 200' },
    });
  });
});

test('with a key it is done once, also at once, and leaves one note', async () => {
  const namespace = `${home}/key`;
  await Promise.all(['a', 'b', 'c'].map((title) => gone(title, namespace)));
  const variables = { namespace, key: `purge ${home}` };
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin.run<Row>(PURGE, variables)));
  await gone('later', namespace);
  answers.push(await admin.run(PURGE, variables));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]!['purgeArchive']).toMatchObject({ purgedCount: 3, purge: { count: 3 } });
  expect((await archive(ann, { namespace })).titles).toEqual(['later']);
  expect(await admin.refusal(PURGE, { olderThanDays: 1, key: variables.key })).toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'IDEMPOTENCY_KEY_REUSED' },
  });
});

test('a purge and a restore of one memory at once: one of them has it', async () => {
  const client = new HttpClient(sharedServer(), { agentId: `ann-${home}`, namespace: home });
  for (let round = 0; round < 5; round++) {
    const id = await gone(`race ${round}`, home);
    const [purged, restored] = await Promise.all([purge(admin, { ids: [id] }), client.send(RESTORE(), { id })]);
    expect([purged['purgedCount'], restored.errors?.[0]?.extensions.code ?? 'restored']).toEqual(
      (await exists(id)) ? [0, 'restored'] : [1, 'NOT_FOUND'],
    );
  }
  const { id } = await store(ann, { title: 'survivor', namespace: home });
  await update(ann, id, { tags: ['still here'] });
  await ann.run(DELETE, { id });
  expect(await restore(ann, id, 'tags')).toEqual({ tags: ['still here'] });
});
