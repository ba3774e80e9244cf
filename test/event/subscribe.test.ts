import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { toLocalDateTime } from '../../src/database/values.ts';
import type { EventDraft } from '../../src/database/writer.ts';
import { encodeCursor } from '../../src/event/cursor.ts';
import type { GraphEvent } from '../../src/event/graphEvent.ts';
import type { ReadEvent } from '../../src/event/readEvents.ts';
import { subscribeEvents, type EventRequest, type EventSources } from '../../src/event/subscribe.ts';
import { CountingDatabase } from './countingDatabase.ts';
import {
  agent,
  append,
  deletion,
  freshNamespace,
  log,
  memoryOf,
  nameOf,
  openDatabase,
  Recorder,
  sourcesOf,
  take,
  until,
} from './outbox.ts';

let database: Database;
let other: Database;
let sources: EventSources;
let namespace: string;

beforeAll(async () => {
  database = openDatabase();
  other = openDatabase();
  await migrate(database, log);
});

beforeEach(() => {
  sources = sourcesOf(database, 20);
  namespace = freshNamespace();
});

afterEach(async () => {
  await sources.tail.close();
});

afterAll(async () => {
  await Promise.all([database.close(), other.close()]);
});

/** As `events` asks, in the namespace of this test. */
async function subscribe(request: Partial<EventRequest> = {}): Promise<AsyncIterableIterator<GraphEvent>> {
  return await subscribeEvents(sources, { principal: agent(), namespace, caughtUp: true, ...request });
}

async function store(drafts: readonly EventDraft[], by = database): Promise<number[]> {
  const places = await append(by, drafts);
  sources.tail.wake();
  return places;
}

function deletions(count: number, from = 0): EventDraft[] {
  return Array.from({ length: count }, (_, place) => deletion(namespace, `e${from + place}`));
}

function ids(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, place) => `e${from + place}`);
}

describe('without a cursor', () => {
  test('CAUGHT_UP comes at once, then what happens from the request on', async () => {
    await store(deletions(3));
    const events = await subscribe();
    // Between the request and the first pull: not lost.
    await store(deletions(2, 3));
    const [caughtUp] = await take(events, 1);
    expect(caughtUp).toMatchObject({ type: 'CAUGHT_UP', namespace, actor: null });
    await store(deletions(2, 5), other);
    expect((await take(events, 4)).map(nameOf)).toEqual(ids(4, 3));
  });

  test('the cursor of CAUGHT_UP is good to resume from', async () => {
    const first = await subscribe();
    const [caughtUp] = await take(first, 1);
    await first.return?.();
    await store(deletions(2));
    expect((await take(await subscribe({ after: caughtUp!.cursor }), 3)).map(nameOf)).toEqual([...ids(2), 'CAUGHT_UP']);
  });
});

describe('with a cursor', () => {
  test('replay, then CAUGHT_UP once, then live', async () => {
    const places = await store(deletions(4));
    const events = await subscribe({ after: encodeCursor(places[0]!) });
    expect((await take(events, 4)).map(nameOf)).toEqual([...ids(3, 1), 'CAUGHT_UP']);
    await store(deletions(3, 4));
    expect((await take(events, 3)).map(nameOf)).toEqual(ids(3, 4));
  });

  test('what was committed by another server before the request comes before CAUGHT_UP', async () => {
    const [place] = await store(deletions(1));
    const slow = sourcesOf(database, 60_000);
    const idle = await subscribeEvents(slow, { principal: agent(), caughtUp: true });
    await take(idle, 1);
    await append(other, deletions(3, 1));
    const events = await subscribeEvents(slow, {
      principal: agent(),
      namespace,
      caughtUp: true,
      after: encodeCursor(place!),
    });
    expect((await take(events, 4)).map(nameOf)).toEqual([...ids(3, 1), 'CAUGHT_UP']);
    await slow.tail.close();
  });

  test('a typed subscription sends no CAUGHT_UP', async () => {
    const places = await store(deletions(2));
    const events = await subscribe({ after: encodeCursor(places[0]! - 1), types: ['POST_DELETE'], caughtUp: false });
    expect((await take(events, 2)).map(nameOf)).toEqual(ids(2));
    await store(deletions(1, 2));
    expect((await take(events, 1)).map(nameOf)).toEqual(['e2']);
  });

  test.each([
    ['malformed', () => 'nonsense'],
    ['ahead of all events', () => encodeCursor(Number.MAX_SAFE_INTEGER)],
  ])('that is %s is refused', async (_, cursor) => {
    await expect(subscribe({ after: cursor() })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'after' },
    });
  });

  test('cut anywhere and resumed by the last cursor seen, nothing is missing and nothing comes twice', async () => {
    const places = await store(deletions(1));
    const start = encodeCursor(places[0]!);
    const total = 24;
    for (let sent = 1; sent <= total; sent += 4) await store(deletions(4, sent), sent % 8 === 1 ? database : other);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), async (cuts) => {
        const seen: string[] = [];
        let after = start;
        for (const length of [...cuts, total + 1]) {
          const events = await subscribe({ after });
          for (const event of await take(events, Math.min(length, total - seen.length + 1))) {
            after = event.cursor;
            if (event.type !== 'CAUGHT_UP') seen.push(nameOf(event));
          }
          await events.return?.();
        }
        expect(seen).toEqual(ids(total, 1));
      }),
      { numRuns: 15 },
    );
  });

  test('cut at every position', async () => {
    const places = await store(deletions(20));
    for (const [position, place] of places.entries()) {
      const events = await subscribe({ after: encodeCursor(place) });
      expect((await take(events, 20 - position)).map(nameOf)).toEqual([
        ...ids(19 - position, position + 1),
        'CAUGHT_UP',
      ]);
      await events.return?.();
    }
  });
});

describe('the way from replay to live', () => {
  test('has no gap and no repeat while two servers write', async () => {
    const [start] = await store(deletions(1));
    for (let sent = 1; sent <= 900; sent += 300) await store(deletions(300, sent));
    const names: string[] = [];
    const expected = 901 + 2 * 40 * 5;
    const events = await subscribe({ after: encodeCursor(start! - 1) });
    const reading = (async () => {
      while (names.length < expected + 1) names.push(nameOf((await take(events, 1))[0]!));
    })();
    const writing = [database, other].map(async (by, server) => {
      for (let batch = 0; batch < 40; batch += 1) {
        await store(
          Array.from({ length: 5 }, (_, place) => deletion(namespace, `${server}.${batch}.${place}`)),
          by,
        );
      }
    });
    await Promise.all([reading, ...writing]);

    expect(names.filter((name) => name === 'CAUGHT_UP')).toHaveLength(1);
    expect(names.slice(0, 901)).toEqual(ids(901));
    expect(new Set(names).size).toBe(expected + 1);
    for (const server of ['0.', '1.']) {
      const own = names.filter((name) => name.startsWith(server));
      expect(own).toEqual(own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
      expect(own).toHaveLength(200);
    }
  });
});

describe('a consumer that is too slow', () => {
  test('gets everything in order, from the outbox instead of from memory', async () => {
    // Only the pages are counted: the tail reads by another way.
    const pages = new CountingDatabase();
    const events = await subscribeEvents(
      { ...sources, database: pages },
      { principal: agent(), namespace, caughtUp: true },
    );
    await take(events, 1);
    await store(deletions(1));
    await take(events, 1);
    const beside = new Recorder();
    sources.tail.join(beside);
    const before = pages.count('event/read-after');
    for (let sent = 1; sent <= 2_500; sent += 500) await store(deletions(500, sent), other);
    await until(() => beside.idsIn(namespace).length === 2_500);

    expect((await take(events, 2_500)).map(nameOf)).toEqual(ids(2_500, 1));
    expect(pages.count('event/read-after') - before).toBeGreaterThanOrEqual(2_500 / 200);
    const caughtUp = pages.count('event/read-after');
    await store(deletions(3, 2_501));
    expect((await take(events, 3)).map(nameOf)).toEqual(ids(3, 2_501));
    // Live again.
    expect(pages.count('event/read-after') - caughtUp).toBeLessThanOrEqual(1);
    await pages.close();
  });

  test('of a thousand events or less is served from memory', async () => {
    const pages = new CountingDatabase();
    const events = await subscribeEvents(
      { ...sources, database: pages },
      { principal: agent(), namespace, caughtUp: true },
    );
    await take(events, 1);
    await store(deletions(1));
    await take(events, 1);
    const before = pages.count('event/read-after');
    const beside = new Recorder();
    sources.tail.join(beside);
    await store(deletions(500, 1));
    await store(deletions(500, 501));
    await until(() => beside.idsIn(namespace).length === 1_000);
    expect((await take(events, 1_000)).map(nameOf)).toEqual(ids(1_000, 1));
    expect(pages.count('event/read-after')).toBe(before);
    await pages.close();
  });
});

describe('a subscriber sees', () => {
  test('what it may read and asked for, live as in a replay', async () => {
    const [start] = await store(deletions(1));
    const principal = agent('me', `${namespace}/a/b`);
    const request = { principal, after: encodeCursor(start!), namespace: `${namespace}/a` };
    const drafts = [
      deletion(`${namespace}/a`, 'collective'),
      deletion(`${namespace}/a`, 'mine', { readers: ['private·me'] }),
      deletion(`${namespace}/a`, 'yours', { readers: ['private·you'] }),
      deletion(`${namespace}/a/b/c`, 'team below', { readers: [`team·${namespace}/a`] }),
      deletion(`${namespace}/ab`, 'beside'),
      deletion(namespace, 'above'),
      deletion(`${namespace}/a`, 'half hidden', { otherReaders: ['private·you'] }),
      deletion(`${namespace}/a`, 'of an unknown type', { type: 'POST_TRANSCRIPT_STORE' }),
      deletion(`${namespace}/a`, 'last'),
    ];
    const seen = ['collective', 'mine', 'team below', 'last'];
    const live = await subscribe({ ...request, after: undefined });
    await take(live, 1);
    await store(drafts);
    expect((await take(live, 4)).map(nameOf)).toEqual(seen);
    expect((await take(await subscribe(request), 5)).map(nameOf)).toEqual([...seen, 'CAUGHT_UP']);
  });

  test.each([
    ['all durable types when none is named', null, ['POST_DELETE', 'POST_PROMOTE', 'CAUGHT_UP']],
    ['only the types it names', ['POST_PROMOTE'], ['POST_PROMOTE', 'CAUGHT_UP']],
    ['CAUGHT_UP when it names no type', [], ['CAUGHT_UP']],
    ['CAUGHT_UP when it names only live types', ['POST_RECALL'], ['CAUGHT_UP']],
  ])('%s', async (_, types, expected) => {
    const promotion = { type: 'POST_PROMOTE', payload: { id: 'm', fromTier: 'MID', toTier: 'LONG' } };
    const places = await store([...deletions(2), deletion(namespace, 'm', promotion)]);
    const events = await subscribe({ after: encodeCursor(places[0]!), types });
    expect((await take(events, expected.length)).map(({ type }) => type)).toEqual(expected);
  });

  test('a memory as it was, live; in a replay null once it is archived, expired or hidden', async () => {
    const states = {
      live: { labels: 'MemoryRecord:Memory', readers: ['collective'], liveUntil: '9999-12-31T23:59:59.999Z' },
      archived: {
        labels: 'MemoryRecord:ArchivedMemory',
        readers: ['collective'],
        liveUntil: '9999-12-31T23:59:59.999Z',
      },
      expired: { labels: 'MemoryRecord:Memory', readers: ['collective'], liveUntil: '2020-01-01T00:00:00.000Z' },
      hidden: { labels: 'MemoryRecord:Memory', readers: ['private·you'], liveUntil: '9999-12-31T23:59:59.999Z' },
    };
    const id = (state: string) => `${namespace}:${state}`;
    for (const [state, { labels, readers, liveUntil }] of Object.entries(states)) {
      await database.driver.executeQuery(`CREATE (m:${labels}) SET m = $record`, {
        record: {
          id: id(state),
          namespace,
          title: id(state),
          titleOwner: '',
          readers,
          liveUntil: toLocalDateTime(new Date(liveUntil)),
        },
      });
    }
    const drafts = [...Object.keys(states), 'purged'].map((state) => ({
      ...deletion(namespace, id(state)),
      type: 'POST_STORE',
      payload: { memory: memoryOf({ id: id(state), namespace }), created: true },
    }));
    const before = await store(deletions(1));
    const live = await subscribe();
    await take(live, 1);
    await store(deletions(1, 1));
    await take(live, 1);
    await store(drafts);
    const shown = (events: GraphEvent[]) =>
      events.map((event) => (event['memory'] as { id: string } | null)?.id ?? null);
    expect(shown(await take(live, 5))).toEqual([...Object.keys(states), 'purged'].map(id));
    const replayed = await subscribe({ after: encodeCursor(before[0]!), types: ['POST_STORE'] });
    expect(shown(await take(replayed, 5))).toEqual([id('live'), null, null, null, null]);
    const asAdmin = await subscribe({
      principal: agent('root', 'global', ['admin']),
      after: encodeCursor(before[0]!),
      types: ['POST_STORE'],
    });
    expect(shown(await take(asAdmin, 5))).toEqual([id('live'), null, null, id('hidden'), null]);
  });

  test('recalls and searches beside durable events, when it names their types', async () => {
    const events = await subscribe({ principal: agent('me'), types: ['POST_DELETE', 'POST_RECALL'] });
    await take(events, 1);
    const asked = { namespace, at: new Date().toISOString(), query: 'why', memoryIds: [] };
    const next = events.next();
    const heard: ReadEvent = { ...asked, actor: 'me', type: 'POST_RECALL', recallId: 'r1', tokensUsed: 0 };
    sources.reads.publish({ ...asked, actor: 'you', type: 'POST_RECALL', recallId: 'r0', tokensUsed: 0 });
    sources.reads.publish({ ...asked, actor: 'me', type: 'POST_SEARCH' });
    sources.reads.publish(heard);
    expect((await next).value).toMatchObject({ __typename: 'PostRecallEvent', recallId: 'r1', cursor: '' });
    await store(deletions(1));
    expect((await take(events, 1)).map(nameOf)).toEqual(['e0']);
  });
});

describe('a subscription', () => {
  test('does no work between the request and the first pull', async () => {
    const counting = new CountingDatabase();
    const mine = sourcesOf(counting, 5);
    await subscribeEvents(mine, { principal: agent(), caughtUp: true });
    await sleep(50);
    expect(Object.fromEntries(counting.reads)).toEqual({ 'event/bounds': 1, 'agent/read': 1 });
    await counting.close();
  });

  test('ends at once on return, also while it waits, and nothing is read for it any more', async () => {
    const counting = new CountingDatabase();
    const mine = sourcesOf(counting, 5);
    const events = await subscribeEvents(mine, { principal: agent(), namespace, caughtUp: true });
    await take(events, 1);
    const waiting = events.next();
    await sleep(50);
    const start = performance.now();
    await events.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(performance.now() - start).toBeLessThan(2_000);
    await sleep(50);
    const before = counting.count('event/read-after');
    await sleep(50);
    expect(counting.count('event/read-after')).toBe(before);
    await counting.close();
  });

  test('ends when the server stops, in whatever state it is', async () => {
    const [start] = await store(deletions(1));
    const waiting = await subscribe();
    await take(waiting, 1);
    const next = waiting.next();
    const unpulled = await subscribe({ after: encodeCursor(start!) });
    await sources.tail.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await unpulled.next()).toEqual({ done: true, value: undefined });
  });

  test.each([{ namespace: '/bad/' }, { namespace: '' }])('with %j is refused', async (request) => {
    await expect(subscribe(request)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'namespace' } });
  });
});
