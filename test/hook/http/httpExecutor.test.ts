import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HookChain } from '../../../src/hook/chain.ts';
import type { HookDefinition } from '../../../src/hook/definition.ts';
import { HttpExecutor } from '../../../src/hook/http/httpExecutor.ts';
import { signatureOf } from '../../../src/hook/http/signature.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';
import { HookReceiver, type Reply } from './hookReceiver.ts';

const receiver = new HookReceiver();
const executors: HttpExecutor[] = [];
let url: string;

beforeAll(async () => {
  url = await receiver.listen();
});
afterAll(async () => {
  await Promise.all(executors.map((executor) => executor.close()));
  await receiver.close();
});

const AT = new Date('2026-01-02T03:04:05.678Z');

/** A closed hook that posts to a path. */
function chainOf(path: string, fields: Partial<HookDefinition> = {}, secret: string | undefined = 'server secret') {
  const executor = new HttpExecutor({ environment: { HOOK_KEY: 'own secret', EMPTY: '' }, secret, clock: () => AT });
  executors.push(executor);
  const { log, lines } = recordingLog();
  const hook = hookOf({ id: 'h0', mode: 'http', command: '', url: url + path, failMode: 'closed', ...fields });
  return { chain: new HookChain([hook], new Map([['http', executor]]), { log }), executor, lines };
}

const says =
  (body: string, status = 200): Reply =>
  (response) =>
    void response.writeHead(status).end(body);
const DENY = '{"action":"deny","reason":"not here","code":451}';
const DENIED = { outcome: 'denied', reason: 'not here', code: 451 };
const FAILED = { outcome: 'denied', code: 503, hookId: 'h0' };

describe('an http hook', () => {
  test('is posted what a process would read, signed', async () => {
    receiver.on('/signed', says('{}'));
    const payload = { title: 'line\nbreak', content: 'ünïcode 🙂' };
    await chainOf('/signed').chain.firePre('pre_store', payload, {});
    await chainOf('/signed', { secretEnv: 'HOOK_KEY' }).chain.firePre('pre_store', payload, {});
    const got = receiver.received.filter(({ path }) => path === '/signed');
    expect(got).toHaveLength(2);
    for (const [index, key] of ['server secret', 'own secret'].entries()) {
      const { body, headers } = got[index]!;
      expect(JSON.parse(body)).toEqual({ event: 'pre_store', payload });
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'mnemograph' });
      const [, timestamp, signature] =
        /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-mnemograph-signature'])) ?? [];
      expect(Number(timestamp)).toBe(Math.floor(AT.getTime() / 1000));
      expect(signature).toBe(createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'));
    }
  });

  test('a signature, by hand', () => {
    // printf '1767323045.{}' | openssl dgst -sha256 -hmac k
    expect(signatureOf('{}', 'k', AT)).toBe(
      't=1767323045,v1=e3372d86046f0f32122a2046c04f94472a53c21d370af75faddb82259b821732',
    );
  });

  test.each<[string, Reply, object]>([
    ['allow', says('{"action":"allow"}'), { outcome: 'allow' }],
    ['nothing', says(''), { outcome: 'allow' }],
    ['204', says('', 204), { outcome: 'allow' }],
    ['201', says(DENY, 201), DENIED],
    ['deny', says(DENY), DENIED],
    [
      'modify',
      says('{"action":"modify","delta":{"tags":["seen"]}}'),
      { outcome: 'modified', delta: { tags: ['seen'] } },
    ],
    ['ask', says('{"action":"ask_user","prompt":"Sure?"}'), { outcome: 'asked' }],
    ['one document on many lines', says('{\n  "action": "deny",\n  "reason": "not here",\n  "code": 451\n}\n'), DENIED],
    ['two documents, the last wins', says(`{}\n${DENY}\n`), DENIED],
    [
      'in pieces',
      (response) => (response.write(DENY.slice(0, 9)), setTimeout(() => response.end(DENY.slice(9)), 30)),
      DENIED,
    ],
    ['nearly 1 MiB', says(`${' '.repeat(1_000_000)}${DENY}`), DENIED],
  ])('answers: %s', async (name, reply, result) => {
    receiver.on(`/${encodeURIComponent(name)}`, reply);
    expect(await chainOf(`/${encodeURIComponent(name)}`).chain.firePre('pre_store', {}, {})).toMatchObject(result);
  });

  test.each<[string, Reply, string]>([
    ['garbage', says('hello'), 'the answer is not JSON'],
    ['no JSON object', says('[]'), 'the answer is not a JSON object'],
    ['400', says(DENY, 400), 'status 400'],
    ['500', says(DENY, 500), 'status 500'],
    ['a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), 'status 307'],
    ['10 MB', says('x'.repeat(1e7)), 'more than 1048576 bytes'],
    [
      'endless',
      (response) => void setInterval(() => response.write('x'.repeat(100_000)), 1).unref(),
      'more than 1048576 bytes',
    ],
    ['a broken connection', (response) => response.destroy(), 'cannot be reached: '],
    [
      'half an answer',
      (response) => (
        response.writeHead(200, { 'content-length': 99 }),
        response.write('{}'),
        setTimeout(() => response.destroy(), 20)
      ),
      'cannot be reached: ',
    ],
  ])('fails: %s', async (name, reply, why) => {
    receiver.on(`/fails/${encodeURIComponent(name)}`, reply);
    const { chain, lines } = chainOf(`/fails/${encodeURIComponent(name)}`);
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject(FAILED);
    expect(lines[0]?.['msg']).toMatch(why);
    expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  test('nobody listens: a failure', async () => {
    const { chain, lines } = chainOf('', { url: 'http://127.0.0.1:9/' });
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject(FAILED);
    expect(lines[0]?.['msg']).toMatch('cannot be reached: ');
  });

  test('does not answer in time, or its caller goes away: the request is broken off', async () => {
    receiver.on('/hangs', () => {});
    const { chain } = chainOf('/hangs', { timeoutMs: 200 });
    const begin = performance.now();
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject({
      ...FAILED,
      reason: 'hook h0 did not answer in time',
    });
    expect(performance.now() - begin).toBeLessThan(10_000);
    const gone = new AbortController();
    setTimeout(() => gone.abort(new Error('gone')), 50);
    await expect(chain.firePre('pre_store', {}, { signal: gone.signal })).rejects.toThrow('gone');
    const { chain: closing } = chainOf('/hangs');
    const waiting = closing.firePre('pre_store', {}, {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closing.close();
    expect(await waiting).toMatchObject(FAILED);
    for (const end = Date.now() + 2000; receiver.brokenOff < 3 && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(receiver.brokenOff).toBeGreaterThanOrEqual(3);
  });

  test('connections are used again, and many requests are under way at once', async () => {
    let now = 0;
    let most = 0;
    receiver.on('/counts', (response) => {
      most = Math.max(most, ++now);
      setTimeout(() => (now--, response.end('{}')), 10);
    });
    const { chain } = chainOf('/counts');
    const before = receiver.connections;
    for (let turn = 0; turn < 10; turn++) await chain.firePre('pre_store', {}, {});
    expect(receiver.connections - before).toBeLessThanOrEqual(1);
    expect(most).toBe(1);
    await Promise.all(Array.from({ length: 100 }, () => chain.firePre('pre_store', {}, {})));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(64);
  });
});

describe('an http hook without a secret', () => {
  test.each([
    [
      'none at all',
      undefined,
      {},
      'hook h0: nothing to sign with: set MNEMOGRAPH_HOOK_SECRET, or name a variable in secret_env',
    ],
    [
      'a variable that is not set',
      'server secret',
      { secretEnv: 'UNSET' },
      'hook h0: nothing to sign with: the variable UNSET is not set',
    ],
    [
      'an empty variable',
      'server secret',
      { secretEnv: 'EMPTY' },
      'hook h0: nothing to sign with: the variable EMPTY is not set',
    ],
  ])('is refused when hooks are loaded: %s', (_, secret, fields, message) => {
    const executor = new HttpExecutor({ environment: { EMPTY: '' }, secret });
    const hook = hookOf({ id: 'h0', mode: 'http', url: 'http://127.0.0.1:9/', ...fields });
    const make = (hooks: HookDefinition[]) => new HookChain(hooks, new Map([['http', executor]]), recordingLog());
    expect(() => make([hook])).toThrow(message);
    expect(() => make([{ ...hook, enabled: false }])).not.toThrow();
  });
});
