import type { Database, RunStatement } from './database.ts';

const LONGEST_CHANGE_MS = 600_000;

/**
 * Runs work that changes the schema, on one server at a time. The lock is the transaction's: a server that dies sets it
 * free. Changes of the schema themselves need sessions of their own (`database.command`).
 * @param work gets the migrations that are through
 */
export async function alone(
  database: Database,
  work: (run: RunStatement, done: readonly string[]) => Promise<void>,
): Promise<void> {
  await persistently(() =>
    database.write(
      async (run) => {
        const [row] = await run<{ done: string[] }>('database/lock-migrations', {});
        await work(run, row?.done ?? []);
      },
      { timeoutMs: LONGEST_CHANGE_MS },
    ),
  );
}

/** Start-up races and lock time-outs settle by trying again, for at most two minutes. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
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
  return /Transient|LockAcquisition|EquivalentSchemaRule|ConstraintAlreadyExists|IndexAlreadyExists|ConstraintValidationFailed|DeadlockDetected|TransactionTimedOut/.test(
    code,
  );
}
