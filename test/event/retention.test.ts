import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { integer, toLocalDateTime } from '../../src/database/values.ts';
import { encodeCursor } from '../../src/event/cursor.ts';
import { Lease } from '../../src/event/lease.ts';
import { POST_HOOKS } from '../../src/event/postHookRunner.ts';
import { OutboxPruner } from '../../src/event/pruner.ts';
import { readBounds, readOutbox } from '../../src/event/readOutbox.ts';
import { subscribeEvents } from '../../src/event/subscribe.ts';
import { agent, append, deletion, log, nameOf, openDatabase, Recorder, sourcesOf, take, until } from './outbox.ts';
import { emptyDatabase } from '../support/emptyDatabase.ts';

const HOURS = 24;
const NOW = new Date('2026-06-15T12:00:00.000Z');
const OLD = new Date('2026-06-14T11:59:59.999Z');
const YOUNG = new Date('2026-06-14T12:00:00.000Z');

let stopDatabase: () => Promise<void>;
let database: Database;
let pruner: OutboxPruner;

beforeAll(async () => {
  const own = await emptyDatabase();
  stopDatabase = own.stop;
  database = openDatabase(own.address);
  await migrate(database, log);
}, 120_000);

beforeEach(async () => {
  await database.driver.executeQuery('MATCH (e:OutboxEvent) CALL (e) { DELETE e }');
  await database.driver.executeQuery('MATCH (l:Lease) DELETE l');
  await database.driver.executeQuery("MATCH (c:OutboxCounter {name: 'outbox'}) SET c.seq = 0");
  pruner = new OutboxPruner({ database, log, clock: () => NOW, retentionHours: HOURS });
});

afterAll(async () => {
  await database.close();
  await stopDatabase();
}, 60_000);

async function happen(count: number, at: Date): Promise<number[]> {
  return await append(
    database,
    Array.from({ length: count }, (_, place) => deletion('a', `e${place}`)),
    at,
  );
}

async function kept(): Promise<number[]> {
  const { records } = await database.driver.executeQuery('MATCH (e:OutboxEvent) RETURN e.seq AS seq ORDER BY seq');
  return records.map((record) => Number(record.get('seq')));
}

describe('pruning', () => {
  test('takes what is older than the retention, and says how much', async () => {
    await happen(5, OLD);
    await happen(3, YOUNG);
    expect(await pruner.prune()).toBe(5);
    expect(await kept()).toEqual([6, 7, 8]);
    expect(await readBounds(database)).toEqual({ newest: 8, pruned: 5 });
    expect(await pruner.prune()).toBe(0);
  });

  test('takes thousands, in batches', async () => {
    for (let batch = 0; batch < 5; batch += 1) await happen(500, OLD);
    await happen(1, YOUNG);
    expect(await pruner.prune()).toBe(2_500);
    expect(await kept()).toEqual([2_501]);
  });

  test('leaves the newest event, however old', async () => {
    await happen(4, OLD);
    expect(await pruner.prune()).toBe(3);
    expect(await kept()).toEqual([4]);
  });

  test('has nothing to do before the first event', async () => {
    expect(await pruner.prune()).toBe(0);
  });

  test('never leaves a hole: an old event behind a young one stays', async () => {
    await happen(2, OLD);
    await happen(1, YOUNG);
    await happen(2, OLD);
    await happen(1, YOUNG);
    expect(await pruner.prune()).toBe(2);
    expect(await kept()).toEqual([3, 4, 5, 6]);
  });

  test('goes on where it ended', async () => {
    await happen(3, OLD);
    await happen(1, YOUNG);
    await pruner.prune();
    await happen(1, YOUNG);
    const later = new Date(NOW.getTime() + 1_000);
    expect(await new OutboxPruner({ database, log, clock: () => later, retentionHours: HOURS }).prune()).toBe(1);
    expect(await kept()).toEqual([5]);
  });

  test('on two servers at once takes each event once', async () => {
    for (let batch = 0; batch < 5; batch += 1) await happen(500, OLD);
    const other = new OutboxPruner({ database, log, clock: () => NOW, retentionHours: HOURS });
    const pruned = await Promise.all([pruner.prune(), other.prune(), pruner.prune()]);
    expect(pruned.reduce((sum, count) => sum + count)).toBe(2_499);
    expect(await kept()).toEqual([2_500]);
  });

  test('waits for the post-hooks', async () => {
    await happen(5, OLD);
    await happen(1, YOUNG);
    const hooks = new Lease(database, { name: POST_HOOKS, ttl: 60_000 });
    await hooks.take();
    await hooks.keep(2);
    expect(await pruner.prune()).toBe(2);
    await hooks.keep(4);
    expect(await pruner.prune()).toBe(2);
    expect(await kept()).toEqual([5, 6]);
  });

  test('does not wait for post-hooks that nobody has driven for as long as events are kept', async () => {
    await happen(5, OLD);
    await happen(1, YOUNG);
    await database.driver.executeQuery('CREATE (:Lease {name: $name, owner: null, until: $until, position: 2})', {
      name: POST_HOOKS,
      until: toLocalDateTime(OLD),
    });
    expect(await pruner.prune()).toBe(5);
  });

  test('begins by itself, and stops', async () => {
    await happen(3, OLD);
    pruner.start();
    await until(async () => (await kept()).length === 1);
    await pruner.stop();
  });
});

describe('a cursor', () => {
  test('whose successor was pruned is too old; the refusal names one that is not', async () => {
    await happen(5, OLD);
    await happen(3, YOUNG);
    await pruner.prune();
    const sources = sourcesOf(database);
    const subscribe = (after: string) => subscribeEvents(sources, { principal: agent(), caughtUp: false, after });
    for (const place of [0, 1, 4]) {
      await expect(subscribe(encodeCursor(place))).rejects.toMatchObject({
        code: 'CURSOR_TOO_OLD',
        details: { oldest: encodeCursor(5) },
      });
    }
    const events = await subscribe(encodeCursor(5));
    expect((await take(events, 3)).map(({ cursor }) => cursor)).toEqual([6, 7, 8].map(encodeCursor));
    await sources.tail.close();
  });

  test('gets too old under a subscriber that does not read on', async () => {
    await happen(300, OLD);
    const sources = sourcesOf(database);
    const events = await subscribeEvents(sources, { principal: agent(), caughtUp: false, after: encodeCursor(0) });
    await take(events, 1);
    await happen(1, YOUNG);
    await pruner.prune();
    // What was read before comes, then the refusal.
    expect((await take(events, 199)).at(-1)?.cursor).toBe(encodeCursor(200));
    await expect(events.next()).rejects.toMatchObject({
      code: 'CURSOR_TOO_OLD',
      details: { oldest: encodeCursor(300) },
    });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await sources.tail.close();
  });
});

describe('a commit that is seen by halves', () => {
  const create = async (seq: number, at: Date) => {
    await database.driver.executeQuery(
      `CREATE (:OutboxEvent {seq: $seq, type: 'POST_DELETE', namespace: 'a', at: $at, actor: 'x', readers: ['collective'],
         memoryIds: [], payload: $payload})`,
      { seq: integer(seq), at: toLocalDateTime(at), payload: JSON.stringify({ id: `e${seq}`, namespace: 'a' }) },
    );
  };
  const count = async (seq: number) => {
    await database.driver.executeQuery("MATCH (c:OutboxCounter {name: 'outbox'}) SET c.seq = $seq", {
      seq: integer(seq),
    });
  };

  test('is waited for: nothing behind the gap is sent before it', async () => {
    await happen(2, new Date());
    const sources = sourcesOf(database, 10);
    const recorder = new Recorder();
    sources.tail.join(recorder);
    const replaying = await subscribeEvents(sources, { principal: agent(), caughtUp: true, after: encodeCursor(0) });
    await until(() => recorder.restarts.length === 1);
    await count(4);
    await create(4, new Date());
    expect((await readOutbox(database, 0, 10)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await readOutbox(database, 2, 10)).toEqual([]);
    expect((await take(replaying, 3)).map(nameOf)).toEqual(['e0', 'e1', 'CAUGHT_UP']);
    await sleep(100);
    expect(recorder.events).toEqual([]);
    await create(3, new Date());
    expect((await take(replaying, 2)).map(nameOf)).toEqual(['e3', 'e4']);
    await until(() => recorder.events.length === 2);
    expect(recorder.events.map(({ seq }) => seq)).toEqual([3, 4]);
    await sources.tail.close();
  });

  test('is not waited for when it is a minute old: then somebody has deleted events', async () => {
    const old = new Date(Date.now() - 61_000);
    await create(5, old);
    await count(5);
    await expect(readOutbox(database, 2, 10)).rejects.toMatchObject({
      code: 'CURSOR_TOO_OLD',
      details: { oldest: encodeCursor(4) },
    });
    expect((await readOutbox(database, 4, 10)).map(({ seq }) => seq)).toEqual([5]);
  });

  test('a tail that finds events gone begins anew at the newest', async () => {
    await happen(2, new Date());
    const sources = sourcesOf(database, 10);
    const recorder = new Recorder();
    sources.tail.join(recorder);
    await until(() => recorder.restarts.length === 1);
    await create(5, new Date(Date.now() - 61_000));
    await count(5);
    await until(() => recorder.restarts.length === 2);
    await happen(1, new Date());
    await until(() => recorder.events.length === 1);
    expect(recorder.restarts).toEqual([2, 5]);
    expect(recorder.events[0]?.seq).toBe(6);
    await sources.tail.close();
  });
});
