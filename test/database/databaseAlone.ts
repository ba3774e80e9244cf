import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openEmbeddedDatabase } from '../../src/database/embedded/openEmbeddedDatabase.ts';
import { sharedCache } from '../support/cacheFolder.ts';

// Runs beside a suite: opens an empty database in a fresh folder, says where it is in one line of JSON, and stops it when its
// standard input ends, which it does when the suite is gone, be it by `kill -9`.

const home = await mkdtemp(join(tmpdir(), 'mnemograph-empty-'));
const ended = new Promise<void>((resolve) => {
  process.stdin.once('end', resolve).once('error', () => resolve());
  process.stdin.resume();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

try {
  const database = await openEmbeddedDatabase({
    home,
    cacheFolder: sharedCache,
    transactionTimeoutMs: 15_000,
    environment: process.env,
    report: () => {},
    log: pino({ level: 'silent' }),
  });
  const { uri, user, password } = database;
  process.stdout.write(`${JSON.stringify({ uri, user, password })}\n`);
  await ended;
  await database.stop();
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 3 });
}
