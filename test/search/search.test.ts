import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, search, store, titles, update } from '../support/memories.ts';

const home = freshNamespace('search');
const ann = caller({ agentId: 'ann', namespace: `${home}/ann` });
const bob = caller({ agentId: 'bob', namespace: `${home}/bob` });
const admin = caller();

beforeAll(async () => {
  const put = (title: string, content: string, more: Record<string, unknown> = {}) =>
    store(ann, { title, content, namespace: home, scope: 'COLLECTIVE', ...more });
  await Promise.all([
    put('fox', 'the quick brown fox jumps over the lazy dog', {
      tags: ['animals', 'two words'],
      priority: 9,
      createdAt: '2020-01-01T00:00:00Z',
    }),
    put('dog', 'a dog sleeps; an end-to-end test of naïve café code v1.2', {
      tier: 'LONG',
      priority: 2,
      createdAt: '2021-01-01T00:00:00Z',
    }),
    put('tree', 'foxes climb no oak', {
      namespace: `${home}/below`,
      tags: ['animals'],
      createdAt: '2022-01-01T00:00:00Z',
    }),
    put('secret fox', 'nobody knows this fox', { scope: 'PRIVATE' }),
    put('foo_bar', 'snake_case identifiers and C++ and 日本語'),
  ]);
});

const find = async (query: string, more: Record<string, unknown> = {}, client = bob) =>
  titles(await search(client, { query, namespace: home, ...more })).sort();

describe('operators', () => {
  test.each<[string, string[]]>([
    ['fox', ['fox']],
    ['FOX', ['fox']],
    ['fox dog', ['fox']],
    ['fox AND sleeps', []],
    ['fox OR sleeps', ['dog', 'fox']],
    ['dog NOT fox', ['dog']],
    ['NOT fox dog', ['dog']],
    ['(fox OR oak) NOT lazy', ['tree']],
    ['"quick brown"', ['fox']],
    ['"brown quick"', []],
    ['fox*', ['fox', 'tree']],
    ['NEAR(quick fox, 2)', ['fox']],
    ['NEAR(quick dog, 2)', []],
    ['animals', ['fox', 'tree']],
    ['tree AND oak', ['tree']],
    ['dog AND animals AND quick', ['fox']],
    ['end-to-end', ['dog']],
    ['cafe naive', ['dog']],
    ['v1.2', ['dog']],
    ['foo_bar', ['foo_bar']],
    ['foo_b*', ['foo_bar']],
    ['日本語', ['foo_bar']],
    ['"two words"', ['fox']],
    ['title:fox', []],
    ['the AND oak', ['tree']],
    ['the', []],
    ['"of the"', []],
    ['NEAR(the a, 5)', []],
  ])('%s finds %j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  test('only stop words find nothing for anybody', async () => {
    for (const client of [ann, bob, admin])
      expect(await search(client, { query: 'the OR of' })).toEqual({ totalCount: 0, hits: [] });
  });
});

describe('filters', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['namespace and below', { namespace: home }, ['dog', 'fox', 'tree']],
    ['namespace below', { namespace: `${home}/below` }, ['tree']],
    ['a namespace that only begins alike', { namespace: home.slice(0, -1) }, []],
    ['tier', { tier: 'LONG' }, ['dog']],
    ['minPriority', { minPriority: 9 }, ['fox']],
    ['since, inclusive', { since: '2021-01-01T00:00:00Z' }, ['dog', 'tree']],
    ['until, exclusive', { until: '2021-01-01T00:00:00Z' }, ['fox']],
    ['one tag', { tags: ['animals'] }, ['fox', 'tree']],
    ['all tags', { tags: ['animals', 'two words'] }, ['fox']],
    ['agentId', { agentId: 'bob' }, []],
    ['asAgent', { asAgent: `${home}/ann` }, ['dog', 'fox', 'tree']],
  ])('%s', async (_, filter, found) => {
    expect(await find('dog OR fox OR oak', filter)).toEqual(found);
  });

  test('limit cuts the hits, not the count', async () => {
    const { hits, totalCount } = await search(bob, { query: 'dog OR fox OR oak', namespace: home, limit: 1 });
    expect([hits.length, totalCount]).toEqual([1, 3]);
    expect(hits[0].score).toBeGreaterThan(0);
  });
});

describe('what may not be seen', () => {
  test('is neither found nor counted', async () => {
    expect(await search(bob, { query: 'secret OR nobody', namespace: home })).toEqual({ totalCount: 0, hits: [] });
    expect(await find('secret', {}, ann)).toEqual(['secret fox']);
    expect(await find('secret', {}, admin)).toEqual(['secret fox']);
  });

  test('is not found by looking from elsewhere, not even by an admin who narrows', async () => {
    expect(await find('secret', { asAgent: home }, bob)).toEqual([]);
    expect(await find('secret', { asAgent: home }, ann)).toEqual(['secret fox']);
    expect(await find('secret', { asAgent: `${home}/below` }, ann)).toEqual([]);
    expect(await find('secret', { asAgent: `${home}/below` }, admin)).toEqual([]);
  });
});

test('a change is found at once', async () => {
  const { id } = await store(ann, { title: 'before', namespace: home, scope: 'COLLECTIVE' });
  await update(ann, id, { scope: 'PRIVATE', content: 'zebra' });
  expect([await find('zebra'), await find('zebra', {}, ann), await find('before AND about', {}, ann)]).toEqual([
    [],
    ['before'],
    [],
  ]);
});

test('a broken search says where', async () => {
  const document = 'query ($input: SearchInput!) { searchMemories(input: $input) { totalCount } }';
  expect(await ann.refusal(document, { input: { query: 'a AND' } })).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field: 'query', bound: 'a word is expected', actual: 'the end' },
  });
  for (const [input, field] of [
    [{ query: 'a', limit: 0 }, 'limit'],
    [{ query: 'a', limit: 201 }, 'limit'],
    [{ query: 'a', minPriority: 11 }, 'minPriority'],
    [{ query: 'a', asAgent: 'a//b' }, 'asAgent'],
    [{ query: 'a'.repeat(8193) }, 'query'],
  ] as const) {
    expect(await ann.refusal(document, { input })).toMatchObject({ code: 'BAD_USER_INPUT', details: { field } });
  }
});
