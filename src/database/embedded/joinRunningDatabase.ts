import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../driver.ts';
import { boltUri, probe, USER } from './boltProbe.ts';
import { readPassword } from './password.ts';
import { homeMark } from './processMark.ts';
import { findMarkedProcesses } from './processTable.ts';

/** How long the server that has the data folder may still be starting its database. */
const PATIENCE_MS = 60_000;
const ANSWER_MS = 5_000;

/**
 * The database that a running server has started on a data folder: several programs on one database are one service.
 * @param home `Config.MNEMOGRAPH_HOME`
 * @returns null when none becomes ready
 */
export async function joinRunningDatabase(home: string): Promise<DatabaseAddress | null> {
  const path = await realpath(home);
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const password = await readPassword({ secrets: join(path, 'secrets') });
    const found = password === null ? [] : await findMarkedProcesses(homeMark(path));
    for (const { port } of found) {
      if (password !== null && (await probe(port, password, ANSWER_MS)) === 'ready')
        return { uri: boltUri(port), user: USER, password, database: 'neo4j' };
    }
    await sleep(250);
  }
  return null;
}
