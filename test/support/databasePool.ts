import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import pino from 'pino';
import { openEmbeddedDatabase } from '../../src/database/embedded/openEmbeddedDatabase.ts';
import type { EmbeddedDatabase } from '../../src/database/embedded/startEmbeddedDatabase.ts';
import { sharedCache } from './cacheFolder.ts';

// Runs beside jest: lends empty databases to suites that need one of their own. Who connects gets a line of JSON that says where
// one is; when the connection ends, be it by `kill -9`, the database is emptied and waits for the next. They start when asked
// for, and stop with the standard input of this process.

const home = await mkdtemp(join(tmpdir(), 'mnemograph-pool-'));
const all: EmbeddedDatabase[] = [];
const idle: EmbeddedDatabase[] = [];
let ending = false;
const ended = new Promise<void>((resolve) => {
  process.stdin
    .once('end', resolve)
    .once('error', () => resolve())
    .resume();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function open(): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({
    home: await mkdtemp(join(home, 'database-')),
    cacheFolder: sharedCache,
    transactionTimeoutMs: 60_000,
    environment: process.env,
    report: () => {},
    log: pino({ level: 'silent' }),
  });
  all.push(database);
  return database;
}

/** Neither rows nor schema, nor anything that still runs. */
async function empty({ uri, user, password }: EmbeddedDatabase): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  const session = driver.session();
  const ask = async (text: string) => (await session.run(text)).records.map((record) => record.get(0) as string);
  try {
    const running = await ask(
      `SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW' RETURN transactionId`,
    );
    for (const id of running) await ask(`TERMINATE TRANSACTION '${id}'`);
    for (const name of await ask('SHOW CONSTRAINTS YIELD name')) await ask(`DROP CONSTRAINT \`${name}\` IF EXISTS`);
    for (const name of await ask("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"))
      await ask(`DROP INDEX \`${name}\` IF EXISTS`);
    await ask('MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS');
  } finally {
    await driver.close();
  }
}

async function lend(socket: Socket): Promise<void> {
  const returned = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {}).resume();
  const database = idle.pop() ?? (await open());
  const { uri, user, password } = database;
  socket.write(`${JSON.stringify({ uri, user, password })}\n`);
  await returned;
  if (ending) return;
  await empty(database);
  idle.push(database);
}

const path = join(home, 'pool');
const server = createServer((socket) => {
  lend(socket).catch((error: unknown) => {
    // What was being emptied when the run ended is stopped under it.
    if (!ending) process.stderr.write(`a database of the pool: ${String(error)}\n`);
    socket.destroy();
  });
});
server.listen(path, () => process.stdout.write(`${path}\n`));
try {
  await ended;
  ending = true;
  server.close();
  await Promise.all(all.map((database) => database.stop()));
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
  process.exit();
}
