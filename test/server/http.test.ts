import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeBookmarks } from '../../src/server/bookmarks.ts';
import { BODY_BYTES } from '../../src/server/requestBody.ts';
import { processorMs } from './support/cpu.ts';
import { post, send, startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const JSON_TYPE = { 'content-type': 'application/json' };

describe('an operation over HTTP', () => {
  test('is answered with its data and its cost', async () => {
    const answer = await post(server, '{ hello }');
    expect(answer).toMatchObject({ status: 200, json: { data: { hello: 'world' }, extensions: { cost: 11 } } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('gets the media type it asks for', async () => {
    const wanted = 'application/graphql-response+json';
    const answer = await post(server, '{ hello }', undefined, { accept: wanted });
    expect(answer.headers['content-type']).toContain(wanted);
  });

  test.each([
    ['no header: the person at the keyboard', {}, 'local global admin'],
    ['an agent id alone', { 'x-agent-id': 'ann' }, 'ann global agent'],
    [
      'all three',
      { 'x-agent-id': 'ann', 'x-namespace': 'acme/x', 'x-roles': 'agent, viewer' },
      'ann acme/x agent+viewer',
    ],
  ])('is done in the name of its headers: %s', async (_name, headers: Record<string, string>, expected) => {
    expect((await post(server, '{ whoami }', undefined, headers)).json.data).toEqual({ whoami: expected });
  });

  test.each([
    ['a role nobody has', { 'x-agent-id': 'ann', 'x-roles': 'god' }, 400, 'BAD_USER_INPUT'],
    ['an id with a line end in it', { 'x-agent-id': 'a b' }, 400, 'BAD_USER_INPUT'],
    ['roles without an id', { 'x-roles': 'admin' }, 401, 'UNAUTHENTICATED'],
    ['a broken bookmark', { 'x-bookmark': '!!!' }, 400, 'BAD_USER_INPUT'],
    ['a bookmark that is too long', { 'x-bookmark': 'A'.repeat(9_000) }, 400, 'BAD_USER_INPUT'],
  ])('is refused for %s', async (_name, headers: Record<string, string>, status, code) => {
    const before = server.stage.resolved;
    const answer = await post(server, '{ hello }', undefined, headers);
    expect(answer).toMatchObject({ status, json: { errors: [{ extensions: { code } }] } });
    expect(answer.json.errors[0].message).not.toContain('Context creation');
    expect(server.stage.resolved).toBe(before);
  });
});

describe('x-bookmark', () => {
  test('is handed on, and answered with what the operation left', async () => {
    const seen = encodeBookmarks(['FB:old']);
    const read = await post(server, '{ received }', undefined, { 'x-bookmark': seen });
    expect(read.json.data).toEqual({ received: ['FB:old'] });
    expect(read.headers['x-bookmark']).toBe(seen);
    const written = await post(server, 'mutation { store(input: {title: "a"}) { id } }', undefined, {
      'x-bookmark': seen,
    });
    expect(written.headers['x-bookmark']).toBe(encodeBookmarks(['FB:new']));
  });

  test('is in refusals too', async () => {
    expect((await post(server, '{ nothing }')).headers['x-bookmark']).toBeDefined();
  });
});

describe('a request that is no GraphQL request', () => {
  const url = () => `${server.url}/graphql`;
  test.each([
    ['GET with a query', { method: 'GET' }, '?query={hello}', 405, 'BAD_REQUEST'],
    ['GET with a mutation', { method: 'GET' }, '?query=mutation{store(input:{title:"a"}){id}}', 405, 'BAD_REQUEST'],
    ['PUT', { method: 'PUT', headers: JSON_TYPE, body: '{"query":"{hello}"}' }, '', 405, 'BAD_REQUEST'],
    ['no body', { method: 'POST', headers: JSON_TYPE }, '', 400, 'BAD_REQUEST'],
    ['malformed JSON', { method: 'POST', headers: JSON_TYPE, body: '{"query":' }, '', 400, 'BAD_REQUEST'],
    ['a batch', { method: 'POST', headers: JSON_TYPE, body: '[{"query":"{hello}"}]' }, '', 400, 'BAD_REQUEST'],
    [
      'a query that is no text',
      { method: 'POST', headers: JSON_TYPE, body: '{"query":{"kind":"Document"}}' },
      '',
      400,
      'BAD_REQUEST',
    ],
    [
      'variables that are a list',
      { method: 'POST', headers: JSON_TYPE, body: '{"query":"{hello}","variables":[1]}' },
      '',
      400,
      'BAD_REQUEST',
    ],
    [
      'a form',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'query={hello}' },
      '',
      400,
      'BAD_REQUEST',
    ],
    [
      'plain text',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"query":"{hello}"}' },
      '',
      400,
      'BAD_REQUEST',
    ],
    [
      'another character set',
      { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-16' }, body: '{"query":"{hello}"}' },
      '',
      415,
      'BAD_REQUEST',
    ],
    [
      'a compressed body',
      { method: 'POST', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: 'x' },
      '',
      415,
      'BAD_REQUEST',
    ],
    [
      'a subscription',
      { method: 'POST', headers: JSON_TYPE, body: '{"query":"subscription{forever}"}' },
      '',
      400,
      'BAD_USER_INPUT',
    ],
    [
      'a persisted query',
      { method: 'POST', headers: JSON_TYPE, body: '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}' },
      '',
      200,
      'PERSISTED_QUERY_NOT_SUPPORTED',
    ],
    [
      'an operation the document has not',
      { method: 'POST', headers: JSON_TYPE, body: '{"query":"query A{hello}","operationName":"B"}' },
      '',
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['a path that is not there', { method: 'GET' }, '/nothing', 405, 'BAD_REQUEST'],
  ])('%s is refused', async (_name, request, suffix, status, code) => {
    const before = server.stage.resolved;
    const answer = await send(url() + suffix, request);
    expect(answer).toMatchObject({ status, json: { errors: [{ extensions: { code } }] } });
    expect(server.stage.resolved).toBe(before);
  });
});

describe('a body', () => {
  const big = (bytes: number) =>
    JSON.stringify({ query: 'query($v: JSON) { echo(value: $v) }', variables: { v: 'x'.repeat(bytes) } });
  test('of 500 memories of 64 KiB is read', async () => {
    const inputs = Array.from({ length: 500 }, () => ({ title: 't', content: 'c'.repeat(65_536) }));
    const store = 'mutation($inputs: [StoreInput!]!) { storeMany(inputs: $inputs) { results { index } } }';
    expect((await post(server, store, { inputs })).json.data.storeMany.results).toHaveLength(500);
  });

  test.each([
    ['beyond the cap, said in its header', { 'content-length': String(BODY_BYTES + 1) }],
    ['beyond the cap, not said', { 'transfer-encoding': 'chunked' }],
  ])('%s is refused with 413', async (_name, headers: Record<string, string>) => {
    const body = Buffer.alloc(BODY_BYTES + 1, 'x');
    const answer = await send(`${server.url}/graphql`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });
    expect(answer).toMatchObject({
      status: 413,
      json: {
        errors: [
          { extensions: { code: 'BAD_USER_INPUT', details: { field: 'body', bound: `at most ${BODY_BYTES} bytes` } } },
        ],
      },
    });
  });

  test.each([
    [
      '20 million brackets within one another',
      `{"query":"{hello}","variables":{"v":${'['.repeat(1e7)}${']'.repeat(1e7)}}}`,
    ],
    ['5 million lists side by side', `{"query":"{hello}","variables":{"v":[${'[],'.repeat(5e6)}1]}}`],
  ])('of %s is refused before it is parsed', async (_name, body) => {
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    const spent = await processorMs(async () => {
      answer = await send(`${server.url}/graphql`, { method: 'POST', headers: JSON_TYPE, body });
    });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } });
    expect(spent).toBeLessThan(1_500);
  });

  test('with __proto__ and duplicate keys changes nothing but itself', async () => {
    const body = `{"query":"query($v: JSON) { echo(value: $v) }","__proto__":{"query":"{whoami}"},"variables":{"v":{"__proto__":{"polluted":true},"a":1,"a":2}}}`;
    const answer = await send(`${server.url}/graphql`, { method: 'POST', headers: JSON_TYPE, body });
    expect(answer.json.data.echo.a).toBe(2);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('that is answered large is answered whole', async () => {
    const answer = await send(`${server.url}/graphql`, { method: 'POST', headers: JSON_TYPE, body: big(3_000_000) });
    expect(answer.json.data.echo).toHaveLength(3_000_000);
  });
});
