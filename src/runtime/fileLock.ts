import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** An exclusive lock that this process holds. */
export interface FileLock {
  /** Gives the lock up. The file stays: removing it would let two processes lock two files of one name. */
  release(): void;
}

/**
 * Takes an exclusive lock of the operating system on a file and writes this process's id into it. The kernel drops the
 * lock when the process ends, however it ends, so a lock left behind by `kill -9` does not exist.
 * @param path the file; it and its folder are made when missing
 * @returns null when another process (or another holder in this one) has it
 */
export function tryFileLock(path: string): FileLock | null {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a+', 0o600);
  try {
    if (!tryLock(file)) {
      closeSync(file);
      return null;
    }
    ftruncateSync(file);
    writeSync(file, `${process.pid}\n`);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let held = true;
  return {
    release() {
      if (held) closeSync(file);
      held = false;
    },
  };
}

/** The process id that the lock's holder wrote; null when there is none to read yet. */
export function fileLockHolder(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}
