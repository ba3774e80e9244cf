import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { embedWithin } from '../../src/embedding/deadline.ts';
import { embedderDouble } from './embedderDouble.ts';
import { logBook } from './logBook.ts';

const NEVER = new Promise<never>(() => undefined);

/** Texts say what becomes of them: `slow …`, `bad …`, `never …`, anything else is quick. */
const obedient = () =>
  embedderDouble(async (text, signal) => {
    if (text.startsWith('bad')) throw new Error(`refused: ${text}`);
    if (text.startsWith('never')) return NEVER;
    if (text.startsWith('slow')) await sleep(500, undefined, { signal });
    return [text.length, 0];
  });

describe('embedWithin', () => {
  test.each([
    [
      'all in time',
      ['a', 'bb'],
      [
        [1, 0],
        [2, 0],
      ],
    ],
    ['one refused', ['a', 'bad', 'bb'], [[1, 0], null, [2, 0]]],
    ['one too slow', ['a', 'slow'], [[1, 0], null]],
    ['one never', ['never', 'bb'], [null, [2, 0]]],
    ['none', [], []],
  ])('%s', async (_, texts, expected) => {
    const before = performance.now();
    expect(await embedWithin(obedient(), texts, { deadlineMs: 100, priority: 'memory' })).toEqual(expected);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('without an embedder every text goes without', async () => {
    expect(await embedWithin(null, ['a', 'b'], { deadlineMs: 100, priority: 'memory' })).toEqual([null, null]);
  });

  test('an embedder that throws instead of rejecting is survived', async () => {
    const broken = { ...obedient(), embed: () => { throw new Error('broken'); } }; // prettier-ignore
    expect(await embedWithin(broken, ['a'], { deadlineMs: 100, priority: 'memory' })).toEqual([null]);
  });

  test('the priority reaches the embedder', async () => {
    const embedder = obedient();
    await embedWithin(embedder, ['a'], { deadlineMs: 100, priority: 'question' });
    expect(embedder.asked[0]?.options?.priority).toBe('question');
  });

  test('a vector that comes late is handed over, and changes nothing that was answered', async () => {
    const late: [number, readonly number[]][] = [];
    const options = {
      deadlineMs: 100,
      priority: 'memory' as const,
      onLate: (...each: [number, readonly number[]]) => late.push(each),
    };
    const vectors = await embedWithin(obedient(), ['a', 'slow'], options);
    await sleep(600);
    expect(late).toEqual([[1, [4, 0]]]);
    expect(vectors).toEqual([[1, 0], null]);
  });

  test.each([
    ['dropped at the deadline when nobody takes late ones', undefined, true],
    ['left running when somebody does', () => undefined, false],
  ])('what has not come is %s', async (_, onLate, dropped) => {
    const embedder = obedient();
    await embedWithin(embedder, ['never'], { deadlineMs: 20, priority: 'memory', ...(onLate && { onLate }) });
    expect(embedder.asked[0]?.options?.signal?.aborted).toBe(dropped);
  });

  test('a caller that goes away does not wait for the deadline', async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 20);
    const before = performance.now();
    const options = { deadlineMs: 5_000, priority: 'memory' as const, signal: gone.signal };
    expect(await embedWithin(obedient(), ['slow'], options)).toEqual([null]);
    expect(performance.now() - before).toBeLessThan(4_500);
  });

  test('an outage is one line in the log, however many texts go without', async () => {
    const { messages, logger } = logBook();
    const embedder = obedient();
    const options = { deadlineMs: 20, priority: 'memory' as const, logger };
    for (const text of ['bad 1', 'bad 2', 'never', 'fine', 'bad 3']) await embedWithin(embedder, [text, text], options);
    expect(messages).toEqual([expect.stringMatching(/^the embedder fails/)]);
  });
});
