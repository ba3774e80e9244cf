import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { OutboxTail } from '../../src/event/outboxTail.ts';
import { testDatabase } from '../support/database.ts';
import { CountingDatabase } from './countingDatabase.ts';
import { CuttableProxy } from './cuttableProxy.ts';
import { append, deletion, freshNamespace, log, openDatabase, Recorder, until } from './outbox.ts';

/** Longer than any test: what is heard was not found by polling. */
const NEVER_MS = 60_000;

let first: Database;
let second: Database;

beforeAll(async () => {
  first = openDatabase();
  second = openDatabase();
  await migrate(first, log);
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

async function listening(tail: OutboxTail): Promise<Recorder> {
  const recorder = new Recorder();
  tail.join(recorder);
  await until(() => recorder.restarts.length > 0);
  return recorder;
}

function expectNoGapNorRepeat({ restarts, events }: Recorder): void {
  expect(restarts).toHaveLength(1);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => restarts[0]! + 1 + place));
}

describe('the tails of two servers', () => {
  test('hear what both write at once: every event, once, in one order', async () => {
    const namespace = freshNamespace();
    const tails = [first, second].map((database) => new OutboxTail(database, { log, pollMs: 20 }));
    const recorders = await Promise.all(tails.map(listening));

    const writes = [first, second].map(async (database, server) => {
      for (let batch = 0; batch < 60; batch += 1) {
        const drafts = Array.from({ length: 1 + (batch % 7) }, (_, place) =>
          deletion(namespace, `${server}.${batch}.${place}`),
        );
        await append(database, drafts);
        tails[server]?.wake();
      }
    });
    await Promise.all(writes);

    const [one, other] = recorders as [Recorder, Recorder];
    const total = 2 * Array.from({ length: 60 }, (_, batch) => 1 + (batch % 7)).reduce((sum, size) => sum + size);
    await until(() => recorders.every((recorder) => recorder.idsIn(namespace).length >= total));
    expect(one.idsIn(namespace)).toHaveLength(total);
    expect(new Set(one.idsIn(namespace)).size).toBe(total);
    expect(other.idsIn(namespace)).toEqual(one.idsIn(namespace));
    recorders.forEach(expectNoGapNorRepeat);
    for (const server of [0, 1]) {
      const own = one.idsIn(namespace).filter((id) => id.startsWith(`${server}.`));
      expect(own).toEqual(own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
    }
    await Promise.all(tails.map((tail) => tail.close()));
  });
});

describe('a tail', () => {
  test('hears of own commits by the wake alone', async () => {
    const namespace = freshNamespace();
    const tail = new OutboxTail(first, { log, pollMs: NEVER_MS });
    const recorder = await listening(tail);
    await append(first, [deletion(namespace, 'a')]);
    tail.wake();
    await until(() => recorder.idsIn(namespace).length === 1);
    await append(first, [deletion(namespace, 'b')]);
    tail.wake();
    await until(() => recorder.idsIn(namespace).length === 2);
    await tail.close();
  });

  test('finds the commits of others by polling', async () => {
    const namespace = freshNamespace();
    const tail = new OutboxTail(first, { log, pollMs: 20 });
    const recorder = await listening(tail);
    await append(second, [deletion(namespace, 'a')]);
    await until(() => recorder.idsIn(namespace).length === 1);
    await tail.close();
  });

  test('reads more than one batch without a pause', async () => {
    const namespace = freshNamespace();
    const tail = new OutboxTail(first, { log, pollMs: NEVER_MS });
    const recorder = await listening(tail);
    for (let batch = 0; batch < 3; batch += 1) {
      await append(
        first,
        Array.from({ length: 400 }, (_, place) => deletion(namespace, `${batch}.${place}`)),
      );
    }
    tail.wake();
    await until(() => recorder.idsIn(namespace).length === 1_200);
    expectNoGapNorRepeat(recorder);
    await tail.close();
  });

  test('never reads twice at a time, however often it is woken', async () => {
    const database = new CountingDatabase();
    const tail = new OutboxTail(database, { log, pollMs: 1 });
    await listening(tail);
    for (let round = 0; round < 200; round += 1) {
      tail.wake();
      if (round % 20 === 0) await sleep(1);
    }
    await until(() => database.count('event/read-after') > 5);
    expect(database.mostRunning).toBe(1);
    await tail.close();
    await database.close();
  });

  test('reads nothing while nobody listens, and begins anew for the next one', async () => {
    const database = new CountingDatabase();
    const tail = new OutboxTail(database, { log, pollMs: 5 });
    const recorder = await listening(tail);
    await until(() => database.count('event/read-after') > 2);
    tail.leave(recorder);
    await until(() => database.running === 0);
    await sleep(50);
    const before = database.count('event/read-after');
    await sleep(100);
    expect(database.count('event/read-after')).toBe(before);

    const [seq] = await append(first, [deletion(freshNamespace(), 'unheard')]);
    const next = await listening(tail);
    expect(next.restarts[0]).toBeGreaterThanOrEqual(seq!);
    await tail.close();
    await database.close();
  });

  test('says nothing to a listener that has left', async () => {
    const namespace = freshNamespace();
    const tail = new OutboxTail(first, { log, pollMs: 5 });
    const [stays, leaves] = await Promise.all([listening(tail), listening(tail)]);
    tail.leave(leaves);
    await append(first, [deletion(namespace, 'a')]);
    await until(() => stays.idsIn(namespace).length === 1);
    expect(leaves.idsIn(namespace)).toEqual([]);
    await tail.close();
  });

  test('goes on after an outage without loss or repeat', async () => {
    const namespace = freshNamespace();
    const { proxy, address } = await CuttableProxy.to(testDatabase());
    const database = openDatabase(address);
    const tail = new OutboxTail(database, { log, pollMs: 10 });
    const recorder = await listening(tail);
    const ids = Array.from({ length: 40 }, (_, place) => `e${place}`);
    for (const [place, id] of ids.entries()) {
      if (place === 10 || place === 25) proxy.cut();
      await append(first, [deletion(namespace, id)]);
      tail.wake();
      if (place === 17 || place === 32) {
        await sleep(300);
        proxy.mend();
      }
    }
    await until(() => recorder.idsIn(namespace).length >= ids.length);
    expect(recorder.idsIn(namespace)).toEqual(ids);
    expectNoGapNorRepeat(recorder);
    await tail.close();
    await database.close();
    await proxy.close();
  });

  test('ends its listeners when it closes, later ones at once', async () => {
    const tail = new OutboxTail(first, { log, pollMs: 10 });
    const recorder = await listening(tail);
    await tail.close();
    expect(recorder.ended).toBe(true);
    const late = new Recorder();
    tail.join(late);
    expect(late).toMatchObject({ ended: true, restarts: [] });
  });
});
