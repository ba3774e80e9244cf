import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const manifest = readJson('../../package.json');
const lock = readJson('../../package-lock.json');

test.each(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.overrides }))(
  '%s is pinned to one version',
  (_name, version) => expect(version).toMatch(/^\d+\.\d+\.\d+$/),
);

test('the lock file names no registry, so that any will do', () => {
  expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
});

// npm 11 asks about scripts that run at installation; none is needed here.
test('every package with an install script is decided upon', () => {
  const scripted = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript && !entry.optional);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => name !== '' && manifest.allowScripts[name] !== false)).toEqual([]);
});

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
  readonly packages: Record<string, { resolved?: string; hasInstallScript?: boolean; optional?: boolean }>;
}

function readJson(path: string): Manifest {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Manifest;
}
