import type { Logger } from 'pino';
import type { Environment } from '../../runtime/environment.ts';
import { requireFreeSpace } from '../../runtime/freeSpace.ts';
import type { ReportProgress } from '../../runtime/progress.ts';
import { progressMeter } from '../../runtime/progressMeter.ts';
import type { DatabaseRuntime } from '../../runtime/resolveDatabaseRuntime.ts';
import { USER, boltUri } from './boltProbe.ts';
import { type ClassArchive, classArchive } from './classArchive.ts';
import type { LockedDataFolder } from './dataFolder.ts';
import { type DatabaseExit, type DatabaseProcess, stopProcess } from './databaseProcess.ts';
import { beginFirstStart, endFirstStart, removeUnfinishedStore } from './firstStart.ts';
import { freePort } from './freePort.ts';
import { hasStore, setInitialPassword } from './initialPassword.ts';
import { launch, writeConf } from './launch.ts';
import { availableMemory, memorySizes } from './memorySizes.ts';
import { ensurePassword, readPassword } from './password.ts';
import { previousDatabase } from './previousDatabase.ts';
import { type DatabaseSettings, settingsKey } from './settings.ts';
import { PortTaken } from './startupFailure.ts';
import { startupLog } from './startupLog.ts';
import { recordStoreVersion, requireReadableStore } from './storeVersion.ts';
import { waitUntilReady } from './waitUntilReady.ts';

/** A Neo4j of this server's own, ready for queries. */
export interface EmbeddedDatabase {
  /** `bolt://127.0.0.1:<port>`. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** Neo4j's version, e.g. `2026.08.1`. */
  readonly version: string;
  readonly pid: number;
  /** True when it was left running by a killed server and taken over. */
  readonly reused: boolean;
  /** Resolves when the process is gone, asked for or not; never rejects. */
  readonly exited: Promise<DatabaseExit>;
  /** Shuts it down cleanly (SIGKILL after 60 s) and releases the data folder; further calls wait for the first. */
  stop(): Promise<void>;
}

/** What a start needs. */
export interface StartOptions {
  readonly folder: LockedDataFolder;
  readonly runtime: DatabaseRuntime;
  /** `Config.TRANSACTION_TIMEOUT_MS`. */
  readonly transactionTimeoutMs: number;
  readonly environment: Environment;
  readonly report: ReportProgress;
  readonly log: Logger;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** More of Neo4j's own settings, by name. */
  readonly further?: Readonly<Record<string, string>> | undefined;
}

const STOP_GRACE_MS = 60_000;
/** Logs and store of an empty database, with room to work. */
const LEAST_SPACE = 500e6;

/**
 * Starts Neo4j on a data folder, or takes over the one that a killed server left running there.
 * @throws StartupError saying why it cannot start; nothing is left running then, but the folder stays locked
 */
export async function startEmbeddedDatabase(options: StartOptions): Promise<EmbeddedDatabase> {
  const { folder, runtime, transactionTimeoutMs, further, report, log } = options;
  const meter = progressMeter(`Neo4j ${runtime.version}`, report);
  const settings = { runtime, memory: memorySizes(availableMemory()), transactionTimeoutMs, further };
  const previous = await previousDatabase(folder, settingsKey(settings), await readPassword(folder), log);
  const archive = await classArchive(folder, settings);
  meter.enter(previous === null ? 'preparing' : 'starting');
  const running = previous ?? (await startFresh(options, settings, archive, () => meter.enter('starting')));
  const password = await ensurePassword(folder);
  await endFirstStart(folder);
  meter.enter('done');
  log.info({ pid: running.pid, port: running.port }, 'the embedded database is ready');

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    const clean = await stopProcess(running, STOP_GRACE_MS);
    if (!clean) log.warn({ pid: running.pid }, 'the embedded database did not stop in time and was killed');
    // Without the archive the next start is slower, and no more than that.
    if (clean)
      await archive.publish().catch((error: unknown) => log.debug({ err: error }, 'no class archive was kept'));
    folder.release();
  };
  return {
    uri: boltUri(running.port),
    user: USER,
    password,
    version: runtime.version,
    pid: running.pid,
    reused: previous !== null,
    exited: running.exited,
    stop: () => (stopping ??= stop()),
  };
}

async function startFresh(
  { folder, runtime, environment, log, signal }: StartOptions,
  settings: DatabaseSettings,
  archive: ClassArchive,
  onLaunch: () => void,
): Promise<DatabaseProcess> {
  await requireReadableStore(folder, runtime.version);
  await requireFreeSpace(folder.path, LEAST_SPACE, 'to start the database');
  const password = await ensurePassword(folder);
  await removeUnfinishedStore(folder);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    if (!(await hasStore(folder))) {
      await beginFirstStart(folder);
      await writeConf(folder, settings, port);
      await setInitialPassword(folder, runtime, environment);
    }
    await recordStoreVersion(folder, runtime.version);
    signal?.throwIfAborted();
    onLaunch();
    const output = await startupLog(folder);
    const launched = await launch({ folder, settings, port, archive, environment, consoleFile: output.consoleFile });
    try {
      await waitUntilReady(launched, folder, password, output, signal);
      return launched;
    } catch (error) {
      await stopProcess(launched, STOP_GRACE_MS);
      if (!(error instanceof PortTaken) || attempt === 3) throw error;
      log.info({ port }, 'the chosen port was taken meanwhile; choosing another');
    }
  }
}
