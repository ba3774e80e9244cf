import { chmod, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileLock, tryFileLock } from './fileLock.ts';
import { folderError, requireFreeSpace } from './freeSpace.ts';
import type { ProgressMeter } from './progressMeter.ts';

const MANIFEST = 'manifest.json';
const INCOMING = '.incoming-';

/** How to make a folder that is not there yet. */
export interface SharedFolderOptions {
  readonly cacheFolder: string;
  /** Name inside the cache; carries the version, because the content never changes. */
  readonly name: string;
  /** Disk space that filling takes, in bytes. */
  readonly space: number;
  readonly meter: ProgressMeter;
  /** Fills an empty folder. */
  readonly fill: (folder: string) => Promise<void>;
}

/**
 * An immutable folder of the cache, made when it is missing or damaged. It is filled under another name and renamed, so it
 * is there whole or not at all; when several processes want it, one fills it and the others wait.
 * @returns its path
 * @throws StartupError when the disk is too full, and whatever `fill` throws
 */
export async function sharedFolder(options: SharedFolderOptions): Promise<string> {
  const { cacheFolder, name } = options;
  const target = join(cacheFolder, name);
  if (await isIntact(target)) return target;
  try {
    await fillOnce(options, target);
    return target;
  } catch (error) {
    throw folderError(cacheFolder, error);
  }
}

async function fillOnce({ cacheFolder, name, space, meter, fill }: SharedFolderOptions, target: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const lock = await waitForLock(join(cacheFolder, '.lock'), meter);
  try {
    if (await isIntact(target)) return;
    await removeLeftovers(cacheFolder);
    await requireFreeSpace(cacheFolder, space, `for ${name}`);
    const incoming = await mkdtemp(join(cacheFolder, INCOMING));
    try {
      await fill(incoming);
      await writeManifest(incoming);
      // mkdtemp makes it for its owner alone; a cache baked into an image is read by others.
      await chmod(incoming, 0o755);
      await rm(target, { recursive: true, force: true });
      await rename(incoming, target);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
    meter.enter('done');
  } finally {
    lock.release();
  }
}

async function waitForLock(path: string, meter: ProgressMeter): Promise<FileLock> {
  for (let attempt = 0; ; attempt += 1) {
    const lock = tryFileLock(path);
    if (lock !== null) return lock;
    if (attempt % 20 === 0) meter.enter('waiting');
    await sleep(100);
  }
}

/** What a killed process left half filled; nobody else can be filling while the lock is ours. */
async function removeLeftovers(cacheFolder: string): Promise<void> {
  const names = await readdir(cacheFolder);
  const leftovers = names.filter((name) => name.startsWith(INCOMING));
  await Promise.all(leftovers.map((name) => rm(join(cacheFolder, name), { recursive: true, force: true })));
}

async function writeManifest(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes: Record<string, number> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    sizes[path.slice(folder.length + 1)] = (await stat(path)).size;
  }
  await writeFile(join(folder, MANIFEST), JSON.stringify(sizes, null, 1));
}

/** Whether every file is still there in its size: cache folders get swept by cleaners. */
async function isIntact(folder: string): Promise<boolean> {
  try {
    const sizes = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Record<string, number>;
    const found = await Promise.all(Object.keys(sizes).map((name) => stat(join(folder, name))));
    return found.every((file, index) => file.size === Object.values(sizes)[index]);
  } catch {
    return false;
  }
}
