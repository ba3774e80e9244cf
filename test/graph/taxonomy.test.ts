import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, DELETE, store, type Row } from '../support/memories.ts';
import { treeOf } from '../../src/namespace/taxonomy.ts';

const home = freshNamespace('taxonomy');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });

const TAXONOMY = `query ($namespace: String, $depth: Int, $limit: Int) {
  taxonomy(namespace: $namespace, depth: $depth, limit: $limit) {
    totalCount truncated nodes { path name depth parent count subtreeCount }
  }
}`;
const raw = async (more: Record<string, unknown> = {}, client = ann): Promise<Row> =>
  (await client.run<{ taxonomy: Row }>(TAXONOMY, { namespace: home, ...more })).taxonomy;
/** `path own/all`, below this file's namespace. */
const tree = async (...asked: Parameters<typeof raw>): Promise<string[]> => shown(await raw(...asked));
const shown = ({ nodes }: Row): string[] =>
  nodes.map(({ path, count, subtreeCount }: Row) => `${path.slice(home.length) || '.'} ${count}/${subtreeCount}`);

beforeAll(async () => {
  const put = (namespace: string, title: string, client = ann, more: Record<string, unknown> = {}) =>
    store(client, { title, namespace: `${home}${namespace}`, ...more });
  await put('/eng/db', '1');
  await put('/eng/db', '2');
  await put('/eng', '3');
  await put('/eng-ops', '4');
  await put('/art/x/y', '5');
  await put('/art/x/secret', 'of bob', bob);
  await put('/hidden/below', 'of bob', bob);
  const { id } = await put('/gone', 'archived');
  await ann.run(DELETE, { id });
  await put('/late', 'expired', ann, { ttlSecs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1100));
});

const WHOLE = [...['. 0/5', '/art 0/1', '/art/x 0/1', '/art/x/y 1/1'], ...['/eng 1/3', '/eng/db 2/2', '/eng-ops 1/1']];

describe('the tree of a namespace', () => {
  test('has own and subtree counts, parents before children, nothing of what is hidden, archived or expired', async () => {
    const answer = await raw();
    expect(shown(answer)).toEqual(WHOLE);
    expect(answer).toMatchObject({ totalCount: 5, truncated: false });
    expect(answer['nodes'][0]).toMatchObject({ path: home, name: home, depth: 1, parent: null });
    expect(answer['nodes'][3]).toEqual({
      ...{ path: `${home}/art/x/y`, name: 'y', depth: 4, parent: `${home}/art/x`, count: 1, subtreeCount: 1 },
    });
  });

  test('is another one for another reader, and whole for an admin', async () => {
    expect(await tree({}, bob)).toEqual([
      '. 0/2',
      '/art 0/1',
      '/art/x 0/1',
      '/art/x/secret 1/1',
      '/hidden 0/1',
      '/hidden/below 1/1',
    ]);
    expect((await raw({}, caller()))['totalCount']).toBe(7);
  });

  test.each([
    [1, ['. 0/5', '/art 0/1', '/eng 1/3', '/eng-ops 1/1']],
    [2, ['. 0/5', '/art 0/1', '/art/x 0/1', '/eng 1/3', '/eng/db 2/2', '/eng-ops 1/1']],
    [3, WHOLE],
    [8, WHOLE],
  ])('is %i levels deep, with all below counted', async (depth, found) => {
    const answer = await raw({ depth });
    expect(shown(answer)).toEqual(found);
    expect(answer).toMatchObject({ totalCount: 5, truncated: false });
  });

  test.each([
    [1, ['. 0/5'], true],
    [2, ['. 0/5', '/eng 1/3'], true],
    [3, ['. 0/5', '/eng 1/3', '/eng/db 2/2'], true],
    [6, WHOLE.filter((line) => !line.startsWith('/art/x/y')), true],
    [7, WHOLE, false],
    [10_000, WHOLE, false],
  ])('is cut at %i nodes, the fullest kept', async (limit, found, truncated) => {
    const answer = await raw({ limit });
    expect(shown(answer)).toEqual(found);
    expect(answer).toMatchObject({ totalCount: 5, truncated });
  });

  test.each([
    ['/eng', ['/eng 1/3', '/eng/db 2/2'], 3],
    ['/eng/db', ['/eng/db 2/2'], 2],
    ['/hidden', [], 0],
    ['/none', [], 0],
  ])('begins at %s', async (below, found, totalCount) => {
    const answer = await raw({ namespace: `${home}${below}` });
    expect(shown(answer)).toEqual(found);
    expect(answer['totalCount']).toBe(totalCount);
  });

  test('is part of the tree of all', async () => {
    const { nodes } = await raw({ namespace: null });
    expect(shown({ nodes: nodes.filter(({ path }: Row) => path.startsWith(home)) })).toEqual(WHOLE);
    expect((await raw({ namespace: null, depth: 1 }))['nodes'].every(({ depth }: Row) => depth === 1)).toBe(true);
  });
});

test.each([
  ['depth', 0],
  ['depth', 9],
  ['limit', 0],
  ['limit', 10_001],
])('a %s of %i is refused', async (field, actual) => {
  expect(await ann.refusal(TAXONOMY, { [field]: actual })).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field, actual },
  });
});

test('a broken namespace is refused', async () => {
  expect(await ann.refusal(TAXONOMY, { namespace: 'a//b' })).toMatchObject({ details: { field: 'namespace' } });
});

test('a tree goes up no further than its root', () => {
  expect(treeOf([{ path: 'a/b/c', count: 2 }], 'a/b').map(({ path }) => path)).toEqual(['a/b', 'a/b/c']);
  expect(treeOf([], null)).toEqual([]);
});
