import { afterEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOpenaiEmbedder, type OpenaiSettings } from '../../../src/embedding/openai/openaiEmbedder.ts';
import type { Embedder } from '../../../src/embedding/port.ts';
import { normalised } from '../../../src/embedding/vector.ts';
import { logBook } from '../logBook.ts';
import { answerWell, embeddings, embeddingService, send, vectorOf, type Answer } from './embeddingService.ts';

const KEY = 'sk-very-secret-key-0123456789';
let service: Awaited<ReturnType<typeof embeddingService>>;
let embedder: Embedder | undefined;
let book: ReturnType<typeof logBook>;

async function start(answer: Answer = answerWell, settings: Partial<OpenaiSettings> = {}): Promise<Embedder> {
  service = await embeddingService(answer);
  book = logBook();
  const all = {
    url: service.url,
    model: 'm',
    apiKey: KEY,
    dimensions: 3,
    timeoutMs: 1_000,
    retryPauseMs: 5,
    ...settings,
  };
  embedder = await startOpenaiEmbedder(all, book.logger);
  return embedder;
}

afterEach(async () => {
  await embedder?.close();
  embedder = undefined;
  await service.close();
});

const expected = (...texts: string[]) => texts.map((text) => normalised(vectorOf(text), 3));

describe('what is sent', () => {
  test('model, texts, float encoding, dimensions and the key', async () => {
    await (await start()).embed(['a', 'b']);
    expect(service.seen[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { model: 'm', input: ['a', 'b'], encoding_format: 'float', dimensions: 3 },
    });
  });

  test.each([
    ['a slash at the end', '/', '/v1/embeddings'],
    ['a query', '?api-version=1', '/v1/embeddings?api-version=1'],
  ])('an address with %s', async (_, suffix, path) => {
    service = await embeddingService();
    embedder = await startOpenaiEmbedder({ url: service.url + suffix, model: 'm' }, logBook().logger);
    expect(service.seen[0]?.path).toBe(path);
  });

  test('without a key no authorization', async () => {
    await (await start(answerWell, { apiKey: undefined })).embed(['a']);
    expect(service.seen[0]?.headers.authorization).toBeUndefined();
  });

  test.each([
    ['NUL', 'a\0b', 'a b'],
    ['a lone surrogate', 'a\ud800', 'a\ufffd'],
    ['emoji', '🎉', '🎉'],
    ['nothing', '', ' '],
    ['64 KiB', 'x'.repeat(65_536), 'x'.repeat(24_000)],
    ['a character at the cut', `${'x'.repeat(23_999)}🎉`, `${'x'.repeat(23_999)}\ufffd`],
  ])('%s', async (_, text, sent) => {
    await (await start()).embed([text]);
    expect(service.seen[0]?.body.input).toEqual([sent]);
  });
});

describe('dimensions', () => {
  test('set: no request at the start, so a service that is down does not stop it', async () => {
    expect(await start()).toMatchObject({ model: 'openai:m@3', dimensions: 3 });
    expect(service.seen).toEqual([]);
  });

  test('not set: learnt by one request, which names none', async () => {
    expect(await start(answerWell, { dimensions: undefined })).toMatchObject({ model: 'openai:m@3', dimensions: 3 });
    expect(service.seen.map(({ body }) => body.dimensions)).toEqual([undefined]);
  });

  test.each<[string, Answer, RegExp]>([
    ['an unknown key', (_, response) => send(response, 401, `bad key ${KEY}`), /answered 401: bad key \[key\]/],
    ['an unknown model', (_, response) => send(response, 404, 'no model m'), /answered 404: no model m/],
    ['no embedding', (_, response) => send(response, 200, { data: [{ index: 0, embedding: [] }] }), /empty vector/],
    ['a page of HTML', (_, response) => send(response, 200, '<html>'), /no list of embeddings/],
  ])('not set, and the service answers with %s: the start fails and says so', async (_, answer, message) => {
    const failing = start(answer, { dimensions: undefined });
    await expect(failing).rejects.toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) });
    await expect(failing).rejects.not.toThrow(KEY);
  });
});

describe('what is answered', () => {
  test('vectors of length 1, in the order of the texts', async () => {
    expect(await (await start()).embed(['a', '-bb', 'ccc'])).toEqual(expected('a', '-bb', 'ccc'));
  });

  test('a shuffled list is put in order by its index', async () => {
    const own = await start((request, response) => send(response, 200, { data: embeddings(request).reverse() }));
    expect(await own.embed(['a', '-bb', 'ccc'])).toEqual(expected('a', '-bb', 'ccc'));
  });

  test('what waits is sent together, 64 texts at most', async () => {
    const own = await start(async (request, response) => {
      await sleep(30);
      answerWell(request, response);
    });
    const texts = Array.from({ length: 203 }, (_, index) => `${index % 2 ? '-' : ''}text ${index}`);
    const vectors = await Promise.all(texts.map((text) => own.embed([text])));
    expect(vectors.flat()).toEqual(expected(...texts));
    // Three at once for memories, each with the one text that was there; then the 200 others.
    // Four requests are under way at once, so the last ones arrive in any order.
    const sizes = service.seen.map(({ body }) => body.input.length);
    expect(sizes.slice(0, 3)).toEqual([1, 1, 1]);
    expect(sizes.slice(3).toSorted((one, other) => other - one)).toEqual([64, 64, 64, 8]);
  });
});

describe('failures that pass', () => {
  test.each<[string, Answer]>([
    ['429', (_, response) => send(response, 429, 'slow down')],
    ['500', (_, response) => send(response, 500, 'oops')],
    ['503', (_, response) => send(response, 503, 'loading the model')],
    ['a dropped connection', (_, response) => void response.destroy()],
    ['silence', () => undefined],
    ['half an answer', (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('{')],
  ])('%s, then well: the text has its vector', async (_, fail) => {
    const own = await start((request, response, n) =>
      n === 0 ? fail(request, response, n) : answerWell(request, response),
    );
    expect(await own.embed(['a'])).toEqual(expected('a'));
    expect(service.seen).toHaveLength(2);
  });

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('Retry-After as %s is waited for', async (_, header) => {
    const own = await start((request, response, n) =>
      n === 0 ? send(response, 429, '', { 'retry-after': header() }) : answerWell(request, response),
    );
    expect(await own.embed(['a'])).toEqual(expected('a'));
    // An HTTP date has whole seconds, so a wait of two may be little more than one.
    expect(service.seen[1]!.at - service.seen[0]!.at).toBeGreaterThan(950);
  });

  test('a pause longer than 20 s is not waited for', async () => {
    const own = await start((_, response) => send(response, 429, '', { 'retry-after': '3600' }));
    await expect(own.embed(['a'])).rejects.toMatchObject({
      failure: 'provider',
      message: expect.stringMatching(/429/),
    });
    expect(service.seen).toHaveLength(1);
  });

  test('a service that stays down: three attempts, then the text fails', async () => {
    const own = await start((_, response) => send(response, 500, 'oops'));
    await expect(own.embed(['a'])).rejects.toMatchObject({
      failure: 'provider',
      message: expect.stringMatching(/500: oops/),
    });
    expect(service.seen).toHaveLength(3);
  });

  test('after four failures in a row calls fail at once and send nothing', async () => {
    const own = await start((_, response) => send(response, 500, 'oops'));
    await Promise.allSettled([own.embed(['a']), own.embed(['b'])]);
    const sent = service.seen.length;
    const before = performance.now();
    await expect(own.embed(['c'])).rejects.toThrow(/down/);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(service.seen).toHaveLength(sent);
  });
});

describe('failures that stay', () => {
  test.each<[string, Answer, RegExp]>([
    ['garbage', (_, response) => send(response, 200, '{"data": [{'), /no list of embeddings/],
    ['another shape', (_, response) => send(response, 200, { embeddings: [[1, 2, 3]] }), /no list of embeddings/],
    ['too many', (_, response) => send(response, 200, { data: [at(0), at(1)] }), /2 embeddings for 1 texts/],
    ['a wrong index', (_, response) => send(response, 200, { data: [at(7)] }), /1 embeddings for 1 texts/],
    ['wrong dimensions', (_, response) => send(response, 200, { data: [at(0, [1, 2])] }), /2 dimensions instead of 3/],
    ['nulls', (_, response) => send(response, 200, { data: [at(0, [1, null, 2])] }), /no finite number/],
    ['zeros', (_, response) => send(response, 200, { data: [at(0, [0, 0, 0])] }), /length 0/],
    ['401', (_, response) => send(response, 401, `Incorrect API key: ${KEY}`), /401: Incorrect API key: \[key\]/],
    ['500 with the key', (request, response) => send(response, 500, request.headers), /500: .*Bearer \[key\]/],
  ])('%s', async (_, answer, message) => {
    const own = await start(answer);
    const failing = own.embed(['a']);
    await expect(failing).rejects.toMatchObject({ name: 'EmbeddingError', message: expect.stringMatching(message) });
    const error = await failing.catch((thrown: Error) => thrown);
    expect(JSON.stringify([String(error), (error as Error).stack, (error as Error).cause, book.lines])).not.toContain(
      KEY,
    );
  });

  const at = (index: number, embedding: unknown[] = [1, 2, 3]) => ({ index, embedding });

  test('a redirect is not followed: the texts go where they were configured to go, or nowhere', async () => {
    const own = await start((request, response) =>
      request.path === '/v1/embeddings'
        ? send(response, 307, '', { location: '/elsewhere' })
        : answerWell(request, response),
    );
    await expect(own.embed(['a'])).rejects.toThrow(/cannot be reached/);
    expect(new Set(service.seen.map(({ path }) => path))).toEqual(new Set(['/v1/embeddings']));
  });

  test('one refused text of a batch fails alone', async () => {
    const own = await start((request, response) =>
      request.body.input.includes('bad') ? send(response, 400, 'bad input') : answerWell(request, response),
    );
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'bad', 'e'].map((text) => own.embed([text])));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, true, false, true]);
  });

  test('a text with too many tokens for the model is sent shorter', async () => {
    const own = await start((request, response) =>
      request.body.input.some(({ length }) => length > 5_000)
        ? send(response, 400, 'too long')
        : answerWell(request, response),
    );
    await own.embed(['x'.repeat(16_000)]);
    expect(service.seen.map(({ body }) => body.input[0]?.length)).toEqual([16_000, 8_000, 4_000]);
  });
});

describe('going away', () => {
  test('a request whose callers have all gone is broken off', async () => {
    let broken = false;
    const own = await start((_, response) => void response.on('close', () => (broken = true)), { timeoutMs: 10_000 });
    const gone = new AbortController();
    const call = own.embed(['a'], { signal: gone.signal });
    await sleep(50);
    gone.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await sleep(50);
    expect(broken).toBe(true);
  });

  test('closing refuses what is under way and what waits, at once', async () => {
    const own = await start(() => undefined, { timeoutMs: 10_000 });
    const calls = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => own.embed([text])));
    await sleep(50);
    await own.close();
    for (const outcome of await calls)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { failure: 'closed' } });
  });
});
