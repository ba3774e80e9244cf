import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, type Row } from '../support/memories.ts';
import { LinkedMemories } from './linked.ts';

const home = freshNamespace('as-of');
const ann = caller({ agentId: 'ann', namespace: home });
const graph = new LinkedMemories(home);

/** top reflects on: past (2010 to 2012), present (since 2011), future (from 2998); each on a leaf since 2010. */
beforeAll(async () => {
  await graph.add(ann, ['top', 'past', 'present', 'future', 'leaf']);
  const relation = 'REFLECTS_ON';
  await graph.link(ann, [
    ['top', 'past', { relation, validFrom: '2010-01-01T00:00:00Z', validUntil: '2012-01-01T00:00:00Z' }],
    ['top', 'present', { relation, validFrom: '2011-01-01T00:00:00Z' }],
    ['top', 'future', { relation, validFrom: '2998-01-01T00:00:00Z' }],
    ...['past', 'future'].map((from) => [from, 'leaf', { relation, validFrom: '2010-01-01T00:00:00Z' }] as const),
  ]);
});

const MOMENTS: [string | undefined, string[]][] = [
  ['2009-12-31T23:59:59.999Z', []],
  ['2010-01-01T00:00:00Z', ['past']],
  ['2011-12-31T23:59:59.999Z', ['past', 'present']],
  ['2012-01-01T00:00:00Z', ['present']],
  [undefined, ['present']],
  ['2998-01-01T00:00:00+00:00', ['future', 'present']],
];

/** Titles, sorted, without the start. */
const titles = (nodes: readonly Row[]) =>
  nodes
    .map((node) => (node['memory'] ?? node).title as string)
    .filter((title) => !['top', 'leaf'].includes(title))
    .sort();

describe.each(MOMENTS)('as of %s', (asOf, found) => {
  const ask = async (field: string): Promise<Row> =>
    await ann.run<Row>(
      `query ($id: ID!, $leaf: ID!, $asOf: DateTime) { answer: ${field} leaf: memory(id: $leaf) { id } }`,
      {
        ...{ id: graph.id('top'), leaf: graph.id('leaf'), asOf },
      },
    );

  test('a tree of sources', async () => {
    const { answer } = await ask('reflectionTree(id: $id, asOf: $asOf) { nodes { memory { title } } }');
    expect(titles(answer.nodes)).toEqual(found);
    const hasLeaf = found.includes('past') || found.includes('future');
    expect(answer.nodes.some(({ memory }: Row) => memory.title === 'leaf')).toBe(hasLeaf);
  });

  test('a tree of dependents', async () => {
    const { answer } = await ask(
      'reflectionTree(id: $leaf, direction: DEPENDENTS, asOf: $asOf) { nodes { memory { title } distance } } top: memory(id: $id) { id }',
    );
    const has = answer.nodes.some(({ memory }: Row) => memory.title === 'top');
    expect(has).toBe(found.includes('past') || found.includes('future'));
  });

  test('a neighbourhood, its links and the links of a namespace', async () => {
    const { answer } = await ask('subgraph(around: [$id], asOf: $asOf) { nodes { title } links { target { title } } }');
    expect(titles(answer.nodes)).toEqual(found);
    expect(answer.links.filter(({ target }: Row) => target.title !== 'leaf')).toHaveLength(found.length);
    const { subgraph } = await ann.run<Row>(
      'query ($home: String, $asOf: DateTime) { subgraph(namespace: $home, asOf: $asOf) { nodes { title } links { source { title } target { title } } } }',
      { home, asOf },
    );
    expect(subgraph.nodes).toHaveLength(5);
    expect(
      titles(subgraph.links.filter(({ source }: Row) => source.title === 'top').map(({ target }: Row) => target)),
    ).toEqual(found);
  });

  test('links, a traversal and paths', async () => {
    const { answer } = await ask('memory(id: $id) { links(asOf: $asOf) { target { title } } }');
    expect(titles(answer.links.map(({ target }: Row) => target))).toEqual(found);
    const { answer: reached } = await ask('traverse(from: $id, asOf: $asOf) { nodes { memory { title } } }');
    expect(titles(reached.nodes)).toEqual(found);
    const { answer: ways } = await ask('paths(from: $id, to: $leaf, asOf: $asOf) { paths { memories { title } } }');
    expect(ways.paths.flatMap(({ memories }: Row) => titles(memories))).toEqual(
      found.filter((title) => title !== 'present'),
    );
  });
});
