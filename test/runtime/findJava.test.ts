import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { findJava } from '../../src/runtime/findJava.ts';

const root = mkdtempSync(join(tmpdir(), 'java homes '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Makes a Java installation: a real program that answers `-version`, with or without a `release` file. */
function installJava(
  place: string,
  version: string,
  kind: 'with release' | 'without release',
  modules = 'java.base',
): string {
  const home = join(root, place);
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'bin/java'), `#!/bin/sh\necho 'openjdk version "${version}" 2026-01-20' >&2\n`);
  chmodSync(join(home, 'bin/java'), 0o755);
  if (kind === 'with release')
    writeFileSync(join(home, 'release'), `JAVA_VERSION="${version}"\nMODULES="${modules}"\n`);
  return home;
}

const java8 = installJava('a/jdk8', '1.8.0_402', 'without release');
const java17 = installJava('a/jdk-17', '17.0.15', 'with release');
const java21 = installJava('b/jdk-21', '21.0.9', 'with release', 'java.base jdk.incubator.vector');
const java25 = installJava('b/jdk-25', '25.0.3', 'without release');
const java30 = installJava('b/jdk-30', '30', 'with release');
const macJava = installJava('mac/temurin-21.jdk/Contents/Home', '21.0.1', 'with release');
const brokenHome = join(root, 'broken/jdk-99');
mkdirSync(join(brokenHome, 'bin'), { recursive: true });
writeFileSync(join(brokenHome, 'bin/java'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
const linked = join(root, 'links');
mkdirSync(linked);
symlinkSync(join(java21, 'bin/java'), join(linked, 'java'));

describe('the Java that is taken', () => {
  test.each([
    {
      name: 'JAVA_HOME first',
      environment: { JAVA_HOME: java25, PATH: join(java21, 'bin') },
      folders: [],
      expected: join(java25, 'bin/java'),
    },
    {
      name: 'then the PATH',
      environment: { PATH: `${join(java17, 'bin')}:${join(java21, 'bin')}` },
      folders: [],
      expected: join(java21, 'bin/java'),
    },
    { name: 'a link on the PATH', environment: { PATH: linked }, folders: [], expected: join(linked, 'java') },
    {
      name: 'a folder, when JAVA_HOME and PATH are too old',
      environment: { JAVA_HOME: java8, PATH: join(java17, 'bin') },
      folders: [join(root, 'a'), join(root, 'b')],
      expected: join(java25, 'bin/java'),
    },
    {
      name: 'a tested release before a newer one',
      environment: {},
      folders: [join(root, 'b')],
      expected: join(java25, 'bin/java'),
    },
    { name: 'the layout of macOS', environment: {}, folders: [join(root, 'mac')], expected: join(macJava, 'bin/java') },
    {
      name: 'not one that does not run',
      environment: { JAVA_HOME: brokenHome, PATH: join(java30, 'bin') },
      folders: [],
      expected: join(java30, 'bin/java'),
    },
  ])('$name', async ({ environment, folders, expected }) => {
    expect(await findJava({ environment: { PATH: '', ...environment }, folders })).toMatchObject({
      executable: expected,
    });
  });

  test.each([
    { home: java21, version: 21, hasVectorModule: true },
    { home: java25, version: 25, hasVectorModule: false },
  ])('$home: version $version', async ({ home, version, hasVectorModule }) => {
    expect(await findJava({ environment: { JAVA_HOME: home }, folders: [] })).toMatchObject({
      version,
      hasVectorModule,
    });
  });
});

test.each([
  { name: 'none at all', environment: { PATH: root }, says: 'none was found' },
  {
    name: 'only old ones',
    environment: { JAVA_HOME: java8, PATH: join(java17, 'bin') },
    says: `${java8}/bin/java is version 8, ${java17}/bin/java is version 17`,
  },
])('with $name the start stops and says so', async ({ environment, says }) => {
  await expect(findJava({ environment, folders: [] })).rejects.toMatchObject({
    name: 'StartupError',
    message: `The embedded database needs Java 21 or newer: ${says}.`,
    advice: expect.stringContaining('NEO4J_URI'),
  });
});
