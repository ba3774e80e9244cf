import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, store, type Row } from '../support/memories.ts';
import { LinkedMemories } from './linked.ts';

const home = freshNamespace('paths');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const graph = new LinkedMemories(home);

const PATHS = `query ($from: ID!, $to: ID!, $maxDepth: Int, $limit: Int, $asOf: DateTime, $relations: [LinkRelation!]) {
  paths(from: $from, to: $to, maxDepth: $maxDepth, limit: $limit, asOf: $asOf, relations: $relations) {
    truncated paths { length memories { id title } links { relation sourceId targetId } }
  }
}`;
const raw = async (from: string, to: string, more: Record<string, unknown> = {}, client = ann): Promise<Row> =>
  (await client.run<{ paths: Row }>(PATHS, { from: graph.id(from), to: graph.id(to), ...more })).paths;
/** Paths as `a-b-c`. */
const paths = async (...asked: Parameters<typeof raw>): Promise<string[]> =>
  (await raw(...asked))['paths'].map(({ memories }: Row) => memories.map(({ title }: Row) => title).join('-'));

/**
 * a → b → c → d in a row, with the short cut b ← s → d that nobody but bob may read, e beside the row (a → e ← d), and
 * f at the end of d; x → y ended, gone is archived, late has expired.
 */
beforeAll(async () => {
  await graph.add(ann, ['a', 'b', 'c', 'd', 'e', 'f', 'x', 'y', 'gone', 'lone']);
  await graph.add(bob, ['s'], { scope: 'PRIVATE' });
  await graph.add(ann, ['late']);
  await graph.link(ann, [
    ['a', 'b', { relation: 'SUPERSEDES' }],
    ['b', 'c'],
    ['c', 'd'],
    ['a', 'e'],
    ['d', 'e', { relation: 'CONTRADICTS' }],
    ['d', 'f'],
    ['x', 'y', { validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' }],
    ...(['gone', 'late'] as const).flatMap((middle): [string, string][] => [
      ['a', middle],
      [middle, 'lone'],
    ]),
  ]);
  await graph.link(bob, [
    ['s', 'b'],
    ['s', 'd'],
  ]);
  await ann.run(DELETE, { id: graph.id('gone') });
  await askGraph("MATCH (m {id: $id}) SET m.liveUntil = localdatetime('2020-01-01')", { id: graph.id('late') });
});

describe('between two memories', () => {
  test('are the simple paths, shortest first, whichever way their links point', async () => {
    expect(await paths('a', 'd')).toEqual(['a-e-d', 'a-b-c-d']);
    expect(await paths('d', 'a')).toEqual(['d-e-a', 'd-c-b-a']);
    const { paths: found, truncated } = await raw('a', 'f');
    expect(truncated).toBe(false);
    expect(found[0]).toEqual({
      length: 3,
      memories: ['a', 'e', 'd', 'f'].map((title) => ({ id: graph.id(title), title })),
      links: [
        { relation: 'RELATED_TO', sourceId: graph.id('a'), targetId: graph.id('e') },
        { relation: 'CONTRADICTS', sourceId: graph.id('d'), targetId: graph.id('e') },
        { relation: 'RELATED_TO', sourceId: graph.id('d'), targetId: graph.id('f') },
      ],
    });
  });

  test.each([
    [1, []],
    [2, ['a-e-d']],
    [3, ['a-e-d', 'a-b-c-d']],
    [7, ['a-e-d', 'a-b-c-d']],
  ])('of at most %i links: %j', async (maxDepth, found) => {
    expect(await paths('a', 'd', { maxDepth })).toEqual(found);
  });

  test.each([
    [['RELATED_TO'], 'd', []],
    [['RELATED_TO', 'CONTRADICTS'], 'd', ['a-e-d']],
    [['SUPERSEDES'], 'b', ['a-b']],
    [[], 'b', []],
  ])('along %j to %s only', async (relations, to, found) => {
    expect(await paths('a', to, { relations })).toEqual(found);
  });

  test('a limit cuts, and says so', async () => {
    for (const [limit, found, truncated] of [
      [1, 1, true],
      [2, 2, false],
      [50, 2, false],
    ] as const) {
      const answer = await raw('a', 'd', { limit });
      expect([answer['paths'].length, answer['truncated']]).toEqual([found, truncated]);
    }
  });

  test('that are the same is one path of it alone', async () => {
    expect(await raw('a', 'a')).toEqual({
      truncated: false,
      paths: [{ length: 0, memories: [{ id: graph.id('a'), title: 'a' }], links: [] }],
    });
  });

  test('are along links valid at a moment', async () => {
    expect(await paths('x', 'y')).toEqual([]);
    expect(await paths('x', 'y', { asOf: '2020-06-01T00:00:00Z' })).toEqual(['x-y']);
    expect(await paths('a', 'b', { asOf: '2020-06-01T00:00:00Z' })).toEqual([]);
  });

  test('never lead over what is hidden, archived or expired', async () => {
    expect(await paths('a', 'lone', { maxDepth: 7 })).toEqual([]);
    expect(await paths('a', 'd', { maxDepth: 7 }, bob)).toEqual(
      ['a-e-d', 'a-b-c-d', 'a-b-s-d'].sort(
        (one, other) => one.length - other.length || (key(one) < key(other) ? -1 : 1),
      ),
    );
  });

  test('have one entry for several links between the same two', async () => {
    await graph.link(ann, [['e', 'a', { relation: 'CONTRADICTS' }]]);
    const { paths: found } = await raw('a', 'e', { maxDepth: 1 });
    expect(found).toHaveLength(1);
    expect(found[0].links[0].relation).toBe('RELATED_TO');
  });

  test('have memories with their relations', async () => {
    const { paths: answer } = await ann.run<Row>(
      'query ($from: ID!, $to: ID!) { paths(from: $from, to: $to) { paths { m: memories { t: title relatedFrom { title } } links { target { title } } } } }',
      { from: graph.id('d'), to: graph.id('f') },
    );
    expect(answer.paths).toEqual([
      {
        m: [
          { t: 'd', relatedFrom: [{ title: 'c' }] },
          { t: 'f', relatedFrom: [{ title: 'd' }] },
        ],
        links: [{ target: { title: 'f' } }],
      },
    ]);
  });
});

/** The order of paths of one length: that of the ids along them. */
function key(path: string): string {
  return path
    .split('-')
    .map((title) => graph.id(title))
    .join('\0');
}

describe('in a dense graph', () => {
  const size = 60;
  const name = (index: number) => `${home}:dense:${String(index).padStart(2, '0')}`;
  // Everybody is linked with everybody: there are millions of paths. And a hub of thousands, most of them dead ends.
  beforeAll(async () => {
    await askGraph(
      `MATCH (a {id: $a})
       CALL (a) { UNWIND $ids AS id CREATE (:MemoryRecord:Memory {id: id, title: id, titleOwner: '', namespace: $home,
         liveUntil: a.liveUntil, readers: a.readers, content: id, tier: 'MID', priority: 5, version: 1, createdAt: a.createdAt}) }
       WITH count(*) AS made
       MATCH (one:MemoryRecord) WHERE one.id IN $ids
       MATCH (other:MemoryRecord) WHERE other.id IN $ids AND one.id < other.id
       CREATE (one)-[r:RELATED_TO {linkKey: one.id + other.id, createdAt: localdatetime('2020-01-01'), attestLevel: 'UNSIGNED'}]->(other)`,
      { home, a: graph.id('a'), ids: Array.from({ length: size }, (_, index) => name(index)) },
    );
    await askGraph(
      `MATCH (a {id: $a}), (hub {id: $hub})
       UNWIND range(1, 3000) AS n
       CREATE (hub)-[:DERIVED_FROM {linkKey: $hub + n, createdAt: localdatetime('2020-01-01')}]->(:MemoryRecord:Memory {id: $hub + ':' + n,
         title: $hub + n, titleOwner: '', namespace: $home, liveUntil: a.liveUntil, readers: a.readers})`,
      { home, a: graph.id('a'), hub: name(0) },
    );
  }, 60_000);

  const ask = async (from: number, to: number, more: Record<string, unknown>): Promise<string[]> =>
    (
      await ann.run<{ paths: Row }>(
        `query ($from: ID!, $to: ID!, $maxDepth: Int, $limit: Int) { paths(from: $from, to: $to, maxDepth: $maxDepth, limit: $limit) { truncated paths { memories { id } } } }`,
        { from: name(from), to: name(to), ...more },
      )
    ).paths['paths'].map(({ memories }: Row) => memories.map(({ id }: Row) => id.slice(-2)).join('-'));

  test.each([4, 7])('the first ones by length and ids are found soon, up to %i links', async (maxDepth) => {
    const began = performance.now();
    expect(await ask(3, 2, { maxDepth, limit: 5 })).toEqual(['03-02', '03-00-02', '03-01-02', '03-04-02', '03-05-02']);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('what leads nowhere is given up, and says so', async () => {
    const began = performance.now();
    const { paths: answer } = await ann.run<Row>(PATHS, { from: name(3), to: graph.id('lone'), maxDepth: 7 });
    expect(answer.paths).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('are refused', () => {
  test.each([
    ['maxDepth', 0],
    ['maxDepth', 8],
    ['limit', 0],
    ['limit', 51],
  ])('for a %s of %i', async (field, actual) => {
    const variables = { from: graph.id('a'), to: graph.id('d'), [field]: actual };
    expect(await ann.refusal(PATHS, variables)).toMatchObject({ code: 'BAD_USER_INPUT', details: { field, actual } });
  });

  test.each(['from', 'to'])('when %s is hidden or missing, both alike', async (end) => {
    const hidden = (await store(bob, { title: `hidden ${end}`, namespace: home }))['id'] as string;
    for (const id of [hidden, 'no-such-memory', graph.id('gone')]) {
      const refusal = await ann.refusal(PATHS, { from: graph.id('a'), to: graph.id('a'), [end]: id });
      expect(refusal).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
    }
  });
});
