import { expect, test } from '@jest/globals';
import { withQuestionCache } from '../../src/embedding/questionCache.ts';
import { embedderDouble } from './embedderDouble.ts';

const vectorOf = async (text: string) => [text.length, 1];
const question = { priority: 'question' } as const;

test('a question asked again is not embedded again', async () => {
  const inner = embedderDouble(vectorOf);
  const embedder = withQuestionCache(inner);
  const first = await embedder.embed(['who?'], question);
  expect(await embedder.embed(['who?'], question)).toEqual(first);
  expect(inner.asked.map(({ texts }) => texts)).toEqual([['who?']]);
});

test('of several questions only the new ones are embedded, and each keeps its place', async () => {
  const inner = embedderDouble(vectorOf);
  const embedder = withQuestionCache(inner);
  await embedder.embed(['bb'], question);
  expect(await embedder.embed(['a', 'bb', 'ccc'], question)).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  expect(inner.asked[1]?.texts).toEqual(['a', 'ccc']);
});

test.each([
  ['memories', 'text', { priority: 'memory' } as const],
  ['texts without a priority', 'text', undefined],
  ['questions of great length', 'x'.repeat(4_000), question],
])('%s are not kept', async (_, text, options) => {
  const inner = embedderDouble(vectorOf);
  const embedder = withQuestionCache(inner);
  await embedder.embed([text], options);
  await embedder.embed([text], options);
  expect(inner.asked).toHaveLength(2);
});

test('after a thousand other questions the first is forgotten', async () => {
  const inner = embedderDouble(vectorOf);
  const embedder = withQuestionCache(inner);
  for (let index = 0; index <= 1_000; index++) await embedder.embed([`question ${index}`], question);
  await embedder.embed(['question 1000'], question);
  expect(inner.asked).toHaveLength(1_001);
  await embedder.embed(['question 0'], question);
  expect(inner.asked).toHaveLength(1_002);
});

test('a failure is not kept', async () => {
  let down = true;
  const embedder = withQuestionCache(
    embedderDouble(async () => {
      if (down) throw new Error('down');
      return [1, 0];
    }),
  );
  await expect(embedder.embed(['who?'], question)).rejects.toThrow('down');
  down = false;
  expect(await embedder.embed(['who?'], question)).toEqual([[1, 0]]);
});
