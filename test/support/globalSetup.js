import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts one Neo4j and one server for the whole run, in a process that lives as long as the pipe to this one: when jest ends, however it ends,
 * the pipe closes, and that process stops the database and removes its folder. `TEST_NEO4J_URI` uses a running one instead.
 */
export default async function globalSetup() {
  if (process.env.TEST_NEO4J_URI) return;
  const keeper = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('databaseKeeper.ts', import.meta.url))],
    {
      // A process group of its own: Ctrl-C must not reach it before jest has ended.
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  globalThis.databaseKeeper = keeper;
  const told = once(createInterface({ input: keeper.stdout }), 'line');
  const ended = once(keeper, 'exit').then(([code]) => {
    throw new Error(`the database for the tests did not start (exit code ${code})`);
  });
  const [line] = await Promise.race([told, ended]);
  ended.catch(() => {});
  const { uri, user, password, server } = JSON.parse(line);
  // jest hands these on to its workers.
  Object.assign(process.env, {
    TEST_NEO4J_URI: uri,
    TEST_NEO4J_USER: user,
    TEST_NEO4J_PASSWORD: password,
    TEST_SERVER_URL: server,
  });
}
