import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { Lease } from '../event/lease.ts';
import { StartupError } from '../runtime/startupError.ts';

const TTL_MS = 3_000;
const PAUSE_MS = 500;

/**
 * Runs work that one process at a time does on a graph. The lease of one that was killed runs out after three seconds; it
 * is waited for.
 * @param work gets a signal that fires when another process has the lease
 * @throws StartupError when another process is at it; whatever the work throws
 */
export async function oneAtATime<Result>(
  database: Database,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lease = new Lease(database, { name: 'reembed', ttl: TTL_MS });
  for (const end = performance.now() + 3 * TTL_MS; !(await lease.take());) {
    if (performance.now() > end)
      throw new StartupError('Another `npm run reembed` works on this database.', 'Let that one end, or stop it.');
    await sleep(PAUSE_MS, undefined, { signal });
  }
  const lost = new AbortController();
  const timer = setInterval(() => {
    // While the database is away nobody else can take it; an answer that it is gone ends the work.
    void lease
      .keep()
      .catch(() => true)
      .then((kept) => {
        if (!kept) lost.abort(new StartupError('Another run took over.', 'Let that one end, or run this one again.'));
      });
  }, TTL_MS / 4);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(timer);
    await lease.release().catch(() => {});
  }
}
