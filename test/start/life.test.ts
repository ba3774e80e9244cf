import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { homeMark } from '../../src/database/embedded/processMark.ts';
import { findMarkedProcesses } from '../../src/database/embedded/processTable.ts';
import { sharedCache } from '../support/cacheFolder.ts';
import { HttpClient, socketClient } from '../support/client.ts';
import { failedStart, startTestServer, type TestServer } from '../support/server.ts';

// One data folder through its life, with the database that the server itself starts. The tests build on each other.

const home = realpathSync(mkdtempSync(join(tmpdir(), 'mnemograph-life-')));
const settings = {
  NEO4J_URI: undefined,
  MNEMOGRAPH_HOME: home,
  MNEMOGRAPH_CACHE: sharedCache,
  EMBEDDING_PROVIDER: 'none',
  PORT: '0',
};
const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const STORE_MANY = 'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount } }';

const started: TestServer[] = [];
async function start(): Promise<TestServer> {
  const server = await startTestServer({ environment: settings });
  started.push(server);
  return server;
}

/** Databases of this data folder in the process table. */
async function databases(): Promise<number[]> {
  return (await findMarkedProcesses(homeMark(home))).map(({ pid }) => pid);
}

async function titles(server: TestServer): Promise<string[]> {
  const { memories } = await new HttpClient(server.url).run<{ memories: { title: string }[] }>(
    '{ memories(where: { namespace: { eq: "kept" } }, sort: [{ title: ASC }]) { title } }',
  );
  return memories.map(({ title }) => title);
}

async function store(server: TestServer, title: string): Promise<void> {
  await new HttpClient(server.url).run(STORE, { input: { title, content: title, namespace: 'kept' } });
}

afterAll(async () => {
  for (const server of started)
    if (server.process.exitCode === null && server.process.signalCode === null) await server.kill();
  for (const pid of await databases()) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

describe('Ctrl-C', () => {
  test('answers what is under way, closes sockets with 1001, stops the database and ends with 0, also when the signal comes twice', async () => {
    const server = await start();
    await store(server, 'first');
    expect(await databases()).toHaveLength(1);
    const client = socketClient(server.url);
    const closed = new Promise<number>((resolve) =>
      client.on('closed', (event) => resolve((event as { code: number }).code)),
    );
    const connected = new Promise((resolve) => client.on('connected', resolve));
    client.subscribe(
      { query: 'subscription { events { type } }' },
      { next: () => undefined, error: () => undefined, complete: () => undefined },
    );
    await connected;
    const inputs = Array.from({ length: 500 }, (_, place) => ({
      title: `bulk ${place}`,
      content: 'x',
      namespace: 'bulk',
    }));
    const underWay = new HttpClient(server.url).run<{ storeMemories: { storedCount: number } }>(STORE_MANY, { inputs });
    await new Promise((resolve) => setTimeout(resolve, 60));

    const stopping = performance.now();
    const code = server.stop();
    // npm passes a signal on that the whole group has got already.
    server.process.kill('SIGINT');
    expect(await underWay).toEqual({ storeMemories: { storedCount: 500 } });
    expect(await closed).toBe(1001);
    expect(await code).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(20_000);
    expect(await databases()).toEqual([]);
    expect(server.log()).toBe('');
  }, 120_000);

  test('during the start stops the start, and leaves nothing running', async () => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const environment = Object.fromEntries(
      Object.entries({ ...process.env, ...settings }).filter(([, value]) => value !== undefined),
    );
    const child = spawn(process.execPath, [main], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const exit = once(child, 'exit');
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('starting')) resolve();
      });
    });
    child.kill('SIGINT');
    expect((await exit)[0]).toBe(130);
    expect(said).not.toContain('ready');
    expect(await databases()).toEqual([]);
  }, 60_000);
});

describe('kill -9', () => {
  let server: TestServer;

  test('of nobody yet: a restart keeps the data, and a second server on the folder is refused', async () => {
    server = await start();
    expect(await titles(server)).toEqual(['first']);
    const { code, error } = await failedStart(settings);
    expect({ code, error }).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^Mnemograph cannot start: .*\n.*MNEMOGRAPH_HOME/),
    });
    expect(error).toContain(String(server.process.pid));
    await store(server, 'second');
  }, 90_000);

  test('of the server: the next start takes its database over; there is never a second one', async () => {
    const [database] = await databases();
    await server.kill();
    expect(await databases()).toEqual([database]);
    server = await start();
    expect(await databases()).toEqual([database]);
    expect(await titles(server)).toEqual(['first', 'second']);
    await store(server, 'third');
  }, 90_000);

  test('of the database: the server says so and ends with an error', async () => {
    const [database = 0] = await databases();
    const exit = once(server.process, 'exit');
    process.kill(database, 'SIGKILL');
    const killed = performance.now();
    expect((await exit)[0]).toBe(1);
    expect(performance.now() - killed).toBeLessThan(20_000);
    expect(server.log()).toContain('The embedded database ended unexpectedly');
  }, 60_000);

  test('of both at once: the next start has what was acknowledged', async () => {
    server = await start();
    await store(server, 'fourth');
    const [database = 0] = await databases();
    process.kill(database, 'SIGKILL');
    await server.kill();
    server = await start();
    expect(await titles(server)).toEqual(['first', 'fourth', 'second', 'third']);
    expect(await server.stop()).toBe(0);
    expect(await databases()).toEqual([]);
  }, 120_000);
});
