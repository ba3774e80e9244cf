import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileLockHolder, tryFileLock } from '../../runtime/fileLock.ts';
import { folderError } from '../../runtime/freeSpace.ts';
import { StartupError } from '../../runtime/startupError.ts';

/** The folders of one embedded database, absolute and free of symbolic links. */
export interface DataFolder {
  /** `MNEMOGRAPH_HOME`; Neo4j's home folder too. */
  readonly path: string;
  /** The store. */
  readonly data: string;
  readonly logs: string;
  /** Neo4j's settings, written anew at each start. */
  readonly conf: string;
  /** Files that mean nothing once the database has stopped. */
  readonly run: string;
  /** Readable by this user alone. */
  readonly secrets: string;
}

/** A data folder that belongs to this server until it is released. */
export interface LockedDataFolder extends DataFolder {
  release(): void;
}

/**
 * Makes the folders and takes the data folder for this server alone.
 * @param home `Config.MNEMOGRAPH_HOME`
 * @throws StartupError when another server has it, or it cannot be written
 */
export async function lockDataFolder(home: string): Promise<LockedDataFolder> {
  try {
    await mkdir(home, { recursive: true });
    const path = await realpath(home);
    const inside = (name: string) => join(path, name);
    const folder = {
      path,
      data: inside('data'),
      logs: inside('logs'),
      conf: inside('conf'),
      run: inside('run'),
      secrets: inside('secrets'),
    };
    const lockPath = inside('server.lock');
    const lock = tryFileLock(lockPath);
    if (lock === null) throw taken(path, fileLockHolder(lockPath));
    for (const each of [folder.data, folder.logs, folder.conf, folder.run]) await mkdir(each, { recursive: true });
    await mkdir(folder.secrets, { recursive: true, mode: 0o700 });
    // Also when the folder was made, or unpacked from a backup, with another mode.
    await chmod(folder.secrets, 0o700);
    return { ...folder, release: () => lock.release() };
  } catch (error) {
    throw folderError(home, error);
  }
}

/** Another server has the data folder. */
export class DataFolderTaken extends StartupError {}

function taken(path: string, holder: number | null): DataFolderTaken {
  const who = holder === null ? 'Another server' : `Another server (process ${holder})`;
  return new DataFolderTaken(
    `${who} already uses the data folder ${path}.`,
    'Use that server, stop it, or give this one a folder of its own with MNEMOGRAPH_HOME.',
  );
}
