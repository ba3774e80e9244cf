import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from './environment.ts';
import { executable, findExecutables } from './findExecutable.ts';
import { StartupError } from './startupError.ts';

/** The oldest Java that Neo4j 2026 runs on. */
export const OLDEST_JAVA = 21;
/** Releases that Neo4j 2026 is tested with, best first; taken before others when nothing else decides. */
const PREFERRED = [25, 21];

/** A Java that can run the database. */
export interface Java {
  /** Absolute path of the `java` program. */
  readonly executable: string;
  /** Feature release, e.g. 21. */
  readonly version: number;
  /** Whether it has the module that makes vector search fast; unknown counts as no. */
  readonly hasVectorModule: boolean;
  /** Changes when this Java is updated in place. */
  readonly build: string;
}

/** Where to look. */
export interface FindJavaOptions {
  readonly environment: Environment;
  /** Folders that hold Java installations; `usualJavaFolders()` by default. */
  readonly folders?: readonly string[];
}

/** Where Linux distributions, macOS, Homebrew, SDKMAN and IDEs put their JDKs. */
export function usualJavaFolders(environment: Environment): string[] {
  const home = environment['HOME'];
  const system = [
    '/usr/lib/jvm',
    '/Library/Java/JavaVirtualMachines',
    '/opt/homebrew/opt',
    '/usr/local/opt',
    '/opt/java',
    '/opt',
  ];
  const own = ['.sdkman/candidates/java', '.jdks', 'Library/Java/JavaVirtualMachines'];
  return [...system, ...(home === undefined ? [] : own.map((folder) => join(home, folder)))];
}

/**
 * Looks for a Java of at least version 21 in JAVA_HOME, on the PATH, then in the usual folders: the one on the PATH may
 * be older than one that lies beside it.
 * @throws StartupError naming the Javas found, when none is new enough
 */
export async function findJava({
  environment,
  folders = usualJavaFolders(environment),
}: FindJavaOptions): Promise<Java> {
  const named = environment['JAVA_HOME'] === undefined ? [] : [join(environment['JAVA_HOME'], 'bin/java')];
  const tooOld: string[] = [];
  for (const path of [...named, ...(await findExecutables('java', environment))]) {
    const java = await inspect(path, environment);
    if (java !== null && java.version >= OLDEST_JAVA) return java;
    if (java !== null) tooOld.push(`${path} is version ${java.version}`);
  }
  const installed = (await Promise.all(folders.map((folder) => inside(folder, environment)))).flat();
  const usable = installed.filter((java) => java.version >= OLDEST_JAVA).sort((a, b) => rank(a) - rank(b));
  if (usable[0] !== undefined) return usable[0];
  const found = tooOld.length === 0 ? 'none was found' : tooOld.join(', ');
  throw new StartupError(
    `The embedded database needs Java ${OLDEST_JAVA} or newer: ${found}.`,
    'Install a JDK 21 or 25 (any vendor) and set JAVA_HOME if it is in an unusual place, or set NEO4J_URI to use a database that already runs.',
  );
}

function rank(java: Java): number {
  const place = PREFERRED.indexOf(java.version);
  return place === -1 ? java.version + PREFERRED.length : place;
}

async function inside(folder: string, environment: Environment): Promise<Java[]> {
  const names = await readdir(folder).catch(() => []);
  const layouts = ['bin/java', 'Contents/Home/bin/java', 'libexec/openjdk.jdk/Contents/Home/bin/java'];
  const paths = names
    .filter((name) => /jdk|jre|java|jvm|\d/i.test(name))
    .flatMap((name) => layouts.map((layout) => join(folder, name, layout)));
  const found = await Promise.all(paths.map((path) => inspect(path, environment)));
  return found.filter((java) => java !== null);
}

/** Version and modules of a `java`: from the `release` file beside it, which is quick, else by asking it. */
async function inspect(path: string, environment: Environment): Promise<Java | null> {
  if ((await executable(path)) === null) return null;
  const home = dirname(dirname(await realpath(path)));
  const release = await readFile(join(home, 'release'), 'utf8').catch(() => null);
  const text = release ?? (await ask(path, environment));
  const version = featureRelease(/^JAVA_VERSION="([^"]+)"/m.exec(text)?.[1] ?? /version "([^"]+)"/.exec(text)?.[1]);
  if (version === null) return null;
  return {
    executable: path,
    version,
    hasVectorModule: release?.includes('jdk.incubator.vector') ?? false,
    build: createHash('sha256').update(text).digest('hex'),
  };
}

async function ask(path: string, environment: Environment): Promise<string> {
  try {
    const { stderr } = await promisify(execFile)(path, ['-version'], { env: environment, timeout: 10_000 });
    return stderr;
  } catch {
    // Not a Java after all, or macOS's stub that asks to install one.
    return '';
  }
}

/** `25.0.1` is 25, `1.8.0_402` is 8. */
function featureRelease(version: string | undefined): number | null {
  const match = /^(?:1\.)?(\d+)/.exec(version ?? '');
  return match === null ? null : Number(match[1]);
}
