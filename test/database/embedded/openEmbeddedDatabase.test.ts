import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import neo4j from 'neo4j-driver';
import pino from 'pino';
import { openEmbeddedDatabase } from '../../../src/database/embedded/openEmbeddedDatabase.ts';
import { homeMark } from '../../../src/database/embedded/processMark.ts';
import { findMarkedProcesses } from '../../../src/database/embedded/processTable.ts';
import type { EmbeddedDatabase } from '../../../src/database/embedded/startEmbeddedDatabase.ts';
import { StartupError } from '../../../src/runtime/startupError.ts';
import { sharedCache } from '../../support/cacheFolder.ts';

/** A blank in the path, as in many a user's home. */
const home = mkdtempSync(join(tmpdir(), 'mnemograph embedded '));
const servers: ChildProcess[] = [];
/** For what only Linux's /proc shows. */
const testOnLinux = process.platform === 'linux' ? test : test.skip;

function open(folder = home): Promise<EmbeddedDatabase> {
  const log = pino({ level: 'silent' });
  return openEmbeddedDatabase({
    home: folder,
    cacheFolder: sharedCache,
    transactionTimeoutMs: 15_000,
    environment: process.env,
    report: () => {},
    log,
  });
}

async function run(database: { uri: string; password: string }, cypher: string): Promise<unknown[]> {
  const driver = neo4j.driver(database.uri, neo4j.auth.basic('neo4j', database.password), {
    disableLosslessIntegers: true,
  });
  try {
    const { records } = await driver.executeQuery(cypher);
    return records.map((record) => record.get(0) as unknown);
  } finally {
    await driver.close();
  }
}

/** Databases of this data folder in the process table. */
async function running(): Promise<number[]> {
  return (await findMarkedProcesses(homeMark(home))).map(({ pid }) => pid);
}

/** Starts a server in a process of its own and kills it; its database stays. */
async function abandonDatabase(): Promise<{ uri: string; password: string; pid: number }> {
  const script = fileURLToPath(new URL('runDatabase.ts', import.meta.url));
  const server = spawn(process.execPath, ['--import', 'tsx', script, home, sharedCache], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  const [line] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  server.kill('SIGKILL');
  await once(server, 'exit');
  return JSON.parse(line) as { uri: string; password: string; pid: number };
}

/** Local addresses that a process listens on, from /proc: hexadecimal address and port. */
async function listening(pid: number): Promise<string[]> {
  const sockets = new Set<string>();
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const inode = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))?.[1];
    if (inode !== undefined) sockets.add(inode);
  }
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  return rows.flatMap(([, local = '', , state, , , , , , inode = '']) =>
    state === '0A' && sockets.has(inode) ? [local] : [],
  );
}

afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  for (const pid of await running()) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

describe('the first start', () => {
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    database = await open();
  }, 240_000);
  afterAll(() => database.stop());

  test('answers queries and takes writes', async () => {
    expect(database.reused).toBe(false);
    expect(await run(database, 'CREATE (:Kept {value: 42}) RETURN 1')).toEqual([1]);
  });

  test('keeps a random password that only this user can read', async () => {
    const file = join(home, 'secrets/neo4j-password');
    expect(await readFile(file, 'utf8')).toBe(`${database.password}\n`);
    expect(database.password).toMatch(/^[0-9a-f]{48}$/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(join(home, 'secrets')).mode & 0o777).toString(8)).toBe('700');
  });

  testOnLinux('shows the password on no command line', async () => {
    expect(await readFile(`/proc/${database.pid}/cmdline`, 'utf8')).not.toContain(database.password);
  });

  testOnLinux('listens on one port, on loopback', async () => {
    const port = Number(new URL(database.uri).port).toString(16).toUpperCase().padStart(4, '0');
    expect(await listening(database.pid)).toEqual([
      expect.stringMatching(new RegExp(`^(0100007F|0{16}FFFF00000100007F):${port}$`)),
    ]);
  });

  testOnLinux('runs in a process group of its own, so that Ctrl-C does not reach it', async () => {
    const fields = (await readFile(`/proc/${database.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    expect(Number(fields[2])).toBe(database.pid);
  });

  test('a second server on the folder is told who has it', async () => {
    const refusal = await open().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect(refusal).toMatchObject({
      message: expect.stringContaining(`process ${process.pid}`),
      advice: expect.stringContaining('MNEMOGRAPH_HOME'),
    });
    expect(await running()).toEqual([database.pid]);
  });

  test('stops cleanly and leaves no process behind', async () => {
    await Promise.all([database.stop(), database.stop()]);
    expect(await database.exited).toEqual({ code: 0, signal: null });
    expect(await running()).toEqual([]);
  });
});

describe('later starts', () => {
  test('find the data, also after the database itself was killed', async () => {
    const second = await open();
    expect(await run(second, 'MATCH (k:Kept) SET k.value = k.value + 1 RETURN k.value')).toEqual([43]);
    process.kill(second.pid, 'SIGKILL');
    expect(await second.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await second.stop();

    const third = await open();
    expect(await run(third, 'MATCH (k:Kept) RETURN k.value')).toEqual([43]);
    await third.stop();
    expect(await running()).toEqual([]);
  }, 240_000);
});

describe('after kill -9 of the server', () => {
  test('its database is taken over, and stopped like an own one', async () => {
    const abandoned = await abandonDatabase();
    expect(await running()).toEqual([abandoned.pid]);
    const database = await open();
    expect(database).toMatchObject({
      reused: true,
      pid: abandoned.pid,
      uri: abandoned.uri,
      password: abandoned.password,
    });
    expect(await run(database, 'MATCH (k:Kept) RETURN k.value')).toEqual([43]);
    await database.stop();
    await database.exited;
    expect(await running()).toEqual([]);
  }, 240_000);

  test('a database that hangs is replaced, and the data is whole', async () => {
    const abandoned = await abandonDatabase();
    process.kill(abandoned.pid, 'SIGSTOP');
    const database = await open();
    expect(database.reused).toBe(false);
    expect(await running()).toEqual([database.pid]);
    expect(database.pid).not.toBe(abandoned.pid);
    expect(await run(database, 'MATCH (k:Kept) RETURN k.value')).toEqual([43]);
    await database.stop();
  }, 240_000);
});

test('a first start that was broken off by a kill is made anew', async () => {
  const other = join(home, 'broken off');
  mkdirSync(join(other, 'data/databases/system'), { recursive: true });
  // What is there when Neo4j is killed between making its store and making its transaction log.
  writeFileSync(join(other, 'data/databases/system/neostore'), Buffer.alloc(8192));
  writeFileSync(join(other, 'data/first-start'), '');
  const database = await open(other);
  expect(await run(database, 'RETURN 1')).toEqual([1]);
  expect(existsSync(join(other, 'data/first-start'))).toBe(false);
  await database.stop();
}, 240_000);

describe('a start that cannot succeed says why, leaves nothing running and frees the folder', () => {
  async function refusal(): Promise<unknown> {
    const error = await open().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartupError);
    expect(await running()).toEqual([]);
    return error;
  }

  test('a store of a newer Neo4j', async () => {
    const file = join(home, 'data/neo4j-version');
    writeFileSync(file, '2031.01.0\n');
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('written by Neo4j 2031.01.0') });
    rmSync(file);
  });

  test('a password that does not fit', async () => {
    const file = join(home, 'secrets/neo4j-password');
    const password = await readFile(file, 'utf8');
    writeFileSync(file, 'not-the-password\n');
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('does not accept the password') });
    writeFileSync(file, password);
  }, 240_000);

  test('a damaged store', async () => {
    truncateSync(join(home, 'data/databases/system/neostore'), 100);
    writeFileSync(join(home, 'data/databases/system/neostore'), Buffer.alloc(8192, 0xa5));
    expect(await refusal()).toMatchObject({
      message: expect.stringMatching(/store is damaged: .+/),
      advice: expect.stringContaining(join(home, 'logs')),
    });
  }, 240_000);
});
