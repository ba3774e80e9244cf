import { describe, expect, test } from '@jest/globals';
import { Doorbell } from '../../src/event/doorbell.ts';

describe('a doorbell', () => {
  test('wakes the sleeper', async () => {
    const bell = new Doorbell();
    const woken = bell.wait();
    bell.ring();
    await woken;
  });

  test('keeps a ring that came before the sleep, and many as one', async () => {
    const bell = new Doorbell();
    bell.ring();
    bell.ring();
    await bell.wait();
    const start = performance.now();
    await bell.wait(40);
    expect(performance.now() - start).toBeGreaterThan(30);
  });

  test('lets the sleeper go when the time is over', async () => {
    await new Doorbell().wait(1);
  });
});
