import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../support/database.ts';

/** Starts a database without any schema, for one suite alone. */
export async function emptyDatabase(): Promise<{ address: TestDatabase; stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('databaseAlone.ts', import.meta.url));
  const keeper = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(keeper, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: keeper.stdout }), 'line'),
    exit.then(() => Promise.reject(new Error('the database of this suite did not start'))),
  ])) as [string];
  return {
    address: JSON.parse(line) as TestDatabase,
    stop: async () => {
      keeper.stdin.end();
      await exit;
    },
  };
}
