import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { connect } from '../server/support/socket.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { inSeconds, signed } from './issuer.ts';

const home = freshNamespace('expiry');
const ann = `ann-${home}`;
const secret = randomBytes(32).toString('hex');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      ...{ AUTH_MODE: 'jwt', AUTH_JWT_SECRET: secret, AUTH_JWT_CLOCK_TOLERANCE_SECONDS: '0' },
      EMBEDDING_PROVIDER: 'none',
    },
  });
}, 60_000);
afterAll(async () => await server?.stop());

const tokenFor = (seconds: number) =>
  signed(new TextEncoder().encode(secret), 'HS256', {
    claims: { sub: ann, namespace: home, exp: inSeconds(seconds) },
  });

test('a socket closes with 4403 when its token expires, not before', async () => {
  const expires = inSeconds(2) * 1000;
  const socket = await connect(server, { authorization: `Bearer ${await tokenFor(2)}` });
  expect(await socket.closed).toEqual({ code: 4403, reason: 'the token has expired' });
  expect(Date.now()).toBeGreaterThanOrEqual(expires);
  expect(Date.now()).toBeLessThan(expires + 1_500);
});

interface StoreEvent {
  readonly cursor: string;
  readonly memory: { readonly title: string } | null;
}

test('a subscriber whose token expires goes on with a fresh one: no event is lost, none comes twice', async () => {
  const TOTAL = 60;
  const codes: number[] = [];
  const titles: string[] = [];
  let cursor: string | undefined;
  let connections = 0;
  const client = createClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    // Each connection asks for a token, as a program would ask its issuer.
    connectionParams: async () => ({ Authorization: `Bearer ${await tokenFor(2)}` }),
    on: { closed: (event) => codes.push((event as { code: number }).code), connected: () => (connections += 1) },
    retryAttempts: 0,
  });
  const STORED =
    'subscription ($after: String, $namespace: String) { postStore(after: $after, namespace: $namespace) { cursor memory { title } } }';
  /** One subscription, to the end of its socket or of what is awaited. */
  const listen = () =>
    new Promise<void>((resolve) => {
      const stop = client.subscribe<{ postStore: StoreEvent }>(
        { query: STORED, variables: { after: cursor, namespace: home } },
        {
          next({ data }) {
            if (!data) return;
            cursor = data.postStore.cursor;
            titles.push(data.postStore.memory?.title ?? '');
            if (titles.length >= TOTAL) stop();
          },
          error: () => resolve(),
          complete: () => resolve(),
        },
      );
    });
  const listening = (async () => {
    while (titles.length < TOTAL) await listen();
  })();
  while (connections === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 200));

  const writer = new HttpClient(server.url, {}, { authorization: `Bearer ${await tokenFor(120)}` });
  for (let number = 0; number < TOTAL; number++) {
    await writer.run('mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }', {
      input: { title: `event ${number}`, content: `number ${number}`, namespace: home, force: true },
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await listening;
  await client.dispose();
  expect(titles).toEqual(Array.from({ length: TOTAL }, (_, number) => `event ${number}`));
  expect(codes.filter((code) => code === 4403).length).toBeGreaterThanOrEqual(2);
  expect(codes.filter((code) => ![4403, 1000].includes(code))).toEqual([]);
}, 60_000);
