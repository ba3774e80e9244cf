import { createConnection } from 'node:net';
import { Agent, request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { checkBind } from '../../src/server/bind.ts';
import { eventually } from './support/eventually.ts';
import { connect, openSocket } from './support/socket.ts';
import { post, send, startTestServer } from './support/server.ts';

describe('where the server may listen', () => {
  test.each([
    ['127.0.0.1', {}, true],
    ['127.1.2.3', {}, true],
    ['localhost', {}, true],
    ['::1', {}, true],
    ['[::1]', {}, true],
    ['0.0.0.0', {}, false],
    ['::', {}, false],
    ['192.168.1.10', {}, false],
    ['memory.example', {}, false],
    ['127.0.0.1.example', {}, false],
    ['0.0.0.0', { ALLOW_UNAUTHENTICATED_BIND: 'true' }, true],
    ['0.0.0.0', { AUTH_MODE: 'jwt' }, true],
  ])('%s with %j: %s', (HOST, more: Record<string, string>, allowed) => {
    const check = () => checkBind(parseConfig({ HOST, ...more }));
    if (allowed) expect(check).not.toThrow();
    else expect(check).toThrow(ConfigError);
  });
});

describe('a start that cannot be', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['reachable without authentication', { HOST: '0.0.0.0' }, /Set HOST=127\.0\.0\.1/],
    [
      'an address of another machine',
      { HOST: '203.0.113.1', ALLOW_UNAUTHENTICATED_BIND: 'true' },
      /no address of this machine/,
    ],
  ])('%s: says what to do', async (_name, environment, message) => {
    const failure = startTestServer(environment);
    await expect(failure).rejects.toThrow(ConfigError);
    await expect(failure).rejects.toThrow(message);
  });

  test('port taken: says what to do', async () => {
    const first = await startTestServer();
    const second = startTestServer({ PORT: String(first.port) });
    await expect(second).rejects.toThrow(ConfigError);
    await expect(second).rejects.toThrow(/is taken.*Set PORT|set PORT/);
    await first.close();
  });
});

test('the address is one to open in a browser', async () => {
  const server = await startTestServer({ HOST: '0.0.0.0', ALLOW_UNAUTHENTICATED_BIND: 'true' });
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
  expect((await post(server, '{ hello }')).status).toBe(200);
  await server.close();
});

describe('a server that stops', () => {
  test('lets running requests end, over HTTP and WebSocket, and closes sockets with 1001', async () => {
    const server = await startTestServer({ SHUTDOWN_GRACE_MS: '5000' });
    const slow = post(server, '{ slow }');
    const socket = await connect(server);
    socket.send({ id: 'slow', type: 'subscribe', payload: { query: '{ slow }' } });
    socket.send({ id: 'events', type: 'subscribe', payload: { query: 'subscription { forever }' } });
    await eventually(() => expect(server.stage.resolved).toBe(2));

    const closed = server.close();
    expect(server.close()).toBe(closed);
    await expect(send(`${server.url}/healthz`)).rejects.toThrow();
    server.stage.release();
    expect((await slow).json.data).toEqual({ slow: 'done' });
    expect((await socket.closed).code).toBe(1001);
    expect(socket.received.find((message) => message.id === 'slow')?.payload.data).toEqual({ slow: 'done' });
    await closed;
    expect(server.stage.returned).toBe(1);
  });

  test('cuts what does not end within the grace', async () => {
    const server = await startTestServer({ SHUTDOWN_GRACE_MS: '200' });
    const stuck = post(server, '{ slow }').catch((error: Error) => error.message);
    await eventually(() => expect(server.stage.resolved).toBe(1));
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await stuck).toMatch(/hang up|reset/);
  });

  test('does not wait for connections that ask for nothing, nor for sockets that do not answer', async () => {
    const server = await startTestServer({ SHUTDOWN_GRACE_MS: '20000' });
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      request(`${server.url}/healthz`, { agent }, (answer) => answer.resume().on('end', resolve)).end(),
    );
    const silent = createConnection(server.port, '127.0.0.1');
    silent.on('error', () => {});
    const deaf = await openSocket(server);
    deaf.socket.pause();
    const started = performance.now();
    await server.close();
    expect(performance.now() - started).toBeLessThan(5_000);
    agent.destroy();
    silent.destroy();
    deaf.socket.terminate();
  });

  test('answers a request on a kept connection, then closes it', async () => {
    const server = await startTestServer({ SHUTDOWN_GRACE_MS: '20000' });
    const slow = post(server, '{ slow }', {}, { connection: 'keep-alive' });
    await eventually(() => expect(server.stage.resolved).toBe(1));
    const closed = server.close();
    server.stage.release();
    expect((await slow).status).toBe(200);
    await closed;
  });
});
