import type { Logger } from 'pino';
import type { Environment } from '../../runtime/environment.ts';
import type { ReportProgress } from '../../runtime/progress.ts';
import { resolveDatabaseRuntime } from '../../runtime/resolveDatabaseRuntime.ts';
import { StartupError } from '../../runtime/startupError.ts';
import { lockDataFolder } from './dataFolder.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './startEmbeddedDatabase.ts';

/** Everything a server must say to get a database of its own. */
export interface OpenOptions {
  /** `Config.MNEMOGRAPH_HOME`. */
  readonly home: string;
  /** See `cacheFolder()`. */
  readonly cacheFolder: string;
  /** `Config.TRANSACTION_TIMEOUT_MS`. */
  readonly transactionTimeoutMs: number;
  readonly environment: Environment;
  readonly report: ReportProgress;
  readonly log: Logger;
  /** Ends downloads and a start that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** More of Neo4j's own settings, by name. */
  readonly further?: Readonly<Record<string, string>> | undefined;
}

/**
 * Takes the data folder, fetches Neo4j when it is not there yet, and starts it.
 * @throws StartupError with what is wrong and what to do; the folder is free again then, and nothing is left running
 */
export async function openEmbeddedDatabase(options: OpenOptions): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new StartupError(
      'The embedded database runs on Linux and macOS.',
      'Set NEO4J_URI to use a database that already runs, for example the one of docker/compose.yaml.',
    );
  }
  const { home, cacheFolder, ...rest } = options;
  const folder = await lockDataFolder(home);
  try {
    const runtime = await resolveDatabaseRuntime({ cacheFolder, ...rest });
    return await startEmbeddedDatabase({ folder, runtime, ...rest });
  } catch (error) {
    folder.release();
    throw error;
  }
}
