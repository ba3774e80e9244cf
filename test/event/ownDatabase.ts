import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../support/database.ts';

/**
 * A database for one suite alone, without any server on it, for what would disturb suites beside it: pruning, gaps, and the one lease of the
 * post-hooks. `EVENT_TEST_NEO4J_URI` uses a running one, which should be empty.
 */
export async function ownDatabase(): Promise<{ address: TestDatabase; stop: () => Promise<void> }> {
  const uri = process.env['EVENT_TEST_NEO4J_URI'];
  if (uri !== undefined) {
    const { TEST_NEO4J_USER: user = 'neo4j', TEST_NEO4J_PASSWORD: password = '' } = process.env;
    return { address: { uri, user, password }, stop: () => Promise.resolve() };
  }
  const program = fileURLToPath(new URL('../support/databaseKeeper.ts', import.meta.url));
  const keeper = spawn(process.execPath, ['--import', 'tsx', program, '--alone'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
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
