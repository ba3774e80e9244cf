import { afterAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, socketClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, link, recall, search, store, titles, update, type Row } from '../support/memories.ts';
import { archive, forget, FORGET, nodeOf } from '../support/archive.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';

const home = freshNamespace('forget');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });
const socket = socketClient(sharedServer(), { agentId: `ann-${home}`, namespace: home });
afterAll(() => socket.dispose());

const at = (name: string) => `${home}/${name}`;
const live = async (namespace: string) => {
  const { memories } = await caller().run<{ memories: Row[] }>(
    'query ($under: String!) { memories(where: { OR: [{ namespace: { eq: $under } }, { namespace: { startsWith: $under } }] }) { title } }',
    { under: namespace },
  );
  return memories.map(({ title }) => title as string).sort();
};

describe('what is forgotten', () => {
  const MATCHES: [string, Record<string, unknown>, string[]][] = [
    ['a namespace with all below it', {}, ['deep', 'fish soup', 'fish tank', 'long fish', 'tagged']],
    ['one word', { pattern: 'fish' }, ['fish soup', 'fish tank', 'long fish', 'tagged']],
    ['all words, in title and content', { pattern: 'fish water' }, ['fish tank']],
    ['a phrase', { pattern: '"fish soup"' }, ['fish soup']],
    ['one word or another', { pattern: 'soup OR water' }, ['fish soup', 'fish tank']],
    ['a word without another', { pattern: 'fish NOT soup' }, ['fish tank', 'long fish', 'tagged']],
    ['the beginning of a word', { pattern: 'sou*' }, ['fish soup']],
    ['a tier', { tier: 'LONG' }, ['long fish']],
    ['a tier and a word', { tier: 'MID', pattern: 'fish' }, ['fish soup', 'fish tank', 'tagged']],
    ['words that nothing has', { pattern: 'zebra' }, []],
    ['the words of a filter', { pattern: 'keys' }, []],
  ];

  test.each(MATCHES)('%s', async (name, input, expected) => {
    const namespace = at(name.replaceAll(/\W/g, '-'));
    await Promise.all([
      store(ann, { namespace, title: 'fish soup', content: 'hot' }),
      store(ann, { namespace, title: 'fish tank', content: 'full of water' }),
      store(ann, { namespace, title: 'long fish', content: 'an eel', tier: 'LONG' }),
      store(ann, { namespace, title: 'tagged', content: 'nothing', tags: ['fish'] }),
      store(ann, { namespace: `${namespace}/below`, title: 'deep', content: 'nothing' }),
      store(ann, { namespace: `${namespace}x`, title: 'sibling fish', content: 'hot water soup', tier: 'LONG' }),
    ]);
    const before = await live(namespace);
    const filter = { namespace, ...input };
    const dry = await forget(ann, { ...filter, dryRun: true });
    expect(await live(namespace)).toEqual(before);
    const done = await forget(ann, filter);
    expect(done).toMatchObject({
      count: expected.length,
      skippedCount: 0,
      truncated: false,
      dryRun: false,
      pending: null,
    });
    expect(dry).toEqual({ ...done, dryRun: true });
    expect(await live(namespace)).toEqual(before.filter((title) => !expected.includes(title)));
    expect((await archive(ann, { namespace })).titles.sort()).toEqual(expected);
  });

  test('leaves every read at once, keeps its links, and says who, when and why', async () => {
    const namespace = at('reads');
    const [gone, kept] = await Promise.all(
      ['forgotten walrus', 'other walrus'].map((title) => store(ann, { title, namespace })),
    );
    await link(ann, kept!['id'], gone!['id']);
    const done = await forget(ann, { namespace, pattern: 'forgotten' });
    expect(done['archivedIds']).toEqual([gone!['id']]);
    expect(titles(await search(ann, { query: 'walrus', namespace }))).toEqual(['other walrus']);
    expect(titles(await recall(ann, { query: 'walrus', namespace, touch: false }))).toEqual(['other walrus']);
    expect(await nodeOf(gone!['id'])).toEqual({
      ...{ live: false, archived: true, reason: 'FORGET', by: `ann-${home}`, dated: true },
    });
    const [{ degree } = {}] = await askGraph(
      'MATCH (m:MemoryRecord {id: $id}) RETURN COUNT { (m)<-[:RELATED_TO]-() } AS degree',
      {
        id: gone!['id'],
      },
    );
    expect(degree).toBe(1);
  });

  test('a dry run shows 50 and counts all; more than a batch goes in one call, each with its event', async () => {
    const namespace = at('many');
    const inputs = Array.from({ length: 500 }, (_, index) => ({ title: `m ${index}`, content: 'x', namespace }));
    const MANY = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount } }';
    await ann.run(MANY, { inputs });
    await store(ann, { title: 'last', namespace });
    const dry = await forget(ann, { namespace, dryRun: true });
    expect([(dry['archivedIds'] as string[]).length, dry['count'], dry['truncated']]).toEqual([50, 501, false]);

    const heard = subscribe<Row>(
      socket,
      'postArchive',
      'subscription ($namespace: String) { postArchive(namespace: $namespace) { type memoryId reason actor namespace } }',
      { namespace },
    );
    // The first event of a subscription without a cursor is what happens after it hears.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const done = await forget(ann, { namespace });
    expect(done['count']).toBe(501);
    const events = await heard.until(501);
    heard.stop();
    expect(events.map(({ memoryId }) => memoryId as string).sort()).toEqual(
      [...(done['archivedIds'] as string[])].sort(),
    );
    expect(new Set(events.map(({ memoryId: _, ...rest }) => JSON.stringify(rest)))).toEqual(
      new Set([JSON.stringify({ type: 'POST_ARCHIVE', reason: 'FORGET', actor: `ann-${home}`, namespace })]),
    );
  }, 60_000);
});

describe('what may not be deleted', () => {
  test('is left and counted; what may not be read is not even counted', async () => {
    const namespace = at('others');
    await Promise.all([
      store(ann, { title: 'ann shares', namespace, scope: 'COLLECTIVE' }),
      store(ann, { title: 'ann keeps', namespace }),
      store(bob, { title: 'bob shares', namespace, scope: 'COLLECTIVE' }),
      store(bob, { title: 'bob keeps', namespace }),
    ]);
    expect(await forget(bob, { namespace })).toMatchObject({ count: 2, skippedCount: 1 });
    expect(await live(namespace)).toEqual(['ann keeps', 'ann shares']);
    expect(await forget(caller(), { namespace })).toMatchObject({ count: 2, skippedCount: 0 });
    expect(await live(namespace)).toEqual([]);
  });

  test('a viewer forgets nothing', async () => {
    const namespace = at('viewer');
    await store(ann, { title: 'seen', namespace });
    const before = await fingerprint(namespace);
    const viewer = caller({ agentId: `ann-${home}`, namespace: home, roles: 'viewer' });
    expect((await viewer.refusal(FORGET, { input: { namespace } })).code).toBe('FORBIDDEN');
    expect(await fingerprint(namespace)).toBe(before);
  });
});

describe('refused by its bound', () => {
  test.each<[Record<string, unknown>, string, string]>([
    [{}, 'input', 'at least one of namespace, pattern, tier'],
    [{ dryRun: true }, 'input', 'at least one of namespace, pattern, tier'],
    [{ namespace: '' }, 'namespace', 'not empty'],
    [{ namespace: '/a' }, 'namespace', 'no leading or trailing "/", no empty, "." or ".." segment'],
    [{ pattern: ' ' }, 'pattern', 'not blank'],
    [{ pattern: 'a'.repeat(8193) }, 'pattern', 'at most 8,192 characters'],
    [{ pattern: '"open' }, 'pattern', 'a closing quote'],
    [{ pattern: 'NOT a' }, 'pattern', 'at least one word that must be there'],
    [{ pattern: '--' }, 'pattern', 'words of letters or digits'],
  ])('%j', async (input, field, bound) => {
    const { code, details } = await ann.refusal(FORGET, { input });
    expect({ code, field: details?.['field'], bound: details?.['bound'] }).toEqual({
      code: 'BAD_USER_INPUT',
      field,
      bound,
    });
  });
});

describe('with a key', () => {
  test.each([false, true])('is done once and answers alike, also at once (dryRun: %j)', async (dryRun) => {
    const namespace = at(`key-${dryRun}`);
    await Promise.all(Array.from({ length: 30 }, (_, index) => store(ann, { title: `k ${index}`, namespace })));
    const variables = { input: { namespace, dryRun }, key: `once ${dryRun} ${home}` };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ann.run<Row>(FORGET, variables)));
    await store(ann, { title: 'later', namespace });
    answers.push(await ann.run(FORGET, variables));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!['forgetMemories']).toMatchObject({ count: 30, skippedCount: 0 });
    expect(await live(namespace)).toHaveLength(dryRun ? 31 : 1);
    const before = await fingerprint(namespace);
    expect(await ann.refusal(FORGET, { input: { namespace, tier: 'LONG' }, key: variables.key })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await fingerprint(namespace)).toBe(before);
  });

  test('goes on with its plan when it was interrupted, and answers the whole', async () => {
    const namespace = at('resumed');
    const ids = await Promise.all(
      ['a', 'b', 'c'].map(async (title) => (await store(ann, { title, namespace }))['id'] as string),
    );
    const variables = { input: { namespace }, key: `resumed ${home}` };
    const { forgetMemories: first } = await ann.run<{ forgetMemories: Row }>(FORGET, variables);
    // As a kill between two batches leaves it: the plan is kept, one memory is not archived yet, there is no answer.
    await askGraph(
      `MATCH (r:IdempotencyRecord) WHERE r.key CONTAINS $key AND NOT r.key CONTAINS 'row'
       SET r.result = null, r.plan = $plan`,
      {
        key: `resumed ${home}`,
        plan: JSON.stringify({
          memories: ids.map((id) => ({ id, version: 1, namespace, owner: `ann-${home}` })),
          count: 3,
          skipped: 0,
          truncated: false,
        }),
      },
    );
    await askGraph(
      `MATCH (m:MemoryRecord {id: $id}) REMOVE m:ArchivedMemory SET m:Memory
       WITH m MATCH (r:IdempotencyRecord) WHERE r.key ENDS WITH $id DELETE r`,
      { id: ids[2] },
    );
    const { forgetMemories: again } = await ann.run<{ forgetMemories: Row }>(FORGET, variables);
    expect([...again['archivedIds']].sort()).toEqual([...first['archivedIds']].sort());
    expect(again['count']).toBe(3);
    expect(await live(namespace)).toEqual([]);
  });
});

test('two who forget the same at once share it: each memory is archived once', async () => {
  const namespace = at('race');
  await Promise.all(Array.from({ length: 40 }, (_, index) => store(ann, { title: `r ${index}`, namespace })));
  const [one, two] = await Promise.all([forget(ann, { namespace }), forget(ann, { namespace })]);
  const ids = [...(one['archivedIds'] as string[]), ...(two['archivedIds'] as string[])];
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
  const [{ events } = {}] = await askGraph(
    "MATCH (e:OutboxEvent {type: 'POST_ARCHIVE', namespace: $namespace}) RETURN count(e) AS events",
    { namespace },
  );
  expect(events).toBe(40);
});

test('a forget and updates at once: what is archived is what was judged', async () => {
  const namespace = at('changing');
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, index) => store(ann, { title: `c ${index}`, namespace, content: 'old' })),
  );
  const [done] = await Promise.all([
    forget(ann, { namespace, pattern: 'old' }),
    ...made.map(({ id }) =>
      ann.send('mutation ($id: ID!) { updateMemory(id: $id, input: { content: "new" }) { memory { id } } }', { id }),
    ),
  ]);
  const kept = await live(namespace);
  expect(kept.length + (done['count'] as number)).toBe(20);
  const { page } = await archive(ann, { namespace }, 'title content');
  for (const { node } of page['edges'] as Row[]) expect(node.memory.content).toBe('old');
  await expect(update(ann, made[0]!['id'], { content: 'newer' }).catch(() => 'gone')).resolves.toBeDefined();
});
