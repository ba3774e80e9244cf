// @ts-check
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the compiler writes for `x.ts`. */
const COMPILED = /\.(js(\.map)?|d\.ts)$/;

/**
 * Removes compiled files whose source is gone: nothing must import what is no longer there.
 * @param {string} dist
 * @param {string} src
 */
export function removeOrphans(dist, src) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(dist, file);
    // The pages are built by vite, which empties their folder itself.
    if (!entry.isFile() || !COMPILED.test(path) || path.startsWith('ui')) continue;
    if (!existsSync(join(src, path.replace(COMPILED, '.ts')))) rmSync(file);
  }
}
