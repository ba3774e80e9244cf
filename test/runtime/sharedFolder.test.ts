import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { fileLockHolder, tryFileLock } from '../../src/runtime/fileLock.ts';
import { progressMeter } from '../../src/runtime/progressMeter.ts';
import { sharedFolder } from '../../src/runtime/sharedFolder.ts';

const root = mkdtempSync(join(tmpdir(), 'shared folder '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let cacheFolder: string;
let fills: number;
beforeEach(() => {
  cacheFolder = mkdtempSync(join(root, 'cache '));
  fills = 0;
});

function get(overrides: { space?: number; content?: string; fail?: Error } = {}): Promise<string> {
  const { space = 1, content = 'content', fail } = overrides;
  return sharedFolder({
    cacheFolder,
    name: 'thing-1',
    space,
    meter: progressMeter('thing', () => {}),
    fill: async (folder) => {
      fills += 1;
      await writeFile(join(folder, 'a'), content);
      await sleep(200);
      if (fail !== undefined) throw fail;
      mkdirSync(join(folder, 'inside'));
      await writeFile(join(folder, 'inside/b'), content);
    },
  });
}

test('is filled once, also when several want it at once', async () => {
  const folders = await Promise.all([get(), get(), get(), get()]);
  expect(new Set(folders)).toEqual(new Set([join(cacheFolder, 'thing-1')]));
  expect(await get()).toBe(folders[0]);
  expect(fills).toBe(1);
});

test.each([
  { name: 'a missing file', harm: (folder: string) => rmSync(join(folder, 'inside/b')) },
  { name: 'a truncated file', harm: (folder: string) => writeFileSync(join(folder, 'a'), '') },
  { name: 'a missing manifest', harm: (folder: string) => rmSync(join(folder, 'manifest.json')) },
  {
    name: 'nothing left but the folder',
    harm: (folder: string) => readdirSync(folder).forEach((name) => rmSync(join(folder, name), { recursive: true })),
  },
])('is made anew after $name', async ({ harm }) => {
  harm(await get());
  const folder = await get();
  expect(fills).toBe(2);
  expect(readFileSync(join(folder, 'inside/b'), 'utf8')).toBe('content');
});

test('is not there after a failure, and the next try succeeds', async () => {
  await expect(get({ fail: new Error('broken off') })).rejects.toThrow('broken off');
  expect(readdirSync(cacheFolder)).toEqual(['.lock']);
  await get();
  expect(fills).toBe(2);
});

test('what a killed process left half filled is swept away', async () => {
  mkdirSync(join(cacheFolder, '.incoming-abcdef'));
  writeFileSync(join(cacheFolder, '.incoming-abcdef/part'), 'x');
  await get();
  expect(readdirSync(cacheFolder).sort()).toEqual(['.lock', 'thing-1']);
});

test('is not begun when the disk has too little space', async () => {
  const { blocks, bsize } = statfsSync(cacheFolder);
  await expect(get({ space: blocks * bsize * 2 })).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/is full: \d+ MB are needed for thing-1, \d+ MB are free/),
  });
  expect(fills).toBe(0);
});

test('the lock of a process that was killed is free at once', async () => {
  const path = join(cacheFolder, 'lock');
  const module = JSON.stringify(fileURLToPath(new URL('../../src/runtime/fileLock.ts', import.meta.url)));
  const script = `const { tryFileLock } = await import(${module}); console.log(tryFileLock(${JSON.stringify(path)}) !== null); setInterval(() => {}, 60000);`;
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(await once(createInterface({ input: holder.stdout }), 'line')).toEqual(['true']);
  expect(tryFileLock(path)).toBeNull();
  expect(fileLockHolder(path)).toBe(holder.pid);

  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const lock = tryFileLock(path);
  expect(lock).not.toBeNull();
  expect(fileLockHolder(path)).toBe(process.pid);
  expect(tryFileLock(path)).toBeNull();
  lock?.release();
  lock?.release();
  tryFileLock(path)?.release();
});
