// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository's root. */
export const root = join(import.meta.dirname, '../..');

/**
 * A file that is written by a script, never by hand.
 * @typedef {object} GeneratedFile
 * @property {string} path from the root, with `/`
 * @property {string} text all of it
 */

/**
 * Whether the file on disk is what the script would write.
 * @param {GeneratedFile} file
 */
export function isCurrent({ path, text }) {
  try {
    return readFileSync(join(root, path), 'utf8') === text;
  } catch {
    return false;
  }
}

/**
 * Writes the file unless it is current, so that nothing that watches it wakes for nothing.
 * @param {GeneratedFile} file
 * @returns {boolean} whether it wrote
 */
export function write(file) {
  if (isCurrent(file)) return false;
  mkdirSync(dirname(join(root, file.path)), { recursive: true });
  writeFileSync(join(root, file.path), file.text);
  return true;
}
