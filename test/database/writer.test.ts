import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { CommitProxy, type CommitFate } from './commitProxy.ts';
import { testDatabase } from '../support/database.ts';
import { WritingServer, freshNamespace, outcomes } from './writingServer.ts';

const one = new WritingServer();
const two = new WritingServer();
afterAll(() => Promise.all([one.close(), two.close()]));

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('rows on one key', () => {
  test.each([
    ['from one server', [one, one, one]],
    ['from two servers', [one, two, one]],
  ])('of three changes of one version %s, one wins', async (_name, servers) => {
    const namespace = freshNamespace();
    const { id } = await one.store(namespace, 'same');
    const done = await outcomes(servers.map((server, place) => server.update(id, { content: `change ${place}` }, 1)));
    expect(done.filter((outcome) => outcome === 'VERSION_CONFLICT')).toHaveLength(2);
    const [winner] = done.filter((outcome) => typeof outcome === 'object');
    const [stored] = await one.query('MATCH (m:Memory {id: $id}) RETURN m.version AS version, m.content AS content', {
      id,
    });
    expect(stored).toEqual({ version: 2, content: (winner as { content: string }).content });
    expect((await one.events(namespace)).map(({ type }) => type)).toEqual(['POST_STORE', 'POST_UPDATE']);
  });

  test('changes without a version all go through, one after the other', async () => {
    const { id } = await one.store(freshNamespace(), 'counted');
    await Promise.all(range(12).map((place) => (place % 2 ? one : two).update(id, { metadata: { place } })));
    expect(await one.query('MATCH (m:Memory {id: $id}) RETURN m.version AS version', { id })).toEqual([
      { version: 13 },
    ]);
  });

  test('of many stores of one title, one wins, from any server', async () => {
    const namespace = freshNamespace();
    const done = await outcomes(range(20).map((place) => (place % 2 ? one : two).store(namespace, 'wanted')));
    expect(done.filter((outcome) => typeof outcome === 'object')).toHaveLength(1);
    expect(done.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(19);
  });

  test('memories of one episode make one chain, whatever server took them', async () => {
    const namespace = freshNamespace();
    await Promise.all(
      range(24).map((place) => (place % 2 ? one : two).store(namespace, `step ${place}`, { episode: 'walk' })),
    );
    const [chain] = await one.query<{ length: number }>(
      'MATCH path = (first:Memory {namespace: $namespace})-[:NEXT*]->(last) WHERE NOT EXISTS {()-[:NEXT]->(first)} AND NOT EXISTS {(last)-[:NEXT]->()} RETURN length(path) AS length',
      { namespace },
    );
    expect(chain).toEqual({ length: 23 });
  });
});

describe('a bad row hurts no other', () => {
  test('one that is refused by the look of its statement: all in one commit', async () => {
    const namespace = freshNamespace();
    await one.store(namespace, 'row 250');
    const before = one.commits;
    const done = await outcomes(range(500).map((place) => one.store(namespace, `row ${place}`)));
    expect(done.filter((outcome) => typeof outcome === 'object')).toHaveLength(499);
    expect(done[250]).toBe('CONFLICT');
    expect(one.commits - before).toBe(1);
    expect(await one.events(namespace)).toHaveLength(500);
  });

  test('one that breaks a constraint behind the look, by a transaction that was not committed yet', async () => {
    const namespace = freshNamespace();
    await one.store(namespace, 'first');
    const session = two.database.session('WRITE');
    const rival = session.beginTransaction();
    await rival.run(
      'CREATE (:MemoryRecord:Memory {id: $id, namespace: $namespace, title: "row 250", titleOwner: "", liveUntil: localdatetime("9999-01-01")})',
      { id: randomUUID(), namespace },
    );
    const work = outcomes(range(500).map((place) => one.store(namespace, `row ${place}`)));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await rival.commit();
    await session.close();
    const done = await work;
    expect(done.filter((outcome) => typeof outcome === 'object')).toHaveLength(499);
    expect(done[250]).toBe('CONFLICT');
    expect(await one.events(namespace)).toHaveLength(500);
  });
});

describe('a commit of unknown fate', () => {
  const fates: readonly [string, CommitFate][] = [
    ['never reached the database', 'lost'],
    ['was applied, and the answer was lost', 'applied'],
    ['is applied when the retry has begun', 'late'],
  ];

  test.each(fates)('that %s: every acknowledged write is there once, with one event', async (_name, fate) => {
    const { proxy, address } = await CommitProxy.to(testDatabase());
    const server = new WritingServer(address);
    try {
      const namespace = freshNamespace();
      const [a, b, c, gone] = await Promise.all(['a', 'b', 'c', 'gone'].map((title) => server.store(namespace, title)));
      proxy.cutNextCommit(fate);
      const [stored, updated, linked, deleted] = await Promise.all([
        Promise.all(range(50).map((place) => server.store(namespace, `row ${place}`, { episode: 'cut' }))),
        server.update(a!.id, { content: 'changed' }),
        server.link(b!.id, c!.id, 'SUPERSEDES'),
        server.delete(gone!.id),
      ]);
      expect(proxy.cuts).toBe(1);
      expect(new Set(stored.map(({ id }) => id)).size).toBe(50);
      expect(updated).toMatchObject({ version: 2, content: 'changed' });
      expect(linked).toMatchObject({ created: true, link: { sourceId: b!.id, targetId: c!.id } });
      expect(deleted.deletedId).toBe(gone!.id);
      expect(await graphOf(namespace)).toEqual({ live: 53, archived: 1, versions: 54, links: 1, steps: 49 });
      const events = (await one.events(namespace)).slice(4);
      const types = events.map(({ type }) => type).toSorted();
      expect(types).toEqual(['POST_DELETE', 'POST_LINK', ...range(50).map(() => 'POST_STORE'), 'POST_UPDATE']);
      expect(new Set(events.map(({ type, memoryIds }) => `${type} ${memoryIds.join()}`)).size).toBe(53);
    } finally {
      await server.close();
      await proxy.close();
    }
  });

  async function graphOf(namespace: string) {
    const [row] = await one.query(
      `MATCH (n:Namespace {path: $namespace})<-[:IN_NAMESPACE]-(m)
       RETURN count(CASE WHEN m:Memory THEN 1 END) AS live, count(CASE WHEN m:ArchivedMemory THEN 1 END) AS archived,
         sum(CASE WHEN m:Memory THEN m.version END) AS versions,
         sum(COUNT {(m)-[:SUPERSEDES]->()}) AS links, sum(COUNT {(m)-[:NEXT]->()}) AS steps`,
      { namespace },
    );
    return row;
  }
});

describe('links against other writers', () => {
  test('a link is made before its end is deleted, or not at all', async () => {
    const namespace = freshNamespace();
    const pairs = await Promise.all(
      range(30).map(
        async (place) =>
          [await one.store(namespace, `from ${place}`), await one.store(namespace, `to ${place}`)] as const,
      ),
    );
    const done = await outcomes(
      pairs.flatMap(([from, to], place): Promise<unknown>[] =>
        place % 2 ? [two.delete(to.id), one.link(from.id, to.id)] : [one.link(from.id, to.id), two.delete(to.id)],
      ),
    );
    expect(done.filter((outcome) => typeof outcome === 'string' && outcome !== 'NOT_FOUND')).toEqual([]);
    const events = await one.events(namespace);
    for (const [place, [from, to]] of pairs.entries()) {
      const linked = done[2 * place + (place % 2 ? 1 : 0)];
      const told = events.filter(({ memoryIds }) => memoryIds.includes(to.id)).map(({ type }) => type);
      const stored = await one.query('MATCH ({id: $from})-[r:RELATED_TO]->({id: $to}) RETURN r.linkKey AS linkKey', {
        from: from.id,
        to: to.id,
      });
      expect({ told, links: stored.length }).toEqual(
        typeof linked === 'string'
          ? { told: ['POST_STORE', 'POST_DELETE'], links: 0 }
          : { told: ['POST_STORE', 'POST_LINK', 'POST_DELETE'], links: 1 },
      );
    }
  });

  test.each([
    ['two memories', 2],
    ['three memories', 3],
  ])('links between %s that would close a circle never do, whichever server they come through', async (_name, size) => {
    const namespace = freshNamespace();
    for (const round of range(8)) {
      const ring = await Promise.all(range(size).map((place) => one.store(namespace, `ring ${round} ${place}`)));
      const done = await outcomes(
        ring.map(({ id }, place) => (place % 2 ? two : one).link(id, ring[(place + 1) % size]!.id, 'SUPERSEDES')),
      );
      expect(done.filter((outcome) => outcome === 'LINK_CYCLE')).toHaveLength(1);
      expect(done.filter((outcome) => typeof outcome === 'object')).toHaveLength(size - 1);
    }
    expect(
      await one.query('MATCH (m:Memory {namespace: $namespace})-[:SUPERSEDES]->+(m) RETURN m.id AS id', { namespace }),
    ).toEqual([]);
  });
});

describe('locks that others hold', () => {
  test('a stuck transaction holds back only the writes that need its memory, and those for a bounded time', async () => {
    // Long enough for a batch on a busy machine.
    const transactionTimeoutMs = 6_000;
    const server = new WritingServer(testDatabase(), { transactionTimeoutMs });
    try {
      const namespace = freshNamespace();
      const { id } = await server.store(namespace, 'held');
      const free = await Promise.all(range(40).map((place) => server.store(namespace, `free ${place}`)));
      const session = two.database.session('WRITE');
      const stuck = session.beginTransaction();
      await stuck.run('MATCH (m:MemoryRecord {id: $id}) SET m.lock = true', { id });

      const started = Date.now();
      const held = outcomes([server.update(id, { content: 'waits' })]);
      const innocent = await Promise.all([
        ...free.map((memory) => server.update(memory.id, { content: 'changed' })),
        ...range(20).map((place) => server.store(namespace, `beside ${place}`)),
      ]);
      expect(innocent).toHaveLength(60);
      expect(await held).toEqual(['UNAVAILABLE']);
      expect(Date.now() - started).toBeLessThan(5 * transactionTimeoutMs);

      // Now that it is known, it stands aside from the first moment.
      const again = outcomes([server.update(id, { content: 'waits again' })]);
      const since = Date.now();
      await Promise.all(range(20).map((place) => server.store(namespace, `later ${place}`)));
      expect(Date.now() - since).toBeLessThan(transactionTimeoutMs);
      expect(await again).toEqual(['UNAVAILABLE']);

      await stuck.rollback();
      await session.close();
      expect(await server.update(id, { content: 'goes through' })).toMatchObject({
        version: 2,
        content: 'goes through',
      });
    } finally {
      await server.close();
    }
  });

  test('two servers that change the same memories in opposite orders both get through', async () => {
    const namespace = freshNamespace();
    const memories = await Promise.all(range(50).map((place) => one.store(namespace, `crossing ${place}`)));
    const started = Date.now();
    await Promise.all([
      ...memories.map(({ id }) => one.update(id, { metadata: { by: 'one' } })),
      ...memories.toReversed().map(({ id }) => two.update(id, { metadata: { by: 'two' } })),
    ]);
    expect(Date.now() - started).toBeLessThan(10_000);
    const versions = await one.query('MATCH (m:Memory {namespace: $namespace}) RETURN DISTINCT m.version AS version', {
      namespace,
    });
    expect(versions).toEqual([{ version: 3 }]);
  });
});

test('16 clients storing 50 memories each through two servers: events without a gap, each client in its own order', async () => {
  const namespace = freshNamespace();
  await Promise.all(
    range(16).map(async (client) => {
      for (const step of range(50)) await (client % 2 ? one : two).store(`${namespace}/${client}`, `step ${step}`);
    }),
  );
  const events = await one.query<{ seq: number; namespace: string; title: string }>(
    `MATCH (e:OutboxEvent) WHERE e.namespace STARTS WITH $namespace + '/'
     MATCH (m:Memory {id: e.memoryIds[0]})
     RETURN e.seq AS seq, e.namespace AS namespace, m.title AS title ORDER BY e.seq`,
    { namespace },
  );
  expect(events).toHaveLength(800);
  const [first, last] = [events[0]!.seq, events.at(-1)!.seq];
  // Other suites write at the same time: their events are part of the one order.
  const [all] = await one.query(
    'MATCH (e:OutboxEvent) WHERE e.seq >= $first AND e.seq <= $last RETURN count(DISTINCT e.seq) AS count',
    { first, last },
  );
  expect(all).toEqual({ count: last - first + 1 });
  for (const client of range(16)) {
    const titles = events.filter((event) => event.namespace === `${namespace}/${client}`).map(({ title }) => title);
    expect(titles).toEqual(range(50).map((step) => `step ${step}`));
  }
});
