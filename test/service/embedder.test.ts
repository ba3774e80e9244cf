import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { embeddingService, send, type SeenRequest } from '../embedding/openai/embeddingService.ts';
import { HttpClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

// A database of its own: the vectors of all memories in one come from one embedder.

const STORE = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id embeddingStatus } } }`;
const RECALL = `query ($query: String!, $mode: RecallMode) { recall(input: { query: $query, mode: $mode, touch: false }) {
  mode hits { memory { title } } meta { degraded awaitingEmbedding vectorCandidates } } }`;

interface Recall {
  readonly mode: string;
  readonly hits: readonly { memory: { title: string } }[];
  readonly meta: { degraded: boolean; awaitingEmbedding: number; vectorCandidates: number };
}

/** Two subjects and what is neither: near in meaning without a word in common. */
function meaning(text: string): number[] {
  return [/orchard|apple/i.test(text) ? 1 : 0, /engine|wheel/i.test(text) ? 1 : 0, 0.1, 0.1];
}

let environment: Record<string, string>;
let stopDatabase: () => Promise<void>;
beforeAll(async () => {
  const { address, stop } = await emptyDatabase();
  environment = { NEO4J_URI: address.uri, NEO4J_USER: address.user, NEO4J_PASSWORD: address.password };
  stopDatabase = stop;
}, 120_000);
afterAll(() => stopDatabase());

class Client {
  readonly #http: HttpClient;

  constructor(server: TestServer) {
    this.#http = new HttpClient(server.url);
  }

  async store(title: string, content: string): Promise<string> {
    const { storeMemory } = await this.#http.run<{ storeMemory: { memory: { embeddingStatus: string } } }>(STORE, {
      input: { title, content },
    });
    return storeMemory.memory.embeddingStatus;
  }

  async recall(query: string, mode = 'HYBRID'): Promise<Recall & { titles: string[] }> {
    const { recall } = await this.#http.run<{ recall: Recall }>(RECALL, { query, mode });
    return { ...recall, titles: recall.hits.map(({ memory }) => memory.title) };
  }

  async statuses(): Promise<string[]> {
    const { memories } = await this.#http.run<{ memories: { embeddingStatus: string }[] }>(
      '{ memories(limit: 200) { embeddingStatus } }',
    );
    return memories.map(({ embeddingStatus }) => embeddingStatus);
  }
}

/** The settings for an embedder that is a service at `url`. */
const meaningful = (url: string) => ({
  ...environment,
  EMBEDDING_PROVIDER: 'openai',
  EMBEDDING_URL: url,
  EMBEDDING_MODEL: 'meaning',
});

describe('without an embedder', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { ...environment, EMBEDDING_PROVIDER: 'none' } });
  }, 60_000);
  afterAll(() => server.stop());

  test('memories are stored and found by their words, and the answer says so', async () => {
    const client = new Client(server);
    expect(await client.store('Plum', 'a plum tree')).toBe('NONE');
    for (const mode of ['HYBRID', 'SEMANTIC']) {
      expect(await client.recall('where is the plum', mode)).toMatchObject({
        mode: 'KEYWORD',
        titles: ['Plum'],
        meta: { degraded: true, vectorCandidates: 0 },
      });
    }
    // Words were asked for, and words are what it got.
    expect(await client.recall('plum', 'KEYWORD')).toMatchObject({ mode: 'KEYWORD', meta: { degraded: false } });
  });
});

describe('with an embedding service that is not well', () => {
  let state: 'down' | 'silent' | 'well' = 'down';
  let service: Awaited<ReturnType<typeof embeddingService>>;
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    service = await embeddingService(({ body }: SeenRequest, response) => {
      if (state === 'silent') return;
      if (state === 'down') send(response, 503, { error: 'down' });
      else send(response, 200, { data: body.input.map((text, index) => ({ index, embedding: meaning(text) })) });
    });
    server = await startTestServer({
      environment: {
        ...meaningful(service.url),
        EMBEDDING_DIMENSIONS: '4',
        EMBEDDING_WRITE_DEADLINE_MS: '400',
        EMBEDDING_RECALL_DEADLINE_MS: '400',
        LOG_LEVEL: 'error',
      },
    });
    client = new Client(server);
    // The first recall on a new database is planned, which takes a while.
    await client.recall('anything');
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await service.close();
  });

  test.each([
    ['down', 'Apple', 'apples are ripe in september'],
    ['silent', 'Engine', 'the engine needs oil'],
  ] as const)('%s: a write is stored in time, marked, and found by its words', async (condition, title, content) => {
    state = condition;
    const started = performance.now();
    expect(await client.store(title, content)).toBe('PENDING');
    const found = await client.recall(title);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(found).toMatchObject({ mode: 'KEYWORD', titles: [title], meta: { degraded: true, vectorCandidates: 0 } });
    expect(found.meta.awaitingEmbedding).toBeGreaterThan(0);
  });

  test('well again: what waited gets its vector by itself and is found by meaning', async () => {
    state = 'well';
    for (const end = Date.now() + 40_000; Date.now() < end && (await client.statuses()).includes('PENDING');)
      await sleep(250);
    // The two, and the one that was stored while there was no embedder at all.
    expect(await client.statuses()).toEqual(['READY', 'READY', 'READY']);
    const found = await client.recall('orchard', 'SEMANTIC');
    expect(found).toMatchObject({ mode: 'SEMANTIC', meta: { degraded: false, awaitingEmbedding: 0 } });
    expect(found.titles.slice(0, 2).toSorted()).toEqual(['Apple', 'Plum']);
    expect((await client.recall('wheel', 'SEMANTIC')).titles[0]).toBe('Engine');
    expect(await client.store('Orchard', 'behind the house')).toBe('READY');
  }, 60_000);

  test('after a restart with the same embedder all is as it was', async () => {
    await server.stop();
    server = await startTestServer({
      environment: meaningful(service.url),
    });
    // This time it asked the service for the dimensions.
    expect((await new Client(server).recall('apple', 'SEMANTIC')).titles.slice(0, 3).toSorted()).toEqual([
      'Apple',
      'Orchard',
      'Plum',
    ]);
  }, 60_000);
});
