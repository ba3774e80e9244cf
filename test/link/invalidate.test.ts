import { describe, expect, test } from '@jest/globals';
import { freshNamespace, socketClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, link, store, type Row } from '../support/memories.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe } from '../support/subscriber.ts';

const home = freshNamespace('invalidate');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

const INVALIDATE = `mutation ($input: LinkRefInput!, $validUntil: DateTime, $key: String) {
  invalidateLink(input: $input, validUntil: $validUntil, idempotencyKey: $key) {
    created previousValidUntil pending { id }
    link { relation sourceId targetId createdAt observedBy validFrom validUntil signature attestLevel }
  }
}`;

let made = 0;
/** Two linked memories. */
async function pair(more: Record<string, unknown> = {}, relation = 'RELATED_TO') {
  made += 1;
  const [sourceId, targetId] = await Promise.all(
    ['a', 'b'].map(async (name) => (await store(ann, { title: `${made}${name}`, namespace: home }))['id'] as string),
  );
  await link(ann, sourceId!, targetId!, relation, more);
  return { sourceId: sourceId!, targetId: targetId!, relation };
}

const invalidate = async (input: Row, validUntil?: string, more: Record<string, unknown> = {}): Promise<Row> =>
  (await ann.run<{ invalidateLink: Row }>(INVALIDATE, { input, validUntil, ...more })).invalidateLink;

async function refused(client: typeof ann, input: Row, validUntil?: string) {
  const before = await fingerprint(home);
  const { code, message, details } = await client.refusal(INVALIDATE, { input, validUntil });
  expect(await fingerprint(home)).toBe(before);
  return { code, message, details };
}

/** Links of the source that hold at a moment. */
async function holding({ sourceId }: Row, asOf?: string): Promise<Row[]> {
  const { memory } = await ann.run<Row>(
    'query ($id: ID!, $asOf: DateTime) { memory(id: $id) { links(asOf: $asOf) { targetId validFrom validUntil } } }',
    { id: sourceId, asOf },
  );
  return memory.links;
}

const eventsOf = async ({ sourceId }: Row): Promise<string[]> =>
  (
    await askGraph<{ type: string }>(
      'MATCH (e:OutboxEvent) WHERE $id IN e.memoryIds AND e.type STARTS WITH "POST_LINK" RETURN e.type AS type ORDER BY e.seq',
      { id: sourceId },
    )
  ).map(({ type }) => type);

describe('a link ends', () => {
  test('now, when nothing is said, and stays to be seen by a look back', async () => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z' });
    const before = new Date().toISOString();
    const { link: ended, ...rest } = await invalidate(input);
    expect(rest).toEqual({ created: false, previousValidUntil: null, pending: null });
    expect(ended).toMatchObject({ ...input, validFrom: '2020-01-01T00:00:00.000Z', attestLevel: 'UNSIGNED' });
    expect(ended.validUntil >= before && ended.validUntil <= new Date().toISOString()).toBe(true);
    expect(await holding(input)).toEqual([]);
    expect(await holding(input, '2021-01-01T00:00:00Z')).toHaveLength(1);
    const { memory } = await ann.run<Row>(
      'query ($id: ID!) { memory(id: $id) { relatedToConnection { edges { properties { validUntil } } } } }',
      { id: input.sourceId },
    );
    expect(memory.relatedToConnection.edges).toEqual([{ properties: { validUntil: ended.validUntil } }]);
  });

  test.each([
    ['in the past', '2021-01-01T00:00:00Z', 0],
    ['in the future', '2998-01-01T00:00:00Z', 1],
    ['right after it began', '2020-01-01T00:00:00.001Z', 0],
  ])('%s', async (_, validUntil, count) => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z' });
    expect((await invalidate(input, validUntil))['link'].validUntil).toBe(new Date(validUntil).toISOString());
    expect(await holding(input)).toHaveLength(count);
  });

  test('earlier than it would have, and says when that was', async () => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z', validUntil: '2998-01-01T00:00:00Z' });
    expect(await invalidate(input, '2997-01-01T00:00:00Z')).toMatchObject({
      previousValidUntil: '2998-01-01T00:00:00.000Z',
      link: { validUntil: '2997-01-01T00:00:00.000Z' },
    });
    expect((await invalidate(input))['previousValidUntil']).toBe('2997-01-01T00:00:00.000Z');
    expect(await holding(input)).toEqual([]);
  });

  test('and loses its signature, which its event remembers', async () => {
    const input = await pair();
    await askGraph("MATCH ({id: $id})-[r:RELATED_TO]->() SET r.signature = 'c2ln', r.attestLevel = 'SELF_SIGNED'", {
      id: input.sourceId,
    });
    expect((await invalidate(input))['link']).toMatchObject({ signature: null, attestLevel: 'UNSIGNED' });
    const [event] = await askGraph<{ payload: string }>(
      "MATCH (e:OutboxEvent {type: 'POST_LINK_INVALIDATE'}) WHERE $id IN e.memoryIds RETURN e.payload AS payload",
      { id: input.sourceId },
    );
    expect(JSON.parse(event!.payload)).toMatchObject({ previous: { signature: 'c2ln', attestLevel: 'SELF_SIGNED' } });
  });
});

describe('a link that has ended', () => {
  test('stays as it is when it is ended again, without an event', async () => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z' });
    const first = await invalidate(input, '2021-01-01T00:00:00Z');
    const fingerprintThen = await fingerprint(home);
    for (const validUntil of [undefined, '2021-01-01T00:00:00Z']) {
      expect(await invalidate(input, validUntil)).toEqual({
        ...first,
        previousValidUntil: '2021-01-01T00:00:00.000Z',
      });
    }
    expect(await fingerprint(home)).toBe(fingerprintThen);
    expect(await eventsOf(input)).toEqual(['POST_LINK', 'POST_LINK_INVALIDATE']);
  });

  test('can be made anew: the new one holds, the old one is seen by a look back', async () => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z' });
    for (const year of [2021, 2023]) {
      await invalidate(input, `${year}-01-01T00:00:00Z`);
      const again = await link(ann, input.sourceId, input.targetId, input.relation, {
        validFrom: `${year + 1}-01-01T00:00:00Z`,
      });
      expect(again).toMatchObject({
        created: true,
        link: { validFrom: `${year + 1}-01-01T00:00:00.000Z`, validUntil: null },
      });
    }
    const at = async (year: number) =>
      (await holding(input, `${year}-06-01T00:00:00Z`)).map(({ validFrom }) => validFrom);
    expect(await Promise.all([2020, 2021, 2022, 2023, 2024].map(at))).toEqual([
      ['2020-01-01T00:00:00.000Z'],
      [],
      ['2022-01-01T00:00:00.000Z'],
      [],
      ['2024-01-01T00:00:00.000Z'],
    ]);
    expect(await eventsOf(input)).toEqual([
      ...['POST_LINK', 'POST_LINK_INVALIDATE', 'POST_LINK', 'POST_LINK_INVALIDATE', 'POST_LINK'],
    ]);
    expect(await link(ann, input.sourceId, input.targetId)).toMatchObject({ created: false });
  });

  test.each([
    ['for a time before its end', { validFrom: '2020-06-01T00:00:00Z' }],
    ['by the very same request', { validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' }],
  ])('answers as it is when linked %s', async (_, more) => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' });
    expect(await link(ann, input.sourceId, input.targetId, input.relation, more)).toMatchObject({
      created: false,
      link: { validFrom: '2020-01-01T00:00:00.000Z', validUntil: '2021-01-01T00:00:00.000Z' },
    });
    expect(await eventsOf(input)).toEqual(['POST_LINK']);
  });

  test.each(['SUPERSEDES', 'REFLECTS_ON'])('of %s closes no circle, one that still holds does', async (relation) => {
    const input = await pair({}, relation);
    const back = [input.targetId, input.sourceId, relation] as const;
    await expect(link(ann, ...back)).rejects.toThrow('LINK_CYCLE');
    await invalidate(input);
    await expect(link(ann, ...back, { validFrom: '2020-01-01T00:00:00Z' })).rejects.toThrow('LINK_CYCLE');
    expect(await link(ann, ...back)).toMatchObject({ created: true });
    await expect(link(ann, input.sourceId, input.targetId, relation)).rejects.toThrow('LINK_CYCLE');
  });
});

test('a circle is looked for in a time that does not grow with the number of ways', async () => {
  const namespace = `${home}/ladder`;
  const [top, bottom] = ['top', 'bottom'].map((title) => store(ann, { title, namespace }));
  const ids = [(await top!)['id'], (await bottom!)['id']];
  // 2^30 ways lead down the ladder.
  await askGraph(
    `MATCH (top {id: $ids[0]}), (bottom {id: $ids[1]})
     CREATE (head:MemoryRecord {id: $ids[0] + ':0'})-[:SUPERSEDES]->(bottom)
     WITH top, head
     CALL (head) { UNWIND range(1, 30) AS n CREATE (:MemoryRecord {id: split(head.id, ':')[0] + ':' + n}) }
     WITH top, count(*) AS all
     UNWIND range(0, 29) AS n
     MATCH (a:MemoryRecord {id: top.id + ':' + n}), (b:MemoryRecord {id: top.id + ':' + (n + 1)})
     CREATE (b)-[:SUPERSEDES]->({side: 1})-[:SUPERSEDES]->(a), (b)-[:SUPERSEDES]->({side: 2})-[:SUPERSEDES]->(a)
     WITH top, b, n WHERE n = 29
     CREATE (top)-[:SUPERSEDES]->(b)`,
    { ids },
  );
  await expect(link(ann, ids[1], ids[0], 'SUPERSEDES')).rejects.toThrow('LINK_CYCLE');
  const apart = await store(ann, { title: 'apart', namespace });
  await link(ann, apart['id'], ids[1], 'RELATED_TO');
  expect(await link(ann, apart['id'], ids[0], 'SUPERSEDES')).toMatchObject({ created: true });
  await askGraph('MATCH (n) WHERE n.side IS NOT NULL DETACH DELETE n');
  await askGraph('MATCH (n:MemoryRecord) WHERE n.id STARTS WITH $top DETACH DELETE n', { top: `${ids[0]}:` });
}, 60_000);

describe('is refused', () => {
  test.each([
    ['at its beginning', '2020-01-01T00:00:00Z', 'after validFrom, 2020-01-01T00:00:00.000Z'],
    ['before its beginning', '2019-01-01T00:00:00Z', 'after validFrom, 2020-01-01T00:00:00.000Z'],
    ['after its end', '2022-01-01T00:00:00.001Z', 'not after the end it has, 2022-01-01T00:00:00.000Z'],
  ])('an end %s', async (_, validUntil, bound) => {
    const input = await pair({ validFrom: '2020-01-01T00:00:00Z', validUntil: '2022-01-01T00:00:00Z' });
    expect(await refused(ann, input, validUntil)).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'validUntil', bound, actual: new Date(validUntil).toISOString() },
    });
  });

  test('an end that is not said, of a link that has not begun', async () => {
    const input = await pair({ validFrom: '2998-01-01T00:00:00Z' });
    expect(await refused(ann, input)).toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'validUntil' } });
    expect((await invalidate(input, '2999-01-01T00:00:00Z'))['link'].validUntil).toBe('2999-01-01T00:00:00.000Z');
  });

  test('a link that is not there: another relation, the other direction', async () => {
    const input = await pair();
    const { sourceId, targetId } = input;
    for (const other of [
      { ...input, relation: 'CONTRADICTS' },
      { ...input, sourceId: targetId, targetId: sourceId },
    ]) {
      const id = `${other.sourceId}|${other.relation}|${other.targetId}`;
      expect(await refused(ann, other)).toEqual({ code: 'NOT_FOUND', message: `no link ${id}`, details: { id } });
    }
  });

  test('what is hidden, missing or archived at either end, all alike', async () => {
    const input = await pair();
    const hidden = (await store(bob, { title: `hidden ${made}`, namespace: home }))['id'] as string;
    const gone = await pair();
    await ann.run(DELETE, { id: gone.targetId });
    await link(caller(), input.sourceId, hidden);
    for (const [bad, side] of [
      [{ ...input, targetId: hidden }, 'targetId'],
      [{ ...input, sourceId: hidden }, 'sourceId'],
      [{ ...input, targetId: 'no-such' }, 'targetId'],
      [gone, 'targetId'],
    ] as const) {
      const id = bad[side];
      expect(await refused(ann, bad)).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
    }
  });

  test('a viewer', async () => {
    const viewer = caller({ agentId: 'ann', namespace: home, roles: 'viewer' });
    expect((await refused(viewer, await pair())).code).toBe('FORBIDDEN');
  });
});

test('the same key answers the same, another input is a conflict', async () => {
  const input = await pair({ validFrom: '2020-01-01T00:00:00Z' });
  const key = `end ${input.sourceId}`;
  const first = await invalidate(input, '2022-01-01T00:00:00Z', { key });
  await invalidate(input, '2021-01-01T00:00:00Z');
  expect(await invalidate(input, '2022-01-01T00:00:00Z', { key })).toEqual(first);
  expect((await ann.refusal(INVALIDATE, { input, key })).code).toBe('CONFLICT');
});

test('subscribers who may read both ends hear of it', async () => {
  const open = { namespace: home, scope: 'COLLECTIVE' };
  const [a, b] = [await store(ann, { title: 'heard a', ...open }), await store(ann, { title: 'heard b', ...open })];
  const input = { sourceId: a['id'], targetId: b['id'], relation: 'CONTRADICTS' };
  const secret = await pair();
  await link(ann, input.sourceId, input.targetId, input.relation);
  const client = socketClient(sharedServer(), { agentId: 'bob', namespace: home });
  const heard = subscribe<Row>(
    client,
    'events',
    `subscription ($namespace: String) { events(namespace: $namespace, types: [POST_LINK_INVALIDATE]) {
      type actor namespace ... on PostLinkInvalidateEvent { link { sourceId validUntil } } } }`,
    { namespace: home },
  );
  const own = subscribe<Row>(
    client,
    'postLinkInvalidate',
    'subscription ($namespace: String) { postLinkInvalidate(namespace: $namespace) { link { sourceId target { title } } } }',
    { namespace: home },
  );
  await heard.until(1);
  await invalidate(secret);
  const { link: ended } = await invalidate(input);
  expect((await heard.until(2))[1]).toEqual({
    ...{ type: 'POST_LINK_INVALIDATE', actor: 'ann', namespace: home },
    link: { sourceId: input.sourceId, validUntil: ended.validUntil },
  });
  expect((await own.until(1))[0]).toEqual({ link: { sourceId: input.sourceId, target: { title: 'heard b' } } });
  await client.dispose();
});
