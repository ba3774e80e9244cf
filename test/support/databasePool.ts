import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import pino from 'pino';
import { openEmbeddedDatabase } from '../../src/database/embedded/openEmbeddedDatabase.ts';
import type { EmbeddedDatabase } from '../../src/database/embedded/startEmbeddedDatabase.ts';
import { createInterface } from 'node:readline';
import { sharedCache } from './cacheFolder.ts';
import { databaseSettings } from './databaseSettings.ts';

// Runs beside jest: lends empty databases to suites that need one of their own. Who connects says in a line which it wants,
// `bare` for one without any schema, and gets a line of JSON that says where it is; when the connection ends, be it by `kill -9`,
// the database is emptied and waits for the next. They start when asked for, and stop with the standard input of this process.

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
    further: databaseSettings,
  });
  all.push(database);
  return database;
}

/**
 * No rows, and nothing that still runs. The schema may stay: migrations find it done, and all statements keep their plans.
 * @param bare true for no schema either
 */
async function empty({ uri, user, password }: EmbeddedDatabase, bare: boolean): Promise<void> {
  const driver = neo4j.driver(uri, neo4j.auth.basic(user, password));
  const session = driver.session();
  const ask = async (text: string) => (await session.run(text)).records.map((record) => record.get(0) as string);
  try {
    const running = await ask(
      `SHOW TRANSACTIONS YIELD transactionId, currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW' RETURN transactionId`,
    );
    for (const id of running) await ask(`TERMINATE TRANSACTION '${id}'`);
    await ask('MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS');
    if (!bare) return;
    for (const name of await ask('SHOW CONSTRAINTS YIELD name')) await ask(`DROP CONSTRAINT \`${name}\` IF EXISTS`);
    for (const name of await ask("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"))
      await ask(`DROP INDEX \`${name}\` IF EXISTS`);
  } finally {
    await driver.close();
  }
}

async function lend(socket: Socket): Promise<void> {
  const returned = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  const [wish] = (await once(createInterface({ input: socket }), 'line')) as [string];
  socket.resume();
  const used = idle.pop();
  const database = used ?? (await open());
  if (used && wish === 'bare') await empty(used, true);
  const { uri, user, password } = database;
  socket.write(`${JSON.stringify({ uri, user, password })}\n`);
  await returned;
  if (ending) return;
  await empty(database, false);
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
