import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Counter } from 'prom-client';
import { eventually } from './support/eventually.ts';
import { connect, operate } from './support/socket.ts';
import { post, send, startTestServer, type TestServer } from './support/server.ts';
import { OperationRefused } from '../../src/errors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The last line about an operation. */
const lastOperation = () => server.lines.filter((line) => line['msg'] === 'operation').at(-1);

describe('the log line of an operation', () => {
  test('says who did what, how long it took and what it cost', async () => {
    await post(server, 'query Find { notes(limit: 3) { id } hello }', undefined, { 'x-agent-id': 'ann' });
    expect(lastOperation()).toMatchObject({
      level: 'info',
      transport: 'http',
      type: 'query',
      operation: 'Find',
      fields: ['notes', 'hello'],
      cost: 23,
      agentId: 'ann',
      ms: expect.any(Number),
    });
  });

  test.each([
    ['a refusal of an operation', '{ fail(how: REFUSED) }', 'info', 'VERSION_CONFLICT'],
    ['a defect', '{ fail(how: UNKNOWN) }', 'warn', 'INTERNAL_SERVER_ERROR'],
    ['an invalid document', '{ helo }', 'info', 'GRAPHQL_VALIDATION_FAILED'],
    ['a document over a limit', `{ ${'hello '.repeat(1_000)} }`, 'info', 'OPERATION_TOO_COSTLY'],
  ])('says how %s ended', async (_name, query, level, code) => {
    await post(server, query);
    expect(lastOperation()).toMatchObject({ level, code });
  });

  test('comes for WebSocket too', async () => {
    const socket = await connect(server, { 'x-agent-id': 'bob' });
    await operate(socket, 'subscription Watch { count(to: 2) }');
    expect(lastOperation()).toMatchObject({
      transport: 'websocket',
      type: 'subscription',
      operation: 'Watch',
      agentId: 'bob',
    });
    await operate(socket, '{ helo }');
    expect(lastOperation()).toMatchObject({ transport: 'websocket', code: 'GRAPHQL_VALIDATION_FAILED' });
    socket.socket.close();
  });

  test('never has what was asked, nor the bookmark', async () => {
    const secret = 'correct-horse-battery-staple';
    await post(server, `query($v: JSON) { echo(value: $v) again: echo(value: "${secret}") }`, { v: secret });
    await post(server, `{ notes(limit: 3) { ${secret.replaceAll('-', '_')} } }`);
    await post(server, '{ hello }', undefined, {
      'x-bookmark': Buffer.from(JSON.stringify([secret])).toString('base64url'),
    });
    expect(JSON.stringify(server.lines)).not.toMatch(/correct.horse/);
  });

  test.each([
    ['the name of the operation', '{ hello }', 'A\n{"level":"fatal","msg":"forged"}'],
    ['the document', '{ hello }\n{"level":"fatal","msg":"forged"}', undefined],
  ])('cannot be forged through %s', async (_name, query, operationName) => {
    const body = JSON.stringify({ query, operationName });
    await send(`${server.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(server.lines.filter((line) => line['msg'] === 'forged')).toEqual([]);
  });
});

describe('/metrics', () => {
  const metrics = async () => (await send(`${server.url}/metrics`)).text;

  test('is Prometheus text with the process and its operations', async () => {
    await post(server, '{ hello }');
    const text = await metrics();
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toMatch(
      /mnemograph_operation_seconds_count\{field="hello",type="query",code="OK",transport="http"\} \d/,
    );
  });

  test('has a bounded number of labels, whatever clients name things', async () => {
    await post(server, '{ hello }');
    const before = (await metrics()).split('\n').length;
    for (let i = 0; i < 50; i++) {
      await post(server, `query Name${i} { alias${i}: hello }`);
      await post(server, `{ unknown${i} }`);
    }
    // One more set of buckets at most, for the unknown fields.
    expect((await metrics()).split('\n').length).toBeLessThan(before + 25);
    expect(await metrics()).not.toMatch(/alias|Name\d|unknown/);
  });

  test('has what other parts register', async () => {
    new Counter({ name: 'other_part_total', help: 'x', registers: [server.metrics.registry] }).inc(3);
    expect(await metrics()).toContain('other_part_total 3');
  });

  test('counts sockets and subscriptions that are open, and refusals at the door', async () => {
    const socket = await connect(server);
    socket.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { forever }' } });
    await socket.next();
    expect(await metrics()).toMatch(/mnemograph_sockets 1[\s\S]*mnemograph_subscriptions 1/);
    socket.socket.close();
    await eventually(async () =>
      expect(await metrics()).toMatch(/mnemograph_sockets 0[\s\S]*mnemograph_subscriptions 0/),
    );
    await send(`${server.url}/metrics`, { headers: { host: 'evil.example' } });
    expect(await metrics()).toContain('mnemograph_refused_requests_total{reason="host"} 1');
  });
});

describe('health', () => {
  test('/healthz answers while the process lives', async () => {
    expect(await send(`${server.url}/healthz`)).toMatchObject({ status: 200, json: { status: 'alive' } });
  });

  test('/readyz tells the state of the parts', async () => {
    expect(await send(`${server.url}/readyz`)).toMatchObject({
      status: 200,
      json: { status: 'ready', parts: { database: { ok: true } } },
    });
  });

  test.each<[string, () => Promise<{ ready: boolean; parts: Record<string, { ok: boolean }> }>, object]>([
    ['a part is not', async () => ({ ready: false, parts: { database: { ok: false } } }), { database: { ok: false } }],
    ['the check fails', () => Promise.reject(new Error('secret address')), { check: { ok: false, state: 'failed' } }],
    [
      'the check throws',
      () => {
        throw new Error('secret');
      },
      { check: { ok: false, state: 'failed' } },
    ],
    ['the check hangs', () => new Promise(() => {}), { check: { ok: false, state: 'no answer in time' } }],
  ])('/readyz is 503 when %s', async (_name, readiness, parts) => {
    const sick = await startTestServer({}, { readiness });
    expect(await send(`${sick.url}/readyz`)).toMatchObject({ status: 503, json: { status: 'not ready', parts } });
    expect((await send(`${sick.url}/healthz`)).status).toBe(200);
    await sick.close();
  });
});

describe('the context of an operation', () => {
  test('is not made for an operation that is refused', async () => {
    let made = 0;
    const own = await startTestServer(
      {},
      {
        contextFor: async () => {
          made += 1;
          throw new OperationRefused('UNAVAILABLE', 'the database does not answer');
        },
      },
    );
    for (const query of ['{ helo }', '{ hello', '{ notes(limit: 500) { id } }', 'subscription { forever }'])
      await post(own, query);
    expect(made).toBe(0);
    expect(await post(own, '{ hello }')).toMatchObject({
      status: 503,
      json: { errors: [{ extensions: { code: 'UNAVAILABLE' } }] },
    });
    const socket = await connect(own);
    expect((await operate(socket, '{ hello }'))[0]?.payload[0].extensions).toEqual({ code: 'UNAVAILABLE' });
    expect(made).toBe(2);
    await own.close();
  });

  test('that fails for an unknown reason is masked', async () => {
    const own = await startTestServer({}, { contextFor: () => Promise.reject(new Error('secret: bolt://10.0.0.1')) });
    const answer = await post(own, '{ hello }');
    expect(answer).toMatchObject({
      status: 500,
      json: { errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    });
    const socket = await connect(own);
    expect(answer.text + JSON.stringify(await operate(socket, '{ hello }'))).not.toContain('secret');
    await own.close();
  });
});
