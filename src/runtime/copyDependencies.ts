import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Environment } from './environment.ts';
import { findMaven } from './findMaven.ts';
import { mavenEnvironment } from './mavenEnvironment.ts';
import { mavenFailure } from './mavenFailure.ts';
import type { ProgressMeter } from './progressMeter.ts';
import { RUNTIME_POM, type RuntimePart } from './runtimePart.ts';

/** What to fetch, and where to. */
export interface CopyDependenciesOptions {
  readonly part: RuntimePart;
  /** Name of the part for a person. */
  readonly subject: string;
  readonly folder: string;
  readonly environment: Environment;
  readonly meter: ProgressMeter;
  readonly signal?: AbortSignal | undefined;
}

/** In full, so that Maven need not ask a repository what `dependency:` stands for. */
const GOAL = 'org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies';
const UNITS: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };

/**
 * Has Maven put the jars of one part into a folder.
 * @throws StartupError when there is no Maven, or it fails
 */
export async function copyDependencies({
  part,
  subject,
  folder,
  environment,
  meter,
  signal,
}: CopyDependenciesOptions): Promise<void> {
  const maven = await findMaven(environment, subject);
  meter.enter('downloading');
  const run = ['--batch-mode', '--update-snapshots', '--file', RUNTIME_POM, '--activate-profiles', part.profile];
  const child = spawn(maven, [...run, GOAL, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`], {
    env: await mavenEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  const lines: string[] = [];
  const listen = (stream: NodeJS.ReadableStream) =>
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const size = downloadedBytes(line);
      if (size !== null) meter.add(size);
    });
  listen(child.stdout);
  listen(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw mavenFailure(subject, lines, folder);
}

/** `Downloaded from central: …/x.jar (3.1 MB at 2.0 MB/s)` is 3.1e6; null for any other line. */
function downloadedBytes(line: string): number | null {
  const [, amount, unit] = /Downloaded from .*\(([\d.]+) ([kMG]?B)(?: at .*)?\)$/.exec(line) ?? [];
  return amount === undefined || unit === undefined ? null : Number(amount) * (UNITS[unit] ?? 1);
}
