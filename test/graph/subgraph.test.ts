import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, link, store, type Row } from '../support/memories.ts';

const home = freshNamespace('subgraph');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const ids = new Map<string, string>();
const id = (title: string): string => ids.get(title)!;

const SUBGRAPH = `query ($around: [ID!], $namespace: String, $depth: Int, $limit: Int) {
  subgraph(around: $around, namespace: $namespace, depth: $depth, limit: $limit) {
    truncated nodes { id title } links { relation sourceId targetId source { title } target { title } }
  }
}`;
const subgraph = async (
  variables: Record<string, unknown>,
  client = ann,
): Promise<{ nodes: string[]; links: string[]; truncated: boolean }> => {
  const { subgraph: found } = await client.run<{ subgraph: Row }>(SUBGRAPH, variables);
  return {
    nodes: found['nodes'].map(({ title }: Row) => title),
    links: found['links'].map(({ source, target }: Row) => `${source.title}-${target.title}`).sort(),
    truncated: found['truncated'],
  };
};

/** a–b–c–d in a row, b–e, and far–c from below; bob's x hangs between a and y. */
beforeAll(async () => {
  const put = async (title: string, more: Record<string, unknown> = {}, client = ann) =>
    ids.set(title, (await store(client, { title, namespace: home, scope: 'COLLECTIVE', ...more }))['id']);
  await Promise.all([
    ...['a', 'b', 'c', 'd'].map((title, index) => put(title, { priority: 4 - index })),
    put('e', { priority: 9 }),
    put('far', { namespace: `${home}/below`, priority: 5 }),
    put('x', { scope: 'PRIVATE' }, bob),
    put('y'),
  ]);
  for (const [from, to] of [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['b', 'e'],
    ['far', 'c'],
  ])
    await link(ann, id(from!), id(to!));
  await link(bob, id('a'), id('x'));
  await link(bob, id('x'), id('y'));
  await link(ann, id('a'), id('d'), 'CONTRADICTS', {
    validFrom: '2020-01-01T00:00:00Z',
    validUntil: '2021-01-01T00:00:00Z',
  });
});

describe('around a memory', () => {
  test.each([
    [0, ['a'], []],
    [1, ['a', 'b'], ['a-b']],
    [2, ['a', 'b', 'e', 'c'], ['a-b', 'b-c', 'b-e']],
    [3, ['a', 'b', 'e', 'c', 'far', 'd'], ['a-b', 'b-c', 'b-e', 'c-d', 'far-c']],
  ])('depth %i: %j', async (depth, nodes, links) => {
    expect(await subgraph({ around: [id('a')], depth })).toEqual({ nodes, links, truncated: false });
  });

  test('the depth is 1 when nothing is said', async () => {
    expect((await subgraph({ around: [id('a')] })).nodes).toEqual(['a', 'b']);
  });

  test('what is hidden is not there, nor what is only behind it', async () => {
    expect((await subgraph({ around: [id('y')], depth: 4 })).nodes).toEqual(['y']);
    expect((await subgraph({ around: [id('y')], depth: 2 }, bob)).nodes).toEqual(['y', 'x', 'a']);
    expect((await subgraph({ around: [id('x'), 'no-such-id', id('y')] })).nodes).toEqual(['y']);
  });

  test('a namespace keeps the walk inside', async () => {
    expect((await subgraph({ around: [id('far')], namespace: `${home}/below`, depth: 3 })).nodes).toEqual(['far']);
  });

  test('starts outside the namespace are left out', async () => {
    const asked = { around: [id('a'), id('far'), id('c')], namespace: `${home}/below`, depth: 2 };
    expect(await subgraph(asked)).toEqual({ nodes: ['far'], links: [], truncated: false });
    expect((await subgraph({ ...asked, around: [id('a')] })).nodes).toEqual([]);
  });

  test('a limit cuts, and says so', async () => {
    expect(await subgraph({ around: [id('b')], limit: 2 })).toEqual({
      nodes: ['b', 'e'],
      links: ['b-e'],
      truncated: true,
    });
  });
});

describe('of a namespace', () => {
  test('has the most important memories of it and below', async () => {
    const { nodes, truncated } = await subgraph({ namespace: home });
    expect(nodes.slice(0, 3)).toEqual(['e', expect.stringMatching(/far|y/), expect.stringMatching(/far|y/)]);
    expect([nodes.length, truncated]).toEqual([7, false]);
    expect((await subgraph({ namespace: `${home}/below` })).nodes).toEqual(['far']);
  });

  test('cut by a limit has the links between what is left only', async () => {
    expect(await subgraph({ namespace: home, limit: 1 })).toEqual({ nodes: ['e'], links: [], truncated: true });
  });

  test('that is not there is empty', async () => {
    expect(await subgraph({ namespace: `${home}/none` })).toEqual({ nodes: [], links: [], truncated: false });
  });
});

test.each([
  [{ depth: 5 }, 'depth'],
  [{ depth: -1 }, 'depth'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 501 }, 'limit'],
  [{ namespace: 'a//b' }, 'namespace'],
  [{ around: Array.from({ length: 51 }, () => 'a') }, 'around'],
])('%j is refused', async (variables, field) => {
  expect(await ann.refusal(SUBGRAPH, variables)).toMatchObject({ code: 'BAD_USER_INPUT', details: { field } });
});

test('stats count what the caller may read, in a namespace and below', async () => {
  const STATS = `query ($namespace: String) { stats(namespace: $namespace) {
    total byTier { tier count } byNamespace { namespace count } expiringSoon linksCount storeSizeBytes } }`;
  const namespace = `${home}/stats`;
  await store(ann, { title: '1', namespace, tier: 'SHORT' });
  await store(ann, { title: '2', namespace, tier: 'LONG', scope: 'COLLECTIVE' });
  await store(ann, {
    title: '3',
    namespace: `${namespace}/below`,
    expiresAt: new Date(Date.now() + 23 * 3_600_000).toISOString(),
  });
  await store(ann, { title: '4', namespace, ttlSecs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const count = async (client: typeof ann) => (await client.run<{ stats: Row }>(STATS, { namespace })).stats;
  expect(await count(ann)).toMatchObject({
    ...{ total: 3, expiringSoon: 2, linksCount: 0 },
    byTier: [
      { tier: 'SHORT', count: 1 },
      { tier: 'MID', count: 1 },
      { tier: 'LONG', count: 1 },
    ],
    byNamespace: [
      { namespace, count: 2 },
      { namespace: `${namespace}/below`, count: 1 },
    ],
  });
  expect(await count(bob)).toMatchObject({ total: 1, expiringSoon: 0, byNamespace: [{ namespace, count: 1 }] });
  const whole = (await ann.run<{ stats: Row }>(STATS, { namespace: home })).stats;
  expect(whole['linksCount']).toBe(5);
});
