import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HookChain } from '../../src/hook/chain.ts';
import { loadHooks } from '../../src/hook/hooksFile.ts';
import { makeExecutors } from '../../src/hook/makeExecutors.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { testDatabase } from '../support/database.ts';
import { recordingLog } from './support/hooks.ts';

const folder = fileURLToPath(new URL('../../examples/hooks/', import.meta.url));
const withPython = hasPython() ? describe : describe.skip;

let chain: HookChain;
const { log, lines } = recordingLog();

beforeAll(async () => {
  const executors = makeExecutors({ environment: process.env, log });
  const hooks = await loadHooks(`${folder}hooks.toml`, new Set(executors.keys()));
  expect(hooks.map(({ id }) => id)).toEqual(['no-private-keys', 'tag-links', 'expand-query', 'ask-before-delete']);
  const usable = hooks.filter(({ command }) => hasPython() || !command.endsWith('.py'));
  chain = new HookChain(usable, executors, { log });
  chain.serve();
});

afterAll(async () => {
  await chain.close();
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

describe('bash', () => {
  test('a private key is refused', async () => {
    const content = 'my key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIE…';
    expect(await chain.firePre('pre_store', { title: 't', content }, {})).toEqual({
      outcome: 'denied',
      reason: 'a private key is nothing to remember',
      code: 422,
      hookId: 'no-private-keys',
    });
  });

  test('anything else is not', async () => {
    expect(await chain.firePre('pre_store', { title: 't', content: 'a walnut tree' }, {})).toEqual({
      outcome: 'allow',
    });
  });
});

withPython('python', () => {
  test('links become tags', async () => {
    const content = 'see https://Example.org/a, http://example.org/b and https://docs.example.net';
    expect(await chain.firePre('pre_store', { title: 't', content, tags: ['mine'] }, {})).toMatchObject({
      outcome: 'modified',
      delta: { tags: ['mine', 'host:example.org', 'host:docs.example.net'] },
    });
  });

  test('a daemon writes abbreviations out', async () => {
    const ask = (query: string) => chain.firePre('pre_recall_expand', { query, namespace: '', k: 5 }, {});
    // Its interpreter may still be coming up; what is too slow is passed over.
    for (const end = Date.now() + 5000; (await ask('db')).outcome !== 'modified' && Date.now() < end;);
    lines.length = 0;
    expect(await ask('Who owns the DB auth?')).toMatchObject({
      delta: { query: 'Who owns the DB auth? database authentication' },
    });
    expect(await ask('walnut')).toEqual({ outcome: 'allow' });
  });
});

describe('TypeScript', () => {
  test('a process asks before a deletion', async () => {
    expect(await chain.firePre('pre_delete', { id: 'm1' }, {})).toMatchObject({
      outcome: 'asked',
      questions: [
        { hookId: 'ask-before-delete', prompt: 'Delete the memory m1?', options: ['yes', 'no'], default: 'no' },
      ],
    });
  });

  test('a program that starts the server has a function as a hook', async () => {
    const { uri, user, password } = testDatabase();
    const child = spawn(`${folder}typescript/embedded.ts`, {
      env: {
        ...process.env,
        PORT: '0',
        NEO4J_URI: uri,
        NEO4J_USER: user,
        NEO4J_PASSWORD: password,
        EMBEDDING_PROVIDER: 'none',
        MNEMOGRAPH_HOOKS: '/nonexistent/hooks.toml',
        LOG_LEVEL: 'warn',
      },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const client = new HttpClient(url.trim(), { agentId: 'alice' });
    const { storeMemory } = await client.run<{ storeMemory: { memory: { title: string } } }>(
      'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { title } } }',
      { input: { title: 'x'.repeat(80), content: 'c', namespace: freshNamespace('embedded') } },
    );
    expect(storeMemory.memory.title).toBe(`${'x'.repeat(59)}…`);
    const admin = new HttpClient(url.trim());
    expect(await admin.run('{ hooks { edges { node { id mode priority timeoutMs sourcePath } } } }')).toEqual({
      hooks: {
        edges: [{ node: { id: 'short-titles', mode: 'FUNCTION', priority: 10, timeoutMs: 100, sourcePath: null } }],
      },
    });
    const tried = `mutation ($payload: JSON!) { testHook(id: "short-titles", payload: $payload) { decision delta } }`;
    expect(await admin.run(tried, { payload: { title: 'y'.repeat(61) } })).toEqual({
      testHook: { decision: 'MODIFY', delta: { title: `${'y'.repeat(59)}…` } },
    });
    child.kill('SIGINT');
    expect((await exited)[0]).toBe(0);
  });
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
