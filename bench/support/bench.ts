import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { parseConfig } from '../../src/config.ts';
import { openEmbeddedDatabase } from '../../src/database/embedded/openEmbeddedDatabase.ts';
import type { Embedder } from '../../src/embedding/port.ts';
import { cacheFolder } from '../../src/runtime/cacheFolder.ts';
import { startMnemograph, type Mnemograph } from '../../src/start.ts';
import type { Address } from './rawGraph.ts';

/** One line of the report. */
export interface Figure {
  readonly question: string;
  /** What was measured, with its unit. */
  readonly figure: string;
  /** The raw limit of the same run, with its unit. */
  readonly raw: string;
  /** Figure to raw limit. */
  readonly ratio: number | null;
  readonly aim: string;
}

/** What a bench gets. */
export interface Bench {
  readonly address: Address;
  /**
   * Starts a server of its own on the benches' database; `hooks` is the path of its hooks file, none by default; `settings` are
   * further variables of its environment.
   */
  serve(options: {
    embedder?: Embedder | null;
    port?: number;
    hooks?: string;
    settings?: Readonly<Record<string, string>>;
  }): Promise<Mnemograph>;
}

/** One question, one file. */
export type Question = (bench: Bench) => Promise<Figure[]>;

/** Opens a fresh database, lets `work` measure, and leaves nothing behind. */
export async function withBench<Result>(work: (bench: Bench) => Promise<Result>): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'mnemograph-bench-'));
  const log = pino({ level: 'warn' }, pino.destination(2));
  const cache = cacheFolder({
    configured: process.env['MNEMOGRAPH_CACHE'] || undefined,
    environment: process.env,
    platform: process.platform,
    userHome: homedir(),
  });
  const database = await openEmbeddedDatabase({
    home,
    cacheFolder: cache,
    transactionTimeoutMs: 60_000,
    environment: process.env,
    report: () => {},
    log,
  });
  const address = { uri: database.uri, user: database.user, password: database.password };
  try {
    return await work({
      address,
      serve: async ({ embedder, port = 0, hooks = join(home, 'none.toml'), settings = {} }) =>
        await startMnemograph({
          config: parseConfig({
            PORT: String(port),
            NEO4J_URI: address.uri,
            NEO4J_PASSWORD: address.password,
            MNEMOGRAPH_CACHE: cache,
            MNEMOGRAPH_HOOKS: hooks,
            LOG_LEVEL: 'warn',
            ...settings,
          }),
          environment: process.env,
          log,
          report: () => {},
          embedder,
        }),
    });
  } finally {
    await database.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Sends an operation and throws when it is refused.
 * @param headers say who asks; the local admin without
 */
export async function send<Data>(
  url: string,
  query: string,
  variables: Record<string, unknown>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

/** Milliseconds with two digits. */
export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}

/** A rate, in whole rows. */
export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en')}/s`;
}
