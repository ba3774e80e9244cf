import { expect, test } from '@jest/globals';
import { cacheFolder } from '../../src/runtime/cacheFolder.ts';
import { type ProgressEvent, describeProgress } from '../../src/runtime/progress.ts';

const userHome = '/home/ada';

test.each<{ name: string; configured?: string; xdg?: string; platform: NodeJS.Platform; expected: string }>([
  { name: 'the setting', configured: '/big/disk', xdg: '/xdg', platform: 'linux', expected: '/big/disk' },
  { name: 'XDG_CACHE_HOME', xdg: '/xdg', platform: 'linux', expected: '/xdg/mnemograph' },
  { name: 'XDG_CACHE_HOME on macOS', xdg: '/xdg', platform: 'darwin', expected: '/xdg/mnemograph' },
  { name: 'no relative XDG_CACHE_HOME', xdg: 'xdg', platform: 'linux', expected: '/home/ada/.cache/mnemograph' },
  { name: 'Linux', platform: 'linux', expected: '/home/ada/.cache/mnemograph' },
  { name: 'macOS', platform: 'darwin', expected: '/home/ada/Library/Caches/mnemograph' },
])('the cache folder: $name', ({ configured, xdg, platform, expected }) => {
  expect(cacheFolder({ configured, environment: { XDG_CACHE_HOME: xdg }, platform, userHome })).toBe(expected);
});

const base: ProgressEvent = { subject: 'Neo4j 2026.08.1', step: 'downloading', files: 0, bytes: 0, elapsedMs: 12_345 };

test.each<{ event: ProgressEvent; line: string }>([
  { event: base, line: 'Neo4j 2026.08.1: downloading, 12.3 s' },
  { event: { ...base, files: 1, bytes: 2_500_000 }, line: 'Neo4j 2026.08.1: downloading, 1 file, 2.5 MB, 12.3 s' },
  {
    event: { ...base, files: 92, bytes: 61e6, expectedBytes: 152e6 },
    line: 'Neo4j 2026.08.1: downloading, 92 files, 61 of about 152 MB, 12.3 s',
  },
])('$line', ({ event, line }) => {
  expect(describeProgress(event)).toBe(line);
});
