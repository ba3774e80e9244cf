import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSocket } from './support/socket.ts';
import { send, startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    ALLOWED_HOSTS: 'memory.example, other.example:8443',
    ALLOWED_ORIGINS: 'https://app.example',
  });
});
afterAll(() => server.close());

/** What stands for the port in the tables. */
const withPort = (text: string) => text.replace('PORT', String(server.port));

const hosts: [string, boolean][] = [
  ['127.0.0.1:PORT', true],
  ['localhost:PORT', true],
  ['LOCALHOST:PORT', true],
  ['[::1]:PORT', true],
  ['127.9.9.9:PORT', true],
  ['memory.example', true],
  ['memory.example:1234', true],
  ['other.example:8443', true],
  ['other.example:8444', false],
  ['localhost', false],
  ['localhost:1', false],
  ['evil.example', false],
  ['evil.example:PORT', false],
  ['localhost.evil.example:PORT', false],
  ['127.0.0.1.evil.example:PORT', false],
  ['127.0.0.1:PORT@evil.example', false],
  ['2130706433:PORT', false],
  ['0x7f.1:PORT', false],
];

const origins: [string | undefined, boolean][] = [
  [undefined, true],
  ['http://127.0.0.1:PORT', true],
  ['HTTP://127.0.0.1:PORT', true],
  ['https://127.0.0.1:PORT', true],
  ['https://app.example', true],
  ['null', false],
  ['', false],
  ['http://app.example', false],
  ['https://app.example:444', false],
  ['https://app.example.evil.example', false],
  ['http://127.0.0.1:3000', false],
  ['http://localhost:PORT', false],
  ['https://evil.example', false],
  ['file://127.0.0.1:PORT', false],
  ['chrome-extension://127.0.0.1:PORT', false],
];

const headersOf = (host: string, origin: string | undefined): Record<string, string> => ({
  host: withPort(host),
  ...(origin !== undefined && { origin: withPort(origin) }),
});

describe.each(hosts)('a request to Host "%s"', (host, allowed) => {
  test.each([
    ['/graphql', 'POST', 200],
    ['/metrics', 'GET', 200],
    ['/', 'GET', 503],
  ])(`${allowed ? 'may' : 'may not'} come in at %s`, async (path, method, status) => {
    const answer = await ask(path, method, headersOf(host, undefined));
    expect(answer.status).toBe(allowed ? status : 403);
    if (!allowed) expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });

  test(`${allowed ? 'may' : 'may not'} open a socket`, async () => {
    const opened = await openSocket(server, { headers: headersOf(host, undefined) }).catch(
      (error: Error) => error.message,
    );
    if (typeof opened === 'string') expect([opened, allowed]).toEqual(['status 403', false]);
    else opened.socket.terminate();
    expect(typeof opened !== 'string').toBe(allowed);
  });
});

describe.each(origins)('a page of Origin %s', (origin, allowed) => {
  test(`${allowed ? 'may' : 'may not'} call`, async () => {
    const before = server.stage.resolved;
    const answer = await ask('/graphql', 'POST', headersOf('127.0.0.1:PORT', origin));
    expect(answer.status).toBe(allowed ? 200 : 403);
    expect(server.stage.resolved).toBe(before + (allowed ? 1 : 0));
  });

  test(`${allowed ? 'may' : 'may not'} open a socket`, async () => {
    const opened = await openSocket(server, { headers: headersOf('127.0.0.1:PORT', origin) }).catch(() => null);
    opened?.socket.terminate();
    expect(opened !== null).toBe(allowed);
  });
});

describe('CORS', () => {
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

  test('lets a configured origin ask and read', async () => {
    const headers = headersOf('127.0.0.1:PORT', 'https://app.example');
    const asked = await ask('/graphql', 'OPTIONS', { ...headers, ...preflight });
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://app.example',
        'access-control-allow-methods': 'POST',
        vary: 'origin',
      },
    });
    const answered = await ask('/graphql', 'POST', headers);
    expect(answered.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'x-bookmark',
    });
  });

  test.each([['https://evil.example'], ['http://127.0.0.1:PORT'], ['null']])('gives %s nothing', async (origin) => {
    for (const method of ['OPTIONS', 'POST']) {
      const answer = await ask('/graphql', method, { ...headersOf('127.0.0.1:PORT', origin), ...preflight });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

test('health is answered under any name', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect((await ask(path, 'GET', { host: 'node-17.internal' })).status).toBe(200);
});

test('in a container, loopback names may have the published port', async () => {
  const contained = await startTestServer({ HOST: '0.0.0.0', ALLOW_UNAUTHENTICATED_BIND: 'true' });
  const body = { method: 'POST', body: '{"query":"{hello}"}' };
  const statusFor = async (host: string) =>
    (await send(`${contained.url}/graphql`, { ...body, headers: { 'content-type': 'application/json', host } })).status;
  expect([await statusFor('localhost:8080'), await statusFor('evil.example:8080')]).toEqual([200, 403]);
  await contained.close();
});

test.each([
  ['no Host', 'POST /graphql HTTP/1.0\r\n'],
  ['an empty Host', 'POST /graphql HTTP/1.1\r\nHost:\r\n'],
  ['two Hosts', 'POST /graphql HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:PORT\r\n'],
  ['a whole address as path', 'POST http://evil.example/graphql HTTP/1.1\r\nHost: evil.example\r\n'],
])('a request with %s may not come in', async (_name, head) => {
  const body = '{"query":"{hello}"}';
  const raw = `${withPort(head)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  expect(await exchange(server.port, raw)).toMatch(/^HTTP\/1\.1 40[03] /);
});

/** Sends bytes and gives all that comes back. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

function ask(path: string, method: string, headers: Record<string, string>) {
  const body = method === 'POST' ? '{"query":"{hello}"}' : undefined;
  return send(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
}
