import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { Lease, lookAtLease } from '../../src/event/lease.ts';
import { log, openDatabase } from './outbox.ts';

let first: Database;
let second: Database;
let name: string;

beforeAll(async () => {
  first = openDatabase();
  second = openDatabase();
  await migrate(first, log);
});

beforeEach(() => {
  name = `test-${randomUUID()}`;
});

afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
});

describe('a lease', () => {
  test('that nobody ever took is nowhere, and comes without a past', async () => {
    expect(await lookAtLease(first, name)).toBeNull();
    expect(await new Lease(first, { name, ttl: 10_000 }).take()).toMatchObject({ position: null, heldUntil: null });
  });

  test('goes to one of many who reach for it at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const contested = `${name}-${round}`;
      const leases = Array.from(
        { length: 10 },
        (_, place) => new Lease(place % 2 ? first : second, { name: contested, ttl: 10_000 }),
      );
      const taken = await Promise.all(leases.map((lease) => lease.take()));
      expect(taken.filter((one) => one !== null)).toHaveLength(1);
      expect(leases.map(({ held }) => held)).toEqual(taken.map((one) => one !== null));
    }
  });

  test('of a holder that says nothing more goes to another when it runs out, not before', async () => {
    const lost = new Lease(first, { name, ttl: 1_500 });
    const heir = new Lease(second, { name, ttl: 10_000 });
    await lost.take();
    const start = performance.now();
    await lost.keep(17);
    expect(await heir.take()).toBeNull();
    let taken = null;
    while (taken === null) taken = await heir.take();
    expect(performance.now() - start).toBeGreaterThanOrEqual(1_500);
    expect(taken).toMatchObject({ position: 17 });
    expect(lost.held).toBe(false);
    expect(await lost.keep(99)).toBe(false);
    expect(await lookAtLease(first, name)).toMatchObject({ owner: heir.owner, position: 17 });
  });

  test('that is kept does not run out', async () => {
    const kept = new Lease(first, { name, ttl: 2_000 });
    await kept.take();
    for (let round = 0; round < 8; round += 1) {
      await sleep(400);
      expect(await kept.keep()).toBe(true);
      expect(await new Lease(second, { name, ttl: 2_000 }).take()).toBeNull();
    }
    expect(kept.held).toBe(true);
  });

  test('given back is free at once, and keeps its position', async () => {
    const before = new Lease(first, { name, ttl: 60_000 });
    await before.take();
    await before.release(5);
    expect(before.held).toBe(false);
    expect(await new Lease(second, { name, ttl: 60_000 }).take()).toMatchObject({ position: 5 });
  });

  test('never moves its position back', async () => {
    const lease = new Lease(first, { name, ttl: 60_000 });
    await lease.take();
    for (const position of [5, 3, 8, 7, null]) await lease.keep(position);
    await lease.release(2);
    expect(await lookAtLease(first, name)).toMatchObject({ owner: null, position: 8 });
  });

  test('is not given back by somebody who lost it', async () => {
    const lost = new Lease(first, { name, ttl: 1 });
    await lost.take();
    await sleep(20);
    const heir = new Lease(second, { name, ttl: 60_000 });
    await heir.take();
    await lost.release(50);
    expect(await lookAtLease(first, name)).toMatchObject({ owner: heir.owner, position: null });
  });
});
