import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, store, type Row } from '../support/memories.ts';
import { LinkedMemories } from './linked.ts';

const home = freshNamespace('traverse');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const graph = new LinkedMemories(home);

const TRAVERSE = `query ($from: ID!, $depth: Int, $relations: [LinkRelation!], $direction: LinkDirection, $asOf: DateTime, $observedBy: [String!], $limit: Int) {
  traverse(from: $from, depth: $depth, relations: $relations, direction: $direction, asOf: $asOf, observedBy: $observedBy, limit: $limit) {
    truncated nodes { distance path memory { id title } link { relation sourceId targetId observedBy validFrom } }
  }
}`;
const raw = async (from: string, more: Record<string, unknown> = {}, client = ann): Promise<Row> =>
  (await client.run<{ traverse: Row }>(TRAVERSE, { from: graph.id(from), ...more })).traverse;
/** The ways to what was reached, as `a-b-c`. */
const ways = async (...asked: Parameters<typeof raw>): Promise<string[]> =>
  (await raw(...asked))['nodes'].map(({ path }: Row) => path.map((id: string) => graph.title(id)).join('-'));

const since = (year: number, more: Record<string, unknown> = {}) => ({ validFrom: `${year}-01-01T00:00:00Z`, ...more });

/**
 * a → b (2011), a → c (2010), b → d and c → d (2012), d → e, e → a closing a circle; a → s → t over bob's secret,
 * a → gone → t2 over an archived one, a → late → t3 over an expired one; old ended, in points at a.
 */
beforeAll(async () => {
  await graph.add(ann, ['a', 'b', 'c', 'd', 'e', 't', 't2', 't3', 'gone', 'old', 'in']);
  await graph.add(bob, ['s'], { scope: 'PRIVATE' });
  await graph.add(ann, ['late']);
  await graph.link(ann, [
    ['a', 'b', since(2011)],
    ['a', 'c', since(2010, { relation: 'SUPERSEDES' })],
    ['b', 'd', since(2013)],
    ['c', 'd', since(2012)],
    ['d', 'e', since(2014)],
    ['e', 'a', since(2015)],
    ['a', 'gone'],
    ['gone', 't2'],
    ['a', 'late'],
    ['late', 't3'],
    ['a', 'old', since(2001, { validUntil: '2002-01-01T00:00:00Z' })],
  ]);
  await graph.link(bob, [
    ['a', 's'],
    ['s', 't'],
    ['in', 'a', since(2016)],
  ]);
  await ann.run(DELETE, { id: graph.id('gone') });
  await askGraph("MATCH (m {id: $id}) SET m.liveUntil = localdatetime('2020-01-01')", { id: graph.id('late') });
});

describe('from a memory', () => {
  test.each([
    [1, ['a-c', 'a-b']],
    [2, ['a-c', 'a-b', 'a-c-d']],
    [3, ['a-c', 'a-b', 'a-c-d', 'a-c-d-e']],
    [5, ['a-c', 'a-b', 'a-c-d', 'a-c-d-e']],
  ])('to depth %i: each once, nearest first, then by when the link began', async (depth, found) => {
    expect(await ways('a', { depth })).toEqual(found);
  });

  test('is one step out when nothing is said; each node tells its last link', async () => {
    expect(await ways('a')).toEqual(['a-c', 'a-b']);
    expect((await raw('a', { depth: 2 }))['nodes'][2]).toEqual({
      distance: 2,
      path: ['a', 'c', 'd'].map((title) => graph.id(title)),
      memory: { id: graph.id('d'), title: 'd' },
      link: {
        ...{ relation: 'RELATED_TO', sourceId: graph.id('c'), targetId: graph.id('d') },
        ...{ observedBy: 'ann', validFrom: '2012-01-01T00:00:00.000Z' },
      },
    });
  });

  test.each([
    ['OUT', ['a-c', 'a-b']],
    ['IN', ['a-e', 'a-in']],
    ['BOTH', ['a-c', 'a-b', 'a-e', 'a-in']],
  ])('%s', async (direction, found) => {
    expect(await ways('a', { direction })).toEqual(found);
  });

  test.each([
    [['SUPERSEDES'], ['a-c']],
    [['RELATED_TO'], ['a-b', 'a-b-d', 'a-b-d-e']],
    [[], []],
  ])('along %j only', async (relations, found) => {
    expect(await ways('a', { relations, depth: 3 })).toEqual(found);
  });

  test.each([
    ['2001-06-01T00:00:00Z', ['a-old']],
    ['2010-01-01T00:00:00Z', ['a-c']],
    ['2012-06-01T00:00:00Z', ['a-c', 'a-b', 'a-c-d']],
    ['2000-01-01T00:00:00Z', []],
  ])('as of %s', async (asOf, found) => {
    expect(await ways('a', { asOf, depth: 5 })).toEqual(found);
  });

  test.each([
    [['ann'], ['a-c', 'a-b', 'a-e']],
    [['bob'], ['a-in']],
    [
      ['bob', 'ann', 'nobody'],
      ['a-c', 'a-b', 'a-e', 'a-in'],
    ],
    [['nobody'], []],
    [[], []],
  ])('along links that %j saw', async (observedBy, found) => {
    expect(await ways('a', { observedBy, direction: 'BOTH' })).toEqual(found);
  });

  test('never passes through what is hidden, archived or expired', async () => {
    const seen = await ways('a', { depth: 5, direction: 'BOTH' });
    expect(seen.filter((way) => /-(s|t|t2|t3|gone|late)\b/.test(way))).toEqual([]);
    expect(await ways('a', { depth: 2 }, bob)).toEqual(expect.arrayContaining(['a-s', 'a-s-t']));
  });

  test('a limit cuts, and says so', async () => {
    for (const [limit, found, truncated] of [
      [1, ['a-c'], true],
      [2, ['a-c', 'a-b'], true],
      [3, ['a-c', 'a-b', 'a-c-d'], true],
      [4, ['a-c', 'a-b', 'a-c-d', 'a-c-d-e'], false],
      [1000, ['a-c', 'a-b', 'a-c-d', 'a-c-d-e'], false],
    ] as const) {
      expect(await ways('a', { limit, depth: 5 })).toEqual(found);
      expect((await raw('a', { limit, depth: 5 }))['truncated']).toBe(truncated);
    }
  });

  test('has memories with their relations, under aliases', async () => {
    const { traverse } = await ann.run<Row>(
      'query ($id: ID!) { traverse(from: $id, relations: [SUPERSEDES], limit: 9) { nodes { m: memory { heading: title supersededBy { t: title } } link { source { title } } } } }',
      { id: graph.id('a') },
    );
    expect(traverse.nodes).toEqual([
      { m: { heading: 'c', supersededBy: [{ t: 'a' }] }, link: { source: { title: 'a' } } },
    ]);
  });
});

test('a hub of thousands is cut at the limit, soon', async () => {
  const hub = (await store(ann, { title: 'hub', namespace: home, scope: 'COLLECTIVE' }))['id'];
  await askGraph(
    `MATCH (hub {id: $hub}) UNWIND range(1, 5000) AS n
     CREATE (m:MemoryRecord:Memory {id: hub.id + ':' + n}) SET m.title = m.id, m.titleOwner = '', m.namespace = hub.namespace,
       m.liveUntil = hub.liveUntil, m.readers = hub.readers
     CREATE (hub)-[:RELATED_TO {linkKey: m.id, createdAt: localdatetime('2020-01-01') + duration({seconds: n})}]->(m)-[:RELATED_TO {linkKey: m.id + '>', createdAt: localdatetime('2020-01-01')}]->(hub)`,
    { hub },
  );
  const began = performance.now();
  const { traverse } = await ann.run<Row>(
    'query ($id: ID!) { traverse(from: $id, depth: 5, limit: 1000) { truncated nodes { path } } }',
    { id: hub },
  );
  expect([traverse.nodes.length, traverse.truncated]).toEqual([1000, true]);
  expect(traverse.nodes[999].path).toEqual([hub, `${hub}:1000`]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe('is refused', () => {
  test.each([
    ['depth', 0],
    ['depth', 6],
    ['limit', 0],
    ['limit', 1001],
  ])('for a %s of %i', async (field, actual) => {
    expect(await ann.refusal(TRAVERSE, { from: graph.id('a'), [field]: actual })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field, actual },
    });
  });

  test('for more than 100 observers', async () => {
    const observedBy = Array.from({ length: 101 }, (_, index) => `agent-${index}`);
    expect(await ann.refusal(TRAVERSE, { from: graph.id('a'), observedBy })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'observedBy', actual: '101 entries' },
    });
    expect(await ways('a', { observedBy: observedBy.slice(1) })).toEqual([]);
  });

  test('for a start that is hidden, archived or missing, all alike', async () => {
    for (const id of [graph.id('s'), graph.id('gone'), 'no-such-memory']) {
      expect(await ann.refusal(TRAVERSE, { from: id })).toEqual({
        code: 'NOT_FOUND',
        message: `no memory ${id}`,
        details: { id },
      });
    }
  });
});
