import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../src/runtime/environment.ts';
import type { ProgressEvent } from '../../src/runtime/progress.ts';
import { resolveDatabaseRuntime } from '../../src/runtime/resolveDatabaseRuntime.ts';
import { resolveEmbeddingModel } from '../../src/runtime/resolveEmbeddingModel.ts';
import { sharedCache } from '../support/cacheFolder.ts';

const root = mkdtempSync(join(tmpdir(), 'resolve-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A PATH whose `mvn` is this script. */
function pathWithMaven(name: string, script: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mvn'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return [folder, '/usr/bin', '/bin'].join(delimiter);
}

/** A real Maven whose only repository refuses connections, with an empty local repository. */
function offlineMaven(): Environment {
  const home = join(root, 'offline-home');
  mkdirSync(join(home, '.m2'), { recursive: true });
  const mirror = '<mirror><id>closed</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:9/</url></mirror>';
  writeFileSync(join(home, '.m2/settings.xml'), `<settings><mirrors>${mirror}</mirrors></settings>`);
  return { ...process.env, MAVEN_OPTS: `-Duser.home=${home}` };
}

describe('the real runtime', () => {
  beforeAll(async () => {
    const options = { cacheFolder: sharedCache, environment: process.env, report: () => {} };
    await resolveDatabaseRuntime(options);
    await resolveEmbeddingModel(options);
  }, 300_000);

  test('is complete', async () => {
    const options = { cacheFolder: sharedCache, environment: process.env, report: () => {} };
    const { libFolder, java, version } = await resolveDatabaseRuntime(options);
    expect(existsSync(join(libFolder, `neo4j-kernel-${version}.jar`))).toBe(true);
    expect(java.version).toBeGreaterThanOrEqual(21);
    const { modelPath, tokenizerPath } = await resolveEmbeddingModel(options);
    expect(statSync(modelPath).size).toBeGreaterThan(30e6);
    expect(statSync(tokenizerPath).size).toBeGreaterThan(500e3);
  });

  test('once there, needs no Maven and says nothing', async () => {
    const report: ProgressEvent[] = [];
    const environment = { PATH: root };
    await resolveEmbeddingModel({ cacheFolder: sharedCache, environment, report: (event) => report.push(event) });
    expect(report).toEqual([]);
  });
});

const CASES: { name: string; environment: () => Environment; message: RegExp; advice: RegExp }[] = [
  {
    name: 'no Maven',
    environment: () => ({ PATH: root }),
    message: /Maven is needed once, to download/,
    advice: /Install Apache Maven/,
  },
  {
    name: 'no network',
    environment: offlineMaven,
    message: /Maven could not download .*(Connection refused|offline)/,
    advice: /Check the network/,
  },
  {
    name: 'a full disk',
    environment: () => ({
      PATH: pathWithMaven('full', 'echo "[ERROR] Failed to copy artifact: No space left on device"; exit 1'),
    }),
    message: /The disk of .* is full/,
    advice: /Free some space/,
  },
  {
    name: 'a mirror without the file',
    environment: () => ({
      PATH: pathWithMaven(
        'missing',
        'echo "[ERROR] Could not find artifact org.neo4j:neo4j:jar:2026.08.1 in mirror (https://repository.example)"; exit 1',
      ),
    }),
    message: /Could not find artifact org\.neo4j:neo4j:jar:2026\.08\.1/,
    advice: /check the mirrors/,
  },
  {
    name: 'a Maven without Java',
    environment: () => ({
      PATH: pathWithMaven('no-java', 'echo "The JAVA_HOME environment variable is not defined correctly" >&2; exit 1'),
    }),
    message: /JAVA_HOME environment variable is not defined correctly/,
    advice: /set JAVA_HOME/,
  },
];

describe('a download that fails stops the start, says why, and leaves nothing half done', () => {
  test.each(CASES)(
    '$name',
    async ({ environment, message, advice }) => {
      const cacheFolder = mkdtempSync(join(root, 'cache '));
      const failure: unknown = await resolveEmbeddingModel({
        cacheFolder,
        environment: environment(),
        report: () => {},
      }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: 'StartupError',
        message: expect.stringMatching(message),
        advice: expect.stringMatching(advice),
      });
      expect(readdirSync(cacheFolder)).toEqual(['.lock']);
    },
    60_000,
  );

  test('a cache that cannot be written', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    const options = { cacheFolder: join(file, 'cache'), environment: { PATH: root }, report: () => {} };
    await expect(resolveEmbeddingModel(options)).rejects.toMatchObject({
      name: 'StartupError',
      advice: expect.stringContaining('MNEMOGRAPH_CACHE'),
    });
  });
});

test('Maven is stopped when the start is', async () => {
  const PATH = pathWithMaven('slow', 'exec sleep 60');
  const signal = AbortSignal.timeout(300);
  const begun = performance.now();
  const options = { cacheFolder: join(root, 'slow cache'), environment: { PATH }, report: () => {}, signal };
  await expect(resolveEmbeddingModel(options)).rejects.toMatchObject({ name: 'AbortError' });
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('progress says what, how much and how long', async () => {
  const lines = ['a.jar (3.0 MB at 2.0 MB/s)', 'b.pom (12 kB at 1.0 MB/s)', 'c.jar (8.5 MB)'].map(
    (line) => `[INFO] Downloaded from central: https://repository.example/${line}`,
  );
  // The pauses let each line be reported: more than five a second are not.
  const PATH = pathWithMaven('chatty', `${lines.map((line) => `sleep 0.3; echo '${line}'`).join('\n')}\nexit 1`);
  const events: ProgressEvent[] = [];
  const options = {
    cacheFolder: join(root, 'chatty cache'),
    environment: { PATH },
    report: (event: ProgressEvent) => void events.push(event),
  };
  await expect(resolveEmbeddingModel(options)).rejects.toThrow();
  expect(events.map(({ step, files, bytes }) => ({ step, files, bytes }))).toEqual([
    { step: 'downloading', files: 0, bytes: 0 },
    ...[
      { files: 1, bytes: 3_000_000 },
      { files: 2, bytes: 3_012_000 },
      { files: 3, bytes: 11_512_000 },
    ].map((each) => ({ step: 'downloading', ...each })),
  ]);
});
