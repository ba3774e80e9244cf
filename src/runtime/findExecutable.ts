import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Environment } from './environment.ts';

/** All files of this name on the PATH that this user may run, in PATH order. */
export async function findExecutables(name: string, environment: Environment): Promise<string[]> {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(Boolean);
  const found = await Promise.all(folders.map((folder) => executable(join(folder, name))));
  return found.filter((path) => path !== null);
}

/** The path when it is a file that this user may run, else null. */
export async function executable(path: string): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}
