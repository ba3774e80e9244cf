import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { InferenceThread } from '../../../src/embedding/local/inferenceThread.ts';
import { logBook } from '../logBook.ts';

const PROGRAM = new URL('./faultyWorker.mjs', import.meta.url);
let thread: InferenceThread | undefined;
let book: ReturnType<typeof logBook>;

async function start(modelPath = ''): Promise<InferenceThread> {
  book = logBook();
  thread = await InferenceThread.start({ modelPath, tokenizerPath: '', threads: 1 }, book.logger, PROGRAM);
  return thread;
}

afterEach(async () => {
  await thread?.close();
  thread = undefined;
});

test('answers a batch with its vectors in a row', async () => {
  const own = await start();
  expect(own.dimensions).toBe(2);
  expect(await own.run(['a', 'bb'])).toEqual(Float32Array.of(1, 1, 2, 1));
});

test.each([
  ['throws', /no such model/],
  ['exits', /ended by itself/],
])('a thread that %s before it is ready fails the start, and is not started again', async (how, message) => {
  await expect(start(how)).rejects.toThrow(message);
  await sleep(100);
  expect(book.messages).toEqual([]);
});

test('a refused batch is the fault of its text, and the thread goes on', async () => {
  const own = await start();
  await expect(own.run(['refuse'])).rejects.toMatchObject({ failure: 'text', message: 'not this one' });
  expect(await own.run(['a'])).toEqual(Float32Array.of(1, 1));
  expect(book.messages).toEqual([]);
});

describe.each([
  ['exit', /ended by itself/],
  ['throw', /native failure/],
])('a thread that dies by %s', (command, reason) => {
  test('refuses the batch under way and serves the next', async () => {
    const own = await start();
    await expect(own.run([command])).rejects.toMatchObject({
      failure: 'provider',
      message: expect.stringMatching(reason),
    });
    expect(await own.run(['a'])).toEqual(Float32Array.of(1, 1));
    expect(book.messages).toEqual(['the inference thread died and is started again']);
  });

  test('refuses at once while it pauses after dying again, then comes back', async () => {
    const own = await start();
    await expect(own.run([command])).rejects.toThrow(reason);
    await expect(own.run([command])).rejects.toThrow(reason);
    await expect(own.run(['a'])).rejects.toMatchObject({ failure: 'provider' });
    await sleep(400);
    expect(await own.run(['a'])).toEqual(Float32Array.of(1, 1));
  });
});

test('a success makes the next death the first again', async () => {
  const own = await start();
  for (let round = 0; round < 3; round++) {
    await expect(own.run(['exit'])).rejects.toMatchObject({ failure: 'provider' });
    expect(await own.run(['a'])).toEqual(Float32Array.of(1, 1));
  }
  expect(new Set(book.messages)).toEqual(new Set(['the inference thread died and is started again']));
});

test('closing refuses the batch under way at once, but ends the thread only when it has run out', async () => {
  const own = await start();
  const slow = own.run(['slow']);
  await sleep(20);
  const before = performance.now();
  let hasEnded = false;
  const closing = own.close().then(() => (hasEnded = true));
  await expect(slow).rejects.toMatchObject({ failure: 'closed' });
  expect(hasEnded).toBe(false);
  await closing;
  expect(performance.now() - before).toBeGreaterThan(200);
  await expect(own.run(['a'])).rejects.toMatchObject({ failure: 'closed' });
  expect(book.messages).toEqual([]);
});
