import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { startLocalEmbedder } from '../../../src/embedding/local/localEmbedder.ts';
import type { Embedder } from '../../../src/embedding/port.ts';
import { embeddingModel } from '../../support/embeddingModel.ts';

const logger = pino({ level: 'silent' });
let embedder: Embedder;

beforeAll(async () => {
  embedder = await startLocalEmbedder(await embeddingModel(), logger);
}, 120_000);
afterAll(() => embedder.close());

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

async function vectorOf(text: string): Promise<readonly number[]> {
  const [vector] = await embedder.embed([text]);
  return vector!;
}

test('says which model it is', () => {
  expect(embedder).toMatchObject({ model: 'bge-small-en-v1.5-q8@384', dimensions: 384 });
});

describe('meaning', () => {
  test.each([
    ['How do I reset my password?', 'I forgot my login credentials', 'The soup needs more salt'],
    ['The deploy failed on Friday', "Friday's release did not go through", 'Cats sleep most of the day'],
    ['customer asks for a refund', 'a buyer wants the money back', 'the cluster lost its leader'],
    ['Neo4j stores a graph', 'a database of nodes and relationships', 'she plays the violin on Sundays'],
  ])('%j is nearer to %j than to %j', async (text, paraphrase, other) => {
    const [a, b, c] = await Promise.all([text, paraphrase, other].map(vectorOf));
    expect(dot(a!, b!)).toBeGreaterThan(dot(a!, c!) + 0.05);
  });
});

describe('any text gets a vector of length 1', () => {
  test.each([
    ['empty', ''],
    ['blanks', ' \n\t '],
    ['NUL', 'a\0b'],
    ['emoji', '👩‍👩‍👧 🎉'],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00b'],
    ['special tokens', '[CLS] [SEP] [PAD] [MASK]'],
    ['64 KiB of words', 'memory '.repeat(9_363)],
    ['64 KiB of one letter', 'x'.repeat(65_536)],
    ['64 KiB of Japanese', '日本語'.repeat(21_845)],
  ])('%s', async (_, text) => {
    const vector = await vectorOf(text);
    expect(vector).toHaveLength(384);
    expect(Array.isArray(vector)).toBe(true);
    expect(vector.every(Number.isFinite)).toBe(true);
    expect(dot(vector, vector)).toBeCloseTo(1, 9);
  });
});

describe('truncation', () => {
  const long = 'The review found configuration drift between datacentres. '.repeat(80);

  test('what follows the 512th token changes nothing', async () => {
    expect(await vectorOf(`${long} violins`)).toEqual(await vectorOf(`${long} databases`));
  });

  test('what comes before it does', async () => {
    expect(dot(await vectorOf(`violins ${long}`), await vectorOf(`databases ${long}`))).toBeLessThan(0.9999);
  });
});

describe('batches', () => {
  const texts = Array.from({ length: 80 }, (_, index) => {
    const subject = ['The deploy', 'A customer', 'The violin', 'Our database'][index % 4];
    return `${subject} of case ${index} ${'was looked at again and written down '.repeat(index % 9)}`;
  });

  test('a text has nearly the same vector with companions as alone', async () => {
    const alone: (readonly number[])[] = [];
    for (const text of texts) alone.push(await vectorOf(text));
    const together = await embedder.embed(texts);
    const likeness = together.map((vector, index) => dot(vector, alone[index]!));
    // int8 activations are scaled over the batch: measured 0.995 to 1.
    expect(Math.min(...likeness)).toBeGreaterThan(0.99);
    expect(likeness.reduce((sum, each) => sum + each, 0) / texts.length).toBeGreaterThan(0.995);
  }, 30_000);

  test('alone, the same text has the same vector', async () => {
    expect(await vectorOf(texts[7]!)).toEqual(await vectorOf(texts[7]!));
  });

  test('a question overtakes memories that wait', async () => {
    let memoriesDone = false;
    const memories = embedder.embed(texts).then(() => (memoriesDone = true));
    await embedder.embed(['who wrote that down?'], { priority: 'question' });
    expect(memoriesDone).toBe(false);
    await memories;
  });

  test('texts that nobody wants any more are not embedded', async () => {
    const gone = new AbortController();
    const many = embedder.embed(Array<string>(2_000).fill(texts.join(' ')), { signal: gone.signal });
    gone.abort();
    await expect(many).rejects.toMatchObject({ name: 'AbortError' });
    const before = performance.now();
    await vectorOf('next');
    // 2,000 texts of 512 tokens would take minutes; the one batch under way is waited for.
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('more texts than may wait are refused at once', async () => {
    const before = performance.now();
    await expect(embedder.embed(Array<string>(20_001).fill('x'))).rejects.toMatchObject({ failure: 'overloaded' });
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

test('closed, it refuses what runs, what waits and what comes, and can be closed again', async () => {
  const own = await startLocalEmbedder(await embeddingModel(), logger);
  const calls = Promise.allSettled([own.embed(['memory '.repeat(500)]), own.embed(['b'])]);
  await own.close();
  await own.close();
  for (const outcome of await calls)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: 'closed' } });
  await expect(own.embed(['c'])).rejects.toMatchObject({ failure: 'closed' });
});

describe('a process with the model at work ends cleanly and says nothing', () => {
  test.each([
    ['exits', 7],
    ['exits while it starts', 7],
    ['closes', 0],
    ['runs out', 0],
    ['embeds many texts under one deadline', 0],
  ])('when it %s', async (how, code) => {
    const { modelPath, tokenizerPath } = await embeddingModel();
    const program = fileURLToPath(new URL('./endsWhileEmbedding.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', program, how, modelPath, tokenizerPath]);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect({ exitCode, signal, said }).toEqual({ exitCode: code, signal: null, said: '' });
  });
});
