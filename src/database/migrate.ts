import type { Logger } from 'pino';
import { statements } from '../generated/statements.ts';
import type { Database, StatementName } from './database.ts';
import { alone, persistently } from './schemaChange.ts';
import { toLocalDateTime } from './values.ts';

const PREFIX = 'migrations/';

/**
 * Brings the graph to the shape this version needs. Forward only; safe when any number of servers start at once: one
 * holds the lock and works, the others wait and find it done. Each step may run twice, so a killed server does no harm.
 */
export async function migrate(database: Database, log: Logger): Promise<void> {
  await persistently(() => database.command('database/prepare-migrations'));
  await alone(database, async (run, done) => {
    for (const name of migrationNames()) {
      if (done.includes(name)) continue;
      log.info({ migration: name }, 'migrating');
      await database.commands(name);
      await run('database/record-migration', { id: name, now: toLocalDateTime(new Date()) });
    }
  });
  await database.command('database/await-indexes', { seconds: 300 });
}

/** Names of all migrations, oldest first. */
export function migrationNames(): StatementName[] {
  return (Object.keys(statements) as StatementName[]).filter((name) => name.startsWith(PREFIX)).sort();
}
