import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, link, reflect, store, type Row } from '../support/memories.ts';

const home = freshNamespace('tree');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

const TREE = `query ($id: ID!, $direction: TreeDirection, $maxDepth: Int) {
  reflectionTree(id: $id, direction: $direction, maxDepth: $maxDepth) {
    root { id } maxDepth truncated nodes { distance parentId attestLevel memory { id title } }
  }
}`;
const tree = async (id: string, more: Record<string, unknown> = {}, client = ann): Promise<Row> =>
  (await client.run<{ reflectionTree: Row }>(TREE, { id, ...more })).reflectionTree;
/** `title@distance<parent`, sorted. */
const shape = ({ nodes }: Row) =>
  nodes.map(({ memory, distance, parentId }: Row) => `${memory.title}@${distance}<${name.get(parentId) ?? '-'}`).sort();

const name = new Map<string, string>();
const id = (title: string) => [...name].find(([, known]) => known === title)![0];
async function add(title: string, sources: string[] = [], client = ann): Promise<void> {
  const input = { namespace: home, scope: 'COLLECTIVE' };
  const memory =
    sources.length === 0
      ? await store(client, { title, ...input })
      : await reflect(client, sources.map(id), title, input);
  name.set(memory['id'], title);
}

/**
 *        top
 *       /   \
 *   left     right     left and right both reflect on base: a diamond
 *     | \   /  |
 *     |  base  only    top also reflects on only
 *     leaf
 */
beforeAll(async () => {
  for (const title of ['base', 'leaf', 'only']) await add(title);
  await add('left', ['base', 'leaf']);
  await add('right', ['base', 'only']);
  await add('top', ['left', 'right', 'only']);
});

describe('the tree of sources', () => {
  test('has each memory once, at its shortest distance, under its parent of smallest id', async () => {
    const found = await tree(id('top'));
    const parent = [id('left'), id('right')].sort()[0]!;
    expect(shape(found)).toEqual([
      `base@2<${name.get(parent)}`,
      'leaf@2<left',
      'left@1<top',
      'only@1<top',
      'right@1<top',
      'top@0<-',
    ]);
    expect(found).toMatchObject({ root: { id: id('top') }, maxDepth: 2, truncated: false });
    expect(found['nodes'][0]).toMatchObject({ distance: 0, parentId: null, attestLevel: null });
    expect(found['nodes'][1]['attestLevel']).toBe('UNSIGNED');
    expect(found['nodes'].map(({ distance }: Row) => distance)).toEqual([0, 1, 1, 1, 2, 2]);
  });

  test.each([
    [1, ['left@1<top', 'only@1<top', 'right@1<top', 'top@0<-'], true],
    [2, null, false],
  ])('is cut at %i', async (maxDepth, nodes, truncated) => {
    const found = await tree(id('top'), { maxDepth });
    expect(found['truncated']).toBe(truncated);
    if (nodes) expect(shape(found)).toEqual(nodes);
  });

  test('of an observation is the observation', async () => {
    expect(await tree(id('leaf'))).toMatchObject({
      maxDepth: 0,
      truncated: false,
      nodes: [{ memory: { title: 'leaf' } }],
    });
  });

  test('leaves the branch behind a hidden memory out', async () => {
    const secret = await store(bob, { title: 'secret base', namespace: home });
    const hidden = await reflect(bob, [secret['id'], id('only')], 'hidden', { namespace: home });
    const open = await reflect(bob, [hidden['id'], id('leaf')], 'open', { namespace: home, scope: 'COLLECTIVE' });
    name.set(open['id'], 'open');
    const seen = await tree(open['id']);
    expect([shape(seen), seen['truncated']]).toEqual([['leaf@1<open', 'open@0<-'], false]);
    expect((await tree(open['id'], {}, bob))['nodes']).toHaveLength(5);
  });

  test('does not follow other relations', async () => {
    await add('apart');
    await link(ann, id('leaf'), id('apart'), 'DERIVED_FROM');
    expect((await tree(id('leaf')))['nodes']).toHaveLength(1);
  });
});

test('the tree of dependents goes the other way', async () => {
  const found = await tree(id('base'), { direction: 'DEPENDENTS' });
  const parent = name.get([id('left'), id('right')].sort()[0]!);
  expect(shape(found)).toEqual(['base@0<-', 'left@1<base', 'right@1<base', `top@2<${parent}`]);
  expect((await tree(id('base'), { direction: 'DEPENDENTS', maxDepth: 1 }))['truncated']).toBe(true);
});

test('nodes are hydrated with relations, aliases and fragments', async () => {
  const { reflectionTree } = await ann.run<Row>(
    `query ($id: ID!) { reflectionTree(id: $id) { root { ...Card } nodes { m: memory { ...Card } } } }
     fragment Card on Memory { heading: title ... on Memory { reflectsOn(sort: [{ title: ASC }], limit: 5) { t: title } } }`,
    { id: id('left') },
  );
  expect(reflectionTree.root).toEqual({ heading: 'left', reflectsOn: [{ t: 'base' }, { t: 'leaf' }] });
  expect(reflectionTree.nodes.map(({ m }: Row) => m.heading).sort()).toEqual(['base', 'leaf', 'left']);
});

describe('is refused', () => {
  test.each([
    ['missing', async () => 'no-such-memory'],
    ['hidden', async () => (await store(bob, { title: 'of bob', namespace: home }))['id'] as string],
  ])('for a root that is %s', async (_, root) => {
    const asked = await root();
    const { code, details } = await ann.refusal(TREE, { id: asked });
    expect([code, details]).toEqual(['NOT_FOUND', { id: asked }]);
  });

  test.each([0, 17])('for a maxDepth of %i', async (maxDepth) => {
    expect(await ann.refusal(TREE, { id: id('top'), maxDepth })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'maxDepth', actual: maxDepth },
    });
  });
});
