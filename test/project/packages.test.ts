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

// `npm ci` refuses a lock file that lacks the variant of a package for another system; so it is told here first.
test('the lock file has the variants for every system', () => {
  const wanted = Object.values(lock.packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  );
  const locked = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

// npm 11 asks about scripts that run at installation; none is needed here.
test('every package with an install script is decided upon', () => {
  const scripted = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript);
  const names = scripted.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => name !== '' && manifest.allowScripts[name] !== false)).toEqual([]);
});

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
  readonly overrides: Record<string, string>;
  readonly allowScripts: Record<string, boolean>;
  readonly packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Record<string, string>;
}

function readJson(path: string): Manifest {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Manifest;
}
