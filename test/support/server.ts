import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sharedCache } from './cacheFolder.ts';
import { testDatabase } from './database.ts';

/** A Mnemograph in a process of its own, as users run it. */
export interface TestServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly process: ChildProcess;
  /** All it wrote to standard error so far. */
  log(): string;
  /** Stops it as Ctrl-C does and answers its exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** What a test may set. */
export interface TestServerOptions {
  /** Settings over the tests' own: the run's database, any free port, quiet logs. `undefined` takes one away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const READY = /GraphQL\s+(\S+)\/graphql/;
const START_MS = 60_000;

/**
 * Starts a server on the run's database and waits until it says that it is ready.
 * @throws Error with what it printed, when it ends before
 */
export async function startTestServer({ environment = {} }: TestServerOptions = {}): Promise<TestServer> {
  const { uri, user, password } = testDatabase();
  const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
    env: definedOnly({
      ...process.env,
      PORT: '0',
      NEO4J_URI: uri,
      NEO4J_USER: user,
      NEO4J_PASSWORD: password,
      MNEMOGRAPH_CACHE: sharedCache,
      MNEMOGRAPH_HOOKS: '/nonexistent/hooks.toml',
      MNEMOGRAPH_HOOKS_MANAGED: '/nonexistent/hooks',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const url = await untilReady(child, said, exited);
  return {
    url,
    process: child,
    log: () => said.err,
    async stop() {
      child.kill('SIGINT');
      return (await exited)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs a start that must fail; answers what the terminal showed. */
export async function failedStart(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; error: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: definedOnly({ ...process.env, MNEMOGRAPH_CACHE: sharedCache, LOG_LEVEL: 'silent', ...environment }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, error };
}

async function untilReady(
  child: ChildProcess,
  said: { out: string; err: string },
  exited: Promise<[number | null]>,
): Promise<string> {
  return await new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the server was not ready in time:\n${said.out}${said.err}`));
    }, START_MS);
    child.stdout?.on('data', () => {
      const url = READY.exec(said.out)?.[1];
      if (url === undefined) return;
      clearTimeout(late);
      resolve(url);
    });
    void exited.then(([code]) => {
      clearTimeout(late);
      reject(new Error(`the server ended with ${code}:\n${said.out}${said.err}`));
    });
  });
}

function definedOnly(environment: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
}
