import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { encodeBookmarks } from '../../src/server/bookmarks.ts';
import { CLOSE_CODES } from '../../src/server/socket/closeCodes.ts';
import { connect, type Message, openSocket, operate } from './support/socket.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { eventually } from './support/eventually.ts';

const PING_MS = 150;
const MESSAGE_BYTES = 64 * 1024;

let server: TestServer;
beforeAll(async () => {
  const socketBounds = {
    pingMs: PING_MS,
    initMs: 200,
    messageBytes: MESSAGE_BYTES,
    sockets: 12,
    operationsPerSocket: 5,
  };
  server = await startTestServer({}, { socketBounds });
});
afterAll(() => server.close());

describe('an operation over WebSocket', () => {
  test('is answered with data and cost, then completed', async () => {
    const socket = await connect(server);
    const [answer, end] = await operate(socket, '{ hello }');
    expect(answer?.payload).toMatchObject({ data: { hello: 'world' }, extensions: { cost: 11 } });
    expect(end).toEqual({ id: 'one', type: 'complete' });
    socket.socket.close();
  });

  test('a subscription sends event after event; the cost comes once', async () => {
    const socket = await connect(server);
    const messages = await operate(socket, 'subscription { count(to: 3) }');
    expect(messages.map((message) => message.payload?.data?.count)).toEqual([1, 2, 3, undefined]);
    expect(messages.map((message) => message.payload?.extensions?.cost)).toEqual([11, undefined, undefined, undefined]);
    socket.socket.close();
  });

  test('works with the reference client', async () => {
    const client = createClient({ url: `${server.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
    const counts: unknown[] = [];
    for await (const { data } of client.iterate({ query: 'subscription { count(to: 3) }' }))
      counts.push(data?.['count']);
    expect(counts).toEqual([1, 2, 3]);
    await client.dispose();
  });

  test('is done in the name that connection_init gave, for the life of the socket', async () => {
    const socket = await connect(server, { 'x-agent-id': 'ann', 'x-namespace': 'acme', 'x-roles': 'approver' });
    const [answer] = await operate(socket, '{ whoami }');
    expect(answer?.payload.data).toEqual({ whoami: 'ann acme approver' });
    socket.socket.close();
  });

  test('takes bookmarks from connection_init or from its own extensions, and gives them in its results', async () => {
    const socket = await connect(server, { 'x-bookmark': encodeBookmarks(['FB:socket']) });
    const [first] = await operate(socket, '{ received }');
    expect(first?.payload.data).toEqual({ received: ['FB:socket'] });
    const extensions = { 'x-bookmark': encodeBookmarks(['FB:own']) };
    socket.send({ id: 'two', type: 'subscribe', payload: { query: '{ received }', extensions } });
    expect((await socket.next()).payload.data).toEqual({ received: ['FB:own'] });
    const [written] = await operate(socket, 'mutation { store(input: {title: "a"}) { id } }', {}, 'three').then((all) =>
      all.slice(-2),
    );
    expect(written?.payload.extensions['x-bookmark']).toBe(encodeBookmarks(['FB:new']));
    socket.socket.close();
  });

  test('ends when the client completes it, and so does its source', async () => {
    const socket = await connect(server);
    const before = server.stage.returned;
    socket.send({ id: 'one', type: 'subscribe', payload: { query: 'subscription { forever }' } });
    await socket.next();
    socket.send({ id: 'one', type: 'complete' });
    await eventually(() => expect(server.stage.returned).toBe(before + 1));
    // The id is free again at once.
    expect((await operate(socket, '{ hello }')).at(-1)?.type).toBe('complete');
    socket.socket.close();
  });

  test('ends when the socket is gone', async () => {
    const socket = await connect(server);
    const before = server.stage.returned;
    for (const id of ['a', 'b', 'c'])
      socket.send({ id, type: 'subscribe', payload: { query: 'subscription { forever }' } });
    await socket.next();
    socket.socket.terminate();
    await eventually(() => expect(server.stage.returned).toBe(before + 3));
    await eventually(async () => expect((await server.metrics.subscriptions.get()).values[0]?.value).toBe(0));
  });

  test('ends at once, though its source has nothing to send', async () => {
    const socket = await connect(server);
    const before = server.stage.returned;
    socket.send({ id: 'one', type: 'subscribe', payload: { query: 'subscription { quiet }' } });
    await eventually(async () => expect((await server.metrics.subscriptions.get()).values[0]?.value).toBe(1));
    socket.send({ id: 'one', type: 'complete' });
    await eventually(() => expect(server.stage.returned).toBe(before + 1));
    socket.socket.close();
  });

  test('has a context of its own for each event', async () => {
    const socket = await connect(server);
    const messages = await operate(socket, 'subscription { contexts(to: 3) }');
    const numbers = messages.flatMap((message) => message.payload?.data?.contexts ?? []);
    expect(new Set(numbers).size).toBe(3);
    socket.socket.close();
  });

  test('one refused leaves the others and the socket alone', async () => {
    const socket = await connect(server);
    socket.send({ id: 'events', type: 'subscribe', payload: { query: 'subscription { forever }' } });
    const refused = await operate(socket, '{ notes { relatedTo { relatedTo { id } } } }');
    expect(refused.at(-1)?.payload[0].extensions.code).toBe('OPERATION_TOO_COSTLY');
    expect((await socket.next()).payload.data).toEqual({ forever: 1 });
    socket.socket.close();
  });

  test('the sixth of five allowed at once is refused', async () => {
    const socket = await connect(server);
    for (let i = 1; i <= 5; i++)
      socket.send({ id: `${i}`, type: 'subscribe', payload: { query: 'subscription { forever }' } });
    const [refused] = await operate(socket, '{ hello }', {}, 'six');
    expect(refused?.payload[0].extensions).toEqual({
      code: 'OPERATION_TOO_COSTLY',
      details: { limit: 'operationsPerSocket', bound: 5, actual: 6 },
    });
    socket.socket.close();
  });
});

describe('a socket is closed', () => {
  const init = { type: 'connection_init' };
  const forever = { id: 'one', type: 'subscribe', payload: { query: 'subscription { forever }' } };
  test.each<[string, unknown[], keyof typeof CLOSE_CODES]>([
    ['for an operation before connection_init', [forever], 'UNAUTHORIZED'],
    ['for a second connection_init', [init, init], 'TOO_MANY_INITS'],
    ['for an id in use', [init, forever, forever], 'DUPLICATE_ID'],
    ['when connection_init does not come', [], 'INIT_TIMEOUT'],
    ['for text that is no JSON', [init, 'hello'], 'BAD_REQUEST'],
    ['for a message of no known type', [init, { type: 'connection_terminate' }], 'BAD_REQUEST'],
    ['for an operation without a query', [init, { id: '1', type: 'subscribe', payload: {} }], 'BAD_REQUEST'],
    [
      'for variables that are no object',
      [init, { id: '1', type: 'subscribe', payload: { query: '{hello}', variables: 'x' } }],
      'BAD_REQUEST',
    ],
    [
      'for JSON nested too deep',
      [`{"type":"connection_init","payload":{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`],
      'BAD_REQUEST',
    ],
    [
      'for a message over the cap',
      [{ type: 'connection_init', payload: { x: 'x'.repeat(MESSAGE_BYTES) } }],
      'MESSAGE_TOO_BIG',
    ],
    ['for a malformed agent id', [{ ...init, payload: { 'x-agent-id': 'a b' } }], 'BAD_REQUEST'],
    ['for an agent id that is no text', [{ ...init, payload: { 'x-agent-id': ['a'] } }], 'BAD_REQUEST'],
    ['for a malformed bookmark', [{ ...init, payload: { 'x-bookmark': '{}' } }], 'BAD_REQUEST'],
    ['for roles without an agent id', [{ ...init, payload: { 'x-roles': 'admin' } }], 'UNAUTHORIZED'],
  ])('%s', async (_name, messages, code) => {
    const socket = await openSocket(server);
    for (const message of messages) {
      socket.send(message);
      // A client waits for the acknowledgement before it goes on.
      if (message === init) await Promise.race([socket.next(), socket.closed]);
    }
    expect((await socket.closed).code).toBe(CLOSE_CODES[code].code);
  });

  test('when it speaks no protocol of ours', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(CLOSE_CODES.SUBPROTOCOL.code);
  });

  test('when it wants another protocol', async () => {
    await expect(openSocket(server, { protocol: 'graphql-ws' })).rejects.toThrow('no subprotocol');
  });

  test('with a reason that tells what is wrong', async () => {
    const socket = await openSocket(server);
    socket.send({ type: 'connection_init', payload: { 'x-agent-id': 'ann', 'x-roles': 'god' } });
    expect(await socket.closed).toEqual({
      code: 4400,
      reason: 'x-roles: one of agent, approver, admin, viewer, got god',
    });
  });
});

describe('an upgrade', () => {
  test('elsewhere than /graphql is not found', async () => {
    await expect(openSocket(server, { path: '/other' })).rejects.toThrow('status 404');
  });

  test('is refused when all sockets are taken, and possible again when one leaves', async () => {
    await eventually(async () => expect((await server.metrics.sockets.get()).values[0]?.value).toBe(0));
    const all = await Promise.all(Array.from({ length: 12 }, () => connect(server)));
    await expect(openSocket(server)).rejects.toThrow('status 503');
    all[0]?.socket.close();
    await all[0]?.closed;
    await eventually(async () => (await openSocket(server)).socket.terminate());
    for (const { socket } of all) socket.terminate();
  });

  test('that hangs up half-way harms nobody', async () => {
    for (let i = 0; i < 20; i++) {
      const raw = createConnection(server.port, '127.0.0.1');
      await once(raw, 'connect');
      raw.write(`GET /graphql HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      raw.resetAndDestroy();
    }
    const socket = await connect(server);
    expect((await operate(socket, '{ hello }'))[0]?.payload.data).toEqual({ hello: 'world' });
    socket.socket.close();
  });
});

describe('a client that does not read', () => {
  /** Stops reading, as a stuck program would. */
  const stopReading = (socket: WebSocket) => socket.pause();

  test('is cut when its pong does not come', async () => {
    const socket = await connect(server);
    const before = server.stage.returned;
    socket.send({ id: 'one', type: 'subscribe', payload: { query: 'subscription { forever }' } });
    await socket.next();
    stopReading(socket.socket);
    await eventually(() => expect(server.stage.returned).toBe(before + 1));
    socket.socket.terminate();
  });

  test.each<[string, (socket: WebSocket) => void]>([
    [
      'that asks on and on',
      (socket) => {
        for (let i = 0; i < 200; i++) {
          socket.send(
            JSON.stringify({ id: `${i}`, type: 'subscribe', payload: { query: '{ big(kibibytes: 1024) }' } }),
          );
        }
      },
    ],
    [
      'that sends pings of the protocol',
      (socket) => {
        const payload = { x: 'x'.repeat(60_000) };
        for (let i = 0; i < 500; i++) socket.send(JSON.stringify({ type: 'ping', payload }));
      },
    ],
    [
      'that sends control frames',
      (socket) => {
        for (let i = 0; i < 100_000; i++) socket.ping('x'.repeat(120));
      },
    ],
  ])('%s, cannot make the server hold more than the bound', async (_name, flood) => {
    const small = await startTestServer(
      {},
      { socketBounds: { waitingBytes: 1024 * 1024, pingMs: 60_000, operationsPerSocket: 1_000 } },
    );
    const socket = await connect(small);
    stopReading(socket.socket);
    flood(socket.socket);
    await eventually(async () => {
      const closed = await small.metrics.closedSockets.get();
      expect(closed.values.map(({ value }) => value)).toEqual([1]);
    }, 10_000);
    socket.socket.terminate();
    const another = await connect(small);
    expect((await operate(another, '{ hello }'))[0]?.payload.data).toEqual({ hello: 'world' });
    another.socket.close();
    await small.close();
  });

  test('is told 4420 when it reads again', async () => {
    const small = await startTestServer({}, { socketBounds: { waitingBytes: 256 * 1024, operationsPerSocket: 1_000 } });
    const socket = await connect(small);
    stopReading(socket.socket);
    for (let i = 0; i < 40; i++) {
      socket.send({ id: `${i}`, type: 'subscribe', payload: { query: '{ big(kibibytes: 256) }' } });
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    socket.socket.resume();
    expect((await socket.closed).code).toBe(CLOSE_CODES.SLOW_READER.code);
    await small.close();
  });
});

test('a client that answers pings stays connected', async () => {
  const socket = await connect(server);
  await new Promise((resolve) => setTimeout(resolve, 4 * PING_MS));
  expect((await operate(socket, '{ hello }'))[0]?.payload.data).toEqual({ hello: 'world' });
  socket.send({ type: 'ping', payload: { a: 1 } });
  expect(await socket.next()).toEqual({ type: 'pong', payload: { a: 1 } } satisfies Message);
  socket.socket.close();
});

test('every close code is used once and says whether to resume', () => {
  const codes = Object.values(CLOSE_CODES).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
