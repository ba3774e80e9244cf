import { randomBytes } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './dataFolder.ts';

/** The file with the database's password and nothing else; mode 0600. */
export function passwordFile(folder: Pick<DataFolder, 'secrets'>): string {
  return join(folder.secrets, 'neo4j-password');
}

/** The password, or null when none was made yet. */
export async function readPassword(folder: Pick<DataFolder, 'secrets'>): Promise<string | null> {
  const text = await readFile(passwordFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() === '' ? null : text.trim();
}

/** The password, made of 24 random bytes, in hexadecimal, when there is none yet. */
export async function ensurePassword(folder: DataFolder): Promise<string> {
  const known = await readPassword(folder);
  // Hexadecimal, because a password that begins with a dash would be taken for an option when it is set.
  const password = known ?? randomBytes(24).toString('hex');
  if (known === null) await writeFile(passwordFile(folder), `${password}\n`, { mode: 0o600 });
  await chmod(passwordFile(folder), 0o600);
  return password;
}
