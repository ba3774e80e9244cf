import { statfs } from 'node:fs/promises';
import { StartupError } from './startupError.ts';

/**
 * Refuses to begin what would fill the disk.
 * @param folder an existing folder on the disk in question
 * @param bytes how much is needed
 * @param purpose what for, e.g. `to download Neo4j`
 * @throws StartupError when less is free
 */
export async function requireFreeSpace(folder: string, bytes: number, purpose: string): Promise<void> {
  const disk = await statfs(folder);
  const free = disk.bavail * disk.bsize;
  if (free < bytes) {
    throw diskFull(folder, `${Math.ceil(bytes / 1e6)} MB are needed ${purpose}, ${Math.floor(free / 1e6)} MB are free`);
  }
}

/** The one message for a full disk. */
export function diskFull(folder: string, detail: string, cause?: unknown): StartupError {
  return new StartupError(
    `The disk of ${folder} is full: ${detail}.`,
    'Free some space, or choose a folder on another disk (MNEMOGRAPH_HOME for data, MNEMOGRAPH_CACHE for downloads).',
    { cause },
  );
}

/**
 * Turns an error of the file system into a message for a person; anything else comes back as it is.
 * @param folder the folder that was to be written
 */
export function folderError(folder: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return diskFull(folder, message, error);
  if (code === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EDQUOT'].includes(code)) return error;
  return new StartupError(
    `The folder ${folder} cannot be written: ${message}.`,
    'Give this user the right to write there, or choose another folder (MNEMOGRAPH_HOME for data, MNEMOGRAPH_CACHE for downloads).',
    { cause: error },
  );
}
