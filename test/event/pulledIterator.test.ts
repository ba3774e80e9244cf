import { describe, expect, test } from '@jest/globals';
import { PulledIterator } from '../../src/event/pulledIterator.ts';

/** A source that is fed by hand and counts what is done to it. */
class Source {
  pulls = 0;
  releases = 0;
  running = 0;
  mostRunning = 0;
  waiting: { resolve(value: number | null): void; reject(error: Error): void }[] = [];

  async pull(): Promise<number | null> {
    this.pulls += 1;
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      return await new Promise<number | null>((resolve, reject) => this.waiting.push({ resolve, reject }));
    } finally {
      this.running -= 1;
    }
  }

  release(): void {
    this.releases += 1;
  }

  async answer(value: number | null): Promise<void> {
    while (this.waiting.length === 0) await Promise.resolve();
    this.waiting.shift()?.resolve(value);
  }
}

const DONE = { done: true, value: undefined };

describe('a pulled iterator', () => {
  test('does nothing before it is asked', async () => {
    const source = new Source();
    const iterator = new PulledIterator(source);
    await Promise.resolve();
    expect(source.pulls).toBe(0);
    await iterator.return();
    expect(source).toMatchObject({ pulls: 0, releases: 1 });
  });

  test('answers overlapping calls in order, pulling one value at a time', async () => {
    const source = new Source();
    const iterator = new PulledIterator(source);
    const all = Promise.all([iterator.next(), iterator.next(), iterator.next()]);
    for (const value of [1, 2, 3]) await source.answer(value);
    expect(await all).toEqual([1, 2, 3].map((value) => ({ done: false, value })));
    expect(source.mostRunning).toBe(1);
  });

  test('ends at once on return, also while it waits, and frees its source once', async () => {
    const source = new Source();
    const iterator = new PulledIterator(source);
    const waiting = iterator.next();
    const behind = iterator.next();
    while (source.waiting.length === 0) await Promise.resolve();
    expect(await iterator.return()).toEqual(DONE);
    expect(await waiting).toEqual(DONE);
    expect(await behind).toEqual(DONE);
    expect(await iterator.return()).toEqual(DONE);
    await source.answer(1);
    expect(await iterator.next()).toEqual(DONE);
    expect(source).toMatchObject({ pulls: 1, releases: 1 });
  });

  test('ends and frees its source when the source ends', async () => {
    const source = new Source();
    const iterator = new PulledIterator(source);
    const waiting = iterator.next();
    await source.answer(null);
    expect(await waiting).toEqual(DONE);
    expect(source.releases).toBe(1);
  });

  test('passes an error on once, then is over', async () => {
    const source = new Source();
    const iterator = new PulledIterator(source);
    const waiting = iterator.next();
    while (source.waiting.length === 0) await Promise.resolve();
    source.waiting.shift()?.reject(new Error('broken'));
    await expect(waiting).rejects.toThrow('broken');
    expect(await iterator.next()).toEqual(DONE);
    expect(source.releases).toBe(1);
  });
});
