import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * Starts one Neo4j and one server for the whole run, and the pool of empty databases, in processes that live as long as the
 * pipe to this one: when jest ends, however it ends, the pipe closes, and they stop their databases and remove their
 * folders. `TEST_NEO4J_URI` uses a running database instead of the one.
 */
export default async function globalSetup() {
  globalThis.keepers = [];
  // Databases of tests live for minutes: code that is compiled fast serves them better than fast code.
  process.env.JAVA_TOOL_OPTIONS ??= '-XX:TieredStopAtLevel=1';
  // jest hands the environment on to its workers.
  process.env.TEST_DATABASE_POOL = await keep('databasePool.ts');
  if (process.env.TEST_NEO4J_URI) return;
  const { uri, user, password, server } = JSON.parse(await keep('databaseKeeper.ts'));
  Object.assign(process.env, {
    TEST_NEO4J_URI: uri,
    TEST_NEO4J_USER: user,
    TEST_NEO4J_PASSWORD: password,
    TEST_SERVER_URL: server,
  });
}

/** Starts a program of this folder and answers the first line that it says. */
async function keep(program) {
  const keeper = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL(program, import.meta.url))], {
    // A process group of its own: Ctrl-C must not reach it before jest has ended.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  globalThis.keepers.push(keeper);
  const told = once(createInterface({ input: keeper.stdout }), 'line');
  const ended = once(keeper, 'exit').then(([code]) => {
    throw new Error(`${program} did not start (exit code ${code})`);
  });
  const [line] = await Promise.race([told, ended]);
  ended.catch(() => {});
  return line;
}
