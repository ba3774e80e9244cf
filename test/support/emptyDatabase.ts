import { connect } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestDatabase } from './database.ts';

/**
 * A database without rows or server, for one suite alone: for what would disturb suites beside it, such as leases,
 * pruning and vectors of another embedder. It comes from the run's pool, and goes back emptied.
 * @param options.bare true for one that has no schema yet; others may have that of earlier suites, and need migrations all the same
 * @throws Error when the run has no pool, as under `--globalSetup=`
 */
export async function emptyDatabase({ bare = false } = {}): Promise<{
  address: TestDatabase;
  stop: () => Promise<void>;
}> {
  const path = process.env['TEST_DATABASE_POOL'];
  if (path === undefined) throw new Error('no pool of databases: run jest with its global set-up');
  const socket = connect(path);
  socket.write(bare ? 'bare\n' : 'any\n');
  const ended = once(socket, 'close').then(() => {
    throw new Error('the database of this suite did not start');
  });
  const [line] = (await Promise.race([once(createInterface({ input: socket }), 'line'), ended])) as [string];
  ended.catch(() => {});
  return {
    address: JSON.parse(line) as TestDatabase,
    stop: async () => {
      socket.end();
      await ended.catch(() => {});
    },
  };
}
