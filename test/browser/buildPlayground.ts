import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where `npm run build:ui` puts the playground, and where the server looks for it. */
const PLAYGROUND_FOLDER = join(ROOT, 'dist/ui/playground');

/** Builds the playground as `npm run build:ui` does, into `folder`. */
export async function buildPlayground(folder: string): Promise<void> {
  const options = ['run', '--silent', 'build:ui', '--', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)('npm', options, { cwd: ROOT });
}

/** Builds the playground for the server, unless what is there is newer than all it is made from. */
export async function buildWhenStale(): Promise<void> {
  const built = newest([join(PLAYGROUND_FOLDER, 'index.html')]);
  const sources = readdirSync(join(ROOT, 'ui/playground'), { recursive: true, withFileTypes: true });
  const files = sources.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (built < newest([...files, join(ROOT, 'package-lock.json')])) await buildPlayground(PLAYGROUND_FOLDER);
}

function newest(files: string[]): number {
  return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}
