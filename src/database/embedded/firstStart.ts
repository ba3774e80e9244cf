import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './dataFolder.ts';

// Neo4j killed while it makes its first files cannot recover them ("Transaction logs are missing"). Nothing of anybody's is in
// them yet, so they are made anew; the marker is what tells such a store from one with data.

/** Notes that a store is being made. Call before the first launch. */
export async function beginFirstStart(folder: DataFolder): Promise<void> {
  await writeFile(marker(folder), 'The store is being made; it holds no data yet.\n');
}

/** Notes that the store is whole. Call when the database answers, and before anybody can write to it. */
export async function endFirstStart(folder: DataFolder): Promise<void> {
  await rm(marker(folder), { force: true });
}

/** Removes a store whose first start never came to its end. No database may run on it. */
export async function removeUnfinishedStore(folder: DataFolder): Promise<void> {
  if ((await stat(marker(folder)).catch(() => null)) === null) return;
  for (const name of ['databases', 'transactions', 'dbms']) {
    await rm(join(folder.data, name), { recursive: true, force: true });
  }
}

function marker(folder: DataFolder): string {
  return join(folder.data, 'first-start');
}
