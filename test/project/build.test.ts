import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fingerprint } from '../../scripts/build/fingerprint.mjs';
import { removeOrphans } from '../../scripts/build/removeOrphans.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'a');
  writeFileSync(join(root, 'src/deep/b.ts'), 'b');
  writeFileSync(join(root, 'lock.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

describe('what is built is built again', () => {
  const print = () => fingerprint(root, ['src', 'lock.json']);
  const file = (path: string) => join(root, path);

  test.each<[string, () => void, 'yes' | 'no']>([
    ['nothing happened', () => undefined, 'no'],
    ['a file was touched', () => utimesSync(file('src/a.ts'), 1, 1), 'no'],
    ['something else changed', () => writeFileSync(file('other.json'), 'x'), 'no'],
    ['documentation changed', () => writeFileSync(file('src/README.md'), 'x'), 'no'],
    ['a file changed', () => writeFileSync(file('src/deep/b.ts'), 'c'), 'yes'],
    ['a file came', () => writeFileSync(file('src/deep/c.ts'), ''), 'yes'],
    ['a file went', () => rmSync(file('src/a.ts')), 'yes'],
    ['a file moved', () => renameSync(file('src/a.ts'), file('src/deep/a.ts')), 'yes'],
    [
      'text moved from one file to the next',
      () => {
        writeFileSync(file('src/a.ts'), '');
        writeFileSync(file('src/deep/b.ts'), 'ab');
      },
      'yes',
    ],
    ['a dependency changed', () => writeFileSync(file('lock.json'), '{"a":1}'), 'yes'],
  ])('when %s', (_case, change, again) => {
    const before = print();
    change();
    expect(print() === before ? 'no' : 'yes').toBe(again);
  });
});

test('compiled files whose source is gone are removed, and nothing else', () => {
  const dist = join(root, 'dist');
  for (const folder of ['deep', 'ui/playground']) mkdirSync(join(dist, folder), { recursive: true });
  const kept = ['a.js', 'a.js.map', 'built-from.json', 'deep/b.js', 'ui/playground/index.js'];
  for (const path of [...kept, 'gone.js', 'gone.js.map', 'deep/gone.js']) writeFileSync(join(dist, path), '');

  removeOrphans(dist, join(root, 'src'));

  const left = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(left.map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1)).sort()).toEqual(kept);
});
