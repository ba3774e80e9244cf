import { beforeEach, describe, expect, test } from '@jest/globals';
import { BatchQueue, type BatchQueueOptions } from '../../src/embedding/batchQueue.ts';
import { EmbeddingError } from '../../src/embedding/embeddingError.ts';

/** A batch that the provider holds until the test lets it go. */
interface Batch {
  readonly texts: readonly string[];
  readonly signal: AbortSignal;
  succeed(): void;
  fail(error: unknown): void;
}

let batches: Batch[];
beforeEach(() => {
  batches = [];
});

/** One dimension, so every vector is [1] or [-1]: the sign tells texts apart that begin with `-`. */
function raw(text: string): number[] {
  return [text.startsWith('-') ? -5 : 5];
}

function makeQueue(options: Partial<BatchQueueOptions> = {}): BatchQueue {
  return new BatchQueue({
    dimensions: 1,
    maxTexts: 4,
    maxWeight: 1_000,
    weigh: (text) => text.length,
    concurrency: 1,
    capacity: 100,
    run: (texts, signal) =>
      new Promise((resolve, reject) => {
        batches.push({ texts, signal, succeed: () => resolve(texts.map(raw)), fail: reject });
      }),
    ...options,
  });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets all batches succeed, one after the other, and gives their texts in the order they ran. */
async function drain(): Promise<string[][]> {
  for (let index = 0; index < batches.length; index++) {
    batches[index]!.succeed();
    await settled();
  }
  return batches.map(({ texts }) => [...texts]);
}

describe('batching', () => {
  test('a lone text starts at once; what arrives meanwhile is the next batch', async () => {
    const queue = makeQueue();
    const calls = ['a', 'b', 'c'].map((text) => queue.embed([text]));
    expect(batches.map(({ texts }) => texts)).toEqual([['a']]);
    expect(await drain()).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all(calls)).toEqual([[[1]], [[1]], [[1]]]);
  });

  test('one call over several batches keeps its order', async () => {
    const queue = makeQueue();
    const call = queue.embed(['1', '-2', '3', '-4', '5', '-6']);
    expect((await drain()).map(({ length }) => length)).toEqual([4, 2]);
    expect(await call).toEqual([[1], [-1], [1], [-1], [1], [-1]]);
  });

  test('companions of the oldest text are those of like weight, and padding counts', async () => {
    const queue = makeQueue({ maxWeight: 24 });
    void queue.embed(['first']);
    void queue.embed(['x'.repeat(10), 'y', 'z'.repeat(12), 'w', 'v'.repeat(30)]);
    expect((await drain()).map((texts) => texts.map(({ length }) => length))).toEqual([[5], [10, 12], [1, 1], [30]]);
  });

  test('no text at all is answered without a batch', async () => {
    expect(await makeQueue().embed([])).toEqual([]);
    expect(batches).toEqual([]);
  });

  test('several batches run at once, and the last place is kept for a question', async () => {
    const queue = makeQueue({ concurrency: 3, maxTexts: 1 });
    void queue.embed(['m1', 'm2', 'm3']);
    expect(batches.map(({ texts }) => texts[0])).toEqual(['m1', 'm2']);
    void queue.embed(['q1'], { priority: 'question' });
    expect(batches.map(({ texts }) => texts[0])).toEqual(['m1', 'm2', 'q1']);
    expect((await drain()).flat()).toEqual(['m1', 'm2', 'q1', 'm3']);
  });
});

describe('priority', () => {
  test('questions overtake memories that wait', async () => {
    const queue = makeQueue();
    void queue.embed(['m1']);
    void queue.embed(['m2', 'm3']);
    void queue.embed(['q1'], { priority: 'question' });
    expect(await drain()).toEqual([['m1'], ['q1'], ['m2', 'm3']]);
  });

  test('memories get a turn after four batches of questions', async () => {
    const queue = makeQueue({ maxTexts: 1 });
    void queue.embed(['m1', 'm2']);
    void queue.embed(['q1', 'q2', 'q3', 'q4', 'q5', 'q6'], { priority: 'question' });
    expect((await drain()).flat()).toEqual(['m1', 'q1', 'q2', 'q3', 'q4', 'm2', 'q5', 'q6']);
  });
});

describe('cancelling', () => {
  test('a text not started is dropped, and its caller hears at once', async () => {
    const queue = makeQueue();
    void queue.embed(['a']);
    const caller = new AbortController();
    const cancelled = queue.embed(['b', 'c'], { signal: caller.signal });
    const kept = queue.embed(['d']);
    caller.abort(new Error('gone'));
    await expect(cancelled).rejects.toThrow('gone');
    expect(await drain()).toEqual([['a'], ['d']]);
    expect(await kept).toEqual([[1]]);
  });

  test('a signal that fired before gets no batch', async () => {
    await expect(makeQueue().embed(['a'], { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(batches).toEqual([]);
  });

  test('a batch is told when the last of its callers has gone, not before', async () => {
    const queue = makeQueue();
    void queue.embed(['a']);
    const [one, two] = [new AbortController(), new AbortController()];
    const calls = [queue.embed(['b'], { signal: one.signal }), queue.embed(['c'], { signal: two.signal })];
    const outcomes = Promise.allSettled(calls);
    batches[0]!.succeed();
    await settled();
    one.abort();
    expect(batches[1]!.signal.aborted).toBe(false);
    two.abort();
    expect(batches[1]!.signal.aborted).toBe(true);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('failures', () => {
  test('beyond its capacity a call is refused at once and whole', async () => {
    const queue = makeQueue({ capacity: 3 });
    void queue.embed(['running']);
    const waiting = queue.embed(['a', 'b']);
    await expect(queue.embed(['c', 'd'])).rejects.toMatchObject({ failure: 'overloaded' });
    await drain();
    expect(await waiting).toEqual([[1], [1]]);
    expect(batches.flatMap(({ texts }) => texts)).toEqual(['running', 'a', 'b']);
  });

  test('a refused text is found by halving, and hurts no other', async () => {
    const seen: number[] = [];
    const queue = makeQueue({
      maxTexts: 8,
      async run(texts) {
        seen.push(texts.length);
        if (texts.includes('bad')) throw new EmbeddingError('text', 'refused');
        return texts.map(raw);
      },
    });
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c', 'bad', 'e', 'f', 'g', 'h', 'i'].map((text) => queue.embed([text])),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([...'111011111'].map((one) => one === '1'));
    // Weights differ, so the refused one stands last in its batch.
    expect(seen).toEqual([1, 8, 4, 4, 2, 2, 1, 1]);
  });

  test('a failure of the provider is not tried on halves', async () => {
    const queue = makeQueue();
    const calls = Promise.allSettled([queue.embed(['a']), queue.embed(['b']), queue.embed(['c'])]);
    batches[0]!.fail(new Error('down'));
    await settled();
    batches[1]!.fail(new Error('down'));
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(batches).toHaveLength(2);
  });

  test('when one text of a call fails, the rest of the call is not embedded for nobody', async () => {
    const queue = makeQueue({ maxTexts: 1 });
    const call = queue.embed(['a', 'b', 'c']);
    batches[0]!.fail(new Error('down'));
    await expect(call).rejects.toThrow('down');
    const next = queue.embed(['d']);
    await settled();
    // 'b' may have been taken before its caller heard; nothing after it.
    expect((await drain()).flat()).not.toContain('c');
    expect(await next).toEqual([[1]]);
  });

  test.each([
    ['too few vectors', [[1]]],
    ['a zero vector', [[1], [0]]],
    ['a vector of another length', [[1], [1, 2]]],
    ['not a number', [[1], [Number.NaN]]],
  ])('%s fail the texts they belong to, no others', async (_, answer) => {
    const queue = makeQueue({ run: async (texts) => (texts[0] === 'first' ? [[1]] : answer) });
    void queue.embed(['first']);
    const outcomes = await Promise.allSettled([queue.embed(['a']), queue.embed(['b'])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  test('closing refuses what waits and what comes later', async () => {
    const queue = makeQueue();
    const running = queue.embed(['a']);
    const waiting = queue.embed(['b']);
    queue.close();
    await expect(waiting).rejects.toMatchObject({ failure: 'closed' });
    await expect(queue.embed(['c'])).rejects.toMatchObject({ failure: 'closed' });
    await drain();
    expect(await running).toEqual([[1]]);
  });
});
