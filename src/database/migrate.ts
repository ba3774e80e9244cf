import type { Logger } from 'pino';
import { statements } from '../generated/statements.ts';
import type { Database, StatementName } from './database.ts';
import { toLocalDateTime } from './values.ts';

const PREFIX = 'migrations/';
const LONGEST_MIGRATION_MS = 600_000;

/**
 * Brings the graph to the shape this version needs. Forward only; safe when any number of servers start at once: one
 * holds the lock and works, the others wait and find it done. Each step may run twice, so a killed server does no harm.
 */
export async function migrate(database: Database, log: Logger): Promise<void> {
  await persistently(() => database.command('database/prepare-migrations'));
  await persistently(() =>
    database.write(async (run) => {
      // The lock is this transaction's: a server that dies sets it free. Changes of the schema need sessions of their own.
      const [row] = await run<{ done: string[] }>('database/lock-migrations', {});
      const done = new Set(row?.done ?? []);
      for (const name of migrationNames()) {
        if (done.has(name)) continue;
        log.info({ migration: name }, 'migrating');
        await database.commands(name);
        await run('database/record-migration', { id: name, now: toLocalDateTime(new Date()) });
      }
    }, { timeoutMs: LONGEST_MIGRATION_MS }),
  );
  await database.command('database/await-indexes', { seconds: 300 });
}

/** Names of all migrations, oldest first. */
export function migrationNames(): StatementName[] {
  return (Object.keys(statements) as StatementName[]).filter((name) => name.startsWith(PREFIX)).sort();
}

/** Start-up races and lock time-outs settle by trying again, for at most two minutes. */
async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + 120_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400));
    }
  }
}

function mayPass(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '');
  return /Transient|LockAcquisition|EquivalentSchemaRule|ConstraintAlreadyExists|IndexAlreadyExists|ConstraintValidationFailed|DeadlockDetected|TransactionTimedOut/.test(code);
}
