import { homedir } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { cacheFolder } from '../runtime/cacheFolder.ts';
import type { Environment } from '../runtime/environment.ts';
import type { ReportProgress } from '../runtime/progress.ts';
import { Database } from './database.ts';
import type { DatabaseAddress } from './driver.ts';
import { DataFolderTaken } from './embedded/dataFolder.ts';
import { joinRunningDatabase } from './embedded/joinRunningDatabase.ts';
import { openEmbeddedDatabase } from './embedded/openEmbeddedDatabase.ts';
import { probe } from './probe.ts';

/** What opening takes from the process around it. */
export interface OpenDatabaseOptions {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  /** Hears of steps that take a while. */
  readonly report: ReportProgress;
  readonly signal?: AbortSignal | undefined;
  /** The longest time one of its transactions may take; `Config.TRANSACTION_TIMEOUT_MS` when absent. */
  readonly transactionTimeoutMs?: number | undefined;
}

/** A database for a program that works beside the servers, such as an import. */
export interface OpenedDatabase {
  readonly database: Database;
  /** Ends the connections, and the embedded database when it was started for this program. */
  close(): Promise<void>;
}

/**
 * Opens the database that a server with the same settings uses: the one of NEO4J_URI, else the embedded one of
 * MNEMOGRAPH_HOME, which is started unless a server runs it already.
 * @throws StartupError or DatabaseUnfit with what is wrong and what to do; nothing is left running then
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { address, stop } = await addressOf(options);
  const transactionTimeoutMs = options.transactionTimeoutMs ?? options.config.TRANSACTION_TIMEOUT_MS;
  const database = new Database(address, { transactionTimeoutMs });
  const close = async () => {
    await database.close();
    await stop();
  };
  try {
    await probe(database, address);
    return { database, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressOf(
  options: OpenDatabaseOptions,
): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  const { config, environment, log, report, signal } = options;
  const nothing = async () => {};
  if (config.NEO4J_URI !== undefined) {
    const address = {
      uri: config.NEO4J_URI,
      user: config.NEO4J_USER,
      password: config.NEO4J_PASSWORD ?? '',
      database: config.NEO4J_DATABASE,
    };
    return { address, stop: nothing };
  }
  const home = config.MNEMOGRAPH_HOME;
  const cache = cacheFolder({
    configured: config.MNEMOGRAPH_CACHE,
    environment,
    platform: process.platform,
    userHome: homedir(),
  });
  const transactionTimeoutMs = config.TRANSACTION_TIMEOUT_MS;
  try {
    const opened = await openEmbeddedDatabase({
      home,
      cacheFolder: cache,
      transactionTimeoutMs,
      environment,
      report,
      log,
      signal,
    });
    const { uri, user, password } = opened;
    return { address: { uri, user, password, database: 'neo4j' }, stop: () => opened.stop() };
  } catch (error) {
    if (!(error instanceof DataFolderTaken)) throw error;
    const address = await joinRunningDatabase(home);
    if (address === null) throw error;
    return { address, stop: nothing };
  }
}
