import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../runtime/startupError.ts';
import { probe } from './boltProbe.ts';
import type { DataFolder } from './dataFolder.ts';
import type { DatabaseProcess } from './databaseProcess.ts';
import { passwordFile } from './password.ts';
import { startupFailure } from './startupFailure.ts';
import type { StartupLog } from './startupLog.ts';

/** Longest time a start may take; a store that needs recovery takes longer than a clean one. */
const PATIENCE_MS = 180_000;
/** Neo4j stays up, without opening its port, when one of its databases does not start. */
const GIVEN_UP = /Failed to start DatabaseId/;

/**
 * Waits until a database just launched answers a query.
 * @param signal gives up when it fires, by throwing its reason
 * @throws StartupError saying why it does not start
 */
export async function waitUntilReady(
  launched: DatabaseProcess,
  folder: DataFolder,
  password: string,
  log: StartupLog,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let gone = false;
  void launched.exited.then(() => (gone = true));
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    if (gone) throw await failure(log, folder, 'it ended at once');
    const answer = await probe(launched.port, password, 10_000);
    if (answer === 'ready') return;
    if (answer === 'wrong password') throw wrongPassword(folder);
    if (GIVEN_UP.test(await log.read())) throw await failure(log, folder, 'one of its databases did not start');
    await sleep(50);
  }
  throw await failure(log, folder, `it did not answer within ${PATIENCE_MS / 1000} s`);
}

async function failure(log: StartupLog, folder: DataFolder, otherwise: string): Promise<StartupError> {
  const text = await log.read();
  const last = text.split('\n').findLast((line) => /ERROR|Exception|Error:/.test(line));
  return (
    startupFailure(text, folder.logs) ??
    new StartupError(
      `The embedded Neo4j could not start: ${last?.slice(0, 500) ?? otherwise}`,
      `Its logs are in ${folder.logs}.`,
    )
  );
}

function wrongPassword(folder: DataFolder): StartupError {
  return new StartupError(
    `The embedded Neo4j does not accept the password in ${passwordFile(folder)}.`,
    'Put the file back from a backup: the password is made once, with the data, and belongs to it.',
  );
}
