import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../runtime/startupError.ts';
import type { DataFolder } from './dataFolder.ts';

/**
 * Refuses a store that a newer Neo4j has written: Neo4j cannot go back, and its own messages about it are obscure.
 * @param version the Neo4j about to be started
 * @throws StartupError when the store is newer
 */
export async function requireReadableStore(folder: DataFolder, version: string): Promise<void> {
  const written = (await readFile(versionFile(folder), 'utf8').catch(() => '')).trim();
  if (written === '' || compareVersions(written, version) <= 0) return;
  throw new StartupError(
    `The store in ${folder.data} was written by Neo4j ${written}, which is newer than ${version}, the one of this server.`,
    'Use the newer version of this server, or restore a backup into another data folder (MNEMOGRAPH_HOME).',
  );
}

/** Notes which Neo4j has opened the store. */
export async function recordStoreVersion(folder: DataFolder, version: string): Promise<void> {
  await writeFile(versionFile(folder), `${version}\n`);
}

function versionFile(folder: DataFolder): string {
  return join(folder.data, 'neo4j-version');
}

/** Negative, zero or positive, as `a` is older than, equal to or newer than `b`; both are numbers joined by dots. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
