import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { probe } from './boltProbe.ts';
import type { DataFolder } from './dataFolder.ts';
import { type DatabaseProcess, foundProcess, stopProcess } from './databaseProcess.ts';
import { homeMark } from './processMark.ts';
import { findMarkedProcesses } from './processTable.ts';

/** How long a database found still starting, or busy, may take to answer before it is replaced. */
const PATIENCE_MS = 60_000;
const ANSWER_MS = 5_000;
const GRACE_MS = 20_000;

/**
 * Looks for a database that a killed server left running on this data folder, and takes it over when it is healthy. Every
 * other one is stopped, so that never two have the store.
 * @param settings key that a database must have to be taken over
 * @param password null when the secrets are gone, and with them the way in
 * @returns null when there is none to take over
 */
export async function previousDatabase(
  folder: DataFolder,
  settings: string,
  password: string | null,
  log: Logger,
): Promise<DatabaseProcess | null> {
  let kept: DatabaseProcess | null = null;
  for (const found of await findMarkedProcesses(homeMark(folder.path))) {
    const database = foundProcess(found);
    const details = { pid: found.pid, port: found.port };
    if (kept === null && password !== null && found.settings === settings && (await answers(database, password))) {
      log.info(details, 'took over the database that an earlier server left running');
      kept = database;
    } else {
      log.warn(details, 'stopping the database that an earlier server left running');
      await stopProcess(database, GRACE_MS);
    }
  }
  return kept;
}

/** Whether it is ready, or becomes so: it may have been left in the middle of its start. */
async function answers(database: DatabaseProcess, password: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  let gone = false;
  void database.exited.then(() => (gone = true));
  while (!gone && performance.now() < deadline) {
    const answer = await probe(database.port, password, ANSWER_MS);
    if (answer === 'ready') return true;
    // Somebody listens and does not answer: it hangs.
    if (answer !== 'refused') return false;
    await sleep(100);
  }
  return false;
}
