import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openEmbeddedDatabase } from '../../src/database/embedded/openEmbeddedDatabase.ts';
import { describeProgress } from '../../src/runtime/progress.ts';
import { StartupError } from '../../src/runtime/startupError.ts';
import { sharedCache } from './cacheFolder.ts';
import { databaseSettings } from './databaseSettings.ts';
import { startTestServer } from './server.ts';

// Runs beside jest: opens a database in a fresh folder, starts the built server on it, says where both are in one line of
// JSON, and stops them when its standard input ends, which it does when jest is gone, be it by `kill -9`.

const home = await mkdtemp(join(tmpdir(), 'mnemograph-test-'));
const parentGone = new AbortController();
const ended = new Promise<void>((resolve) => {
  process.stdin
    .once('end', resolve)
    .once('error', () => resolve())
    .resume();
});
void ended.then(() => parentGone.abort());
// Only the pipe decides: a signal to the terminal's processes must not stop the database under running tests.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

try {
  const database = await openEmbeddedDatabase({
    home,
    cacheFolder: sharedCache,
    transactionTimeoutMs: 15_000,
    environment: process.env,
    report: (event) => {
      if (event.step !== 'done') process.stderr.write(`${describeProgress(event)}\n`);
    },
    log: pino({ level: 'silent' }),
    signal: parentGone.signal,
    further: databaseSettings,
  });
  try {
    const { uri, user, password } = database;
    Object.assign(process.env, { TEST_NEO4J_URI: uri, TEST_NEO4J_USER: user, TEST_NEO4J_PASSWORD: password });
    const server = await startTestServer();
    process.stdout.write(`${JSON.stringify({ uri, user, password, server: server.url })}\n`);
    await ended;
    await server.stop();
  } finally {
    // Also when the server does not start: the database would outlive this process.
    await database.stop();
  }
} catch (error) {
  if (!parentGone.signal.aborted) {
    process.stderr.write(error instanceof StartupError ? `${error.message}\n${error.advice}\n` : `${String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
