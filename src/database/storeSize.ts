import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FRESH_MS = 5_000;

/** Tells the bytes of all files in a folder, looked up at most every five seconds; null when it cannot be read. */
export function folderSize(folder: string): () => Promise<number | null> {
  let known: { at: number; size: Promise<number | null> } | undefined;
  return () => {
    if (!known || Date.now() - known.at > FRESH_MS) known = { at: Date.now(), size: sizeOf(folder).catch(() => null) };
    return known.size;
  };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    // A file may be gone by the time it is looked at.
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
