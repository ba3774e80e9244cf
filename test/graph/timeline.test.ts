import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, DELETE, type Row } from '../support/memories.ts';
import { LinkedMemories } from './linked.ts';

const home = freshNamespace('timeline');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const graph = new LinkedMemories(home);

const TIMELINE = `query ($id: ID!, $since: DateTime, $until: DateTime, $limit: Int, $direction: LinkDirection) {
  timeline(id: $id, since: $since, until: $until, limit: $limit, direction: $direction) {
    truncated events { direction sourceId targetId relation validFrom validUntil observedBy title namespace }
  }
}`;
const raw = async (more: Record<string, unknown> = {}, client = ann, title = 'a'): Promise<Row> =>
  (await client.run<{ timeline: Row }>(TIMELINE, { id: graph.id(title), ...more })).timeline;
const titles = async (...asked: Parameters<typeof raw>): Promise<string[]> =>
  (await raw(...asked))['events'].map(({ title }: Row) => title);

const year = (number: number) => `${number}-01-01T00:00:00Z`;

beforeAll(async () => {
  await graph.add(ann, ['a', 'first', 'second', 'third', 'in', 'gone']);
  await graph.add(bob, ['secret'], { scope: 'PRIVATE' });
  await graph.link(ann, [
    ['a', 'third', { validFrom: year(2013) }],
    ['a', 'first', { validFrom: year(2011), validUntil: year(2012), relation: 'CONTRADICTS' }],
    ['a', 'second', { validFrom: year(2012) }],
    ['in', 'a', { validFrom: year(2010) }],
    ['a', 'gone', { validFrom: year(2009) }],
  ]);
  await graph.link(bob, [['a', 'secret', { validFrom: year(2012) }]]);
  await ann.run(DELETE, { id: graph.id('gone') });
});

describe('the timeline of a memory', () => {
  test('has its links by when they began, with what they say', async () => {
    const { events, truncated } = await raw();
    expect(truncated).toBe(false);
    expect(events.map(({ title }: Row) => title)).toEqual(['first', 'second', 'third']);
    expect(events[0]).toEqual({
      ...{ direction: 'OUT', sourceId: graph.id('a'), targetId: graph.id('first'), relation: 'CONTRADICTS' },
      ...{ validFrom: '2011-01-01T00:00:00.000Z', validUntil: '2012-01-01T00:00:00.000Z', observedBy: 'ann' },
      ...{ title: 'first', namespace: home },
    });
  });

  test.each([
    ['OUT', ['first', 'second', 'third']],
    ['IN', ['in']],
    ['BOTH', ['in', 'first', 'second', 'third']],
  ])('%s', async (direction, found) => {
    expect(await titles({ direction })).toEqual(found);
  });

  test('tells the other end of a link that points at it', async () => {
    expect((await raw({ direction: 'BOTH' }))['events'][0]).toMatchObject({
      ...{ direction: 'IN', sourceId: graph.id('in'), targetId: graph.id('a'), title: 'in', observedBy: 'ann' },
    });
  });

  test.each([
    [{ since: year(2012) }, ['second', 'third']],
    [{ until: year(2012) }, ['first']],
    [{ since: year(2011), until: '2012-01-01T00:00:00.001Z' }, ['first', 'second']],
    [{ since: year(2014) }, []],
    [{ since: year(2013), until: year(2011) }, []],
  ])('of %j', async (range, found) => {
    expect(await titles(range)).toEqual(found);
  });

  test('a limit cuts, and says so', async () => {
    for (const [limit, found, truncated] of [
      [1, 1, true],
      [2, 2, true],
      [3, 3, false],
      [1000, 3, false],
    ] as const) {
      const { events, truncated: cut } = await raw({ limit });
      expect([events.length, cut]).toEqual([found, truncated]);
    }
  });

  test('leaves out what is hidden or archived', async () => {
    expect(JSON.stringify(await raw({ direction: 'BOTH' }))).not.toMatch(/secret|gone/);
    expect(await titles({}, bob)).toEqual(['first', 'second', 'secret', 'third'].sort(byLinkKey));
  });
});

/** Links that began at one moment are in the order of their keys. */
function byLinkKey(one: string, other: string): number {
  const order = ['first', '2012', 'third'];
  const place = (title: string) => order.indexOf(['second', 'secret'].includes(title) ? '2012' : title);
  return place(one) - place(other) || (graph.id(one) < graph.id(other) ? -1 : 1);
}

describe('is refused', () => {
  test.each([0, 1001])('for a limit of %i', async (limit) => {
    expect(await ann.refusal(TIMELINE, { id: graph.id('a'), limit })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'limit', actual: limit },
    });
  });

  test('for a memory that is hidden, archived or missing, all alike', async () => {
    for (const id of [graph.id('secret'), graph.id('gone'), 'no-such-memory']) {
      expect(await ann.refusal(TIMELINE, { id })).toEqual({
        code: 'NOT_FOUND',
        message: `no memory ${id}`,
        details: { id },
      });
    }
  });
});
