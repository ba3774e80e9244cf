import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../runtime/environment.ts';
import type { ClassArchive } from './classArchive.ts';
import type { DataFolder } from './dataFolder.ts';
import { type DatabaseProcess, ownProcess } from './databaseProcess.ts';
import { childEnvironment, classPath } from './javaCommand.ts';
import { homeMark, markFlags } from './processMark.ts';
import { type DatabaseSettings, databaseConf, javaFlags, settingsKey } from './settings.ts';

/** What one launch needs. */
export interface LaunchOptions {
  readonly folder: DataFolder;
  readonly settings: DatabaseSettings;
  readonly port: number;
  readonly archive: ClassArchive;
  readonly environment: Environment;
  /** Takes standard output and error. */
  readonly consoleFile: string;
}

/** Writes the settings of a launch, which the tools of Neo4j read too. */
export async function writeConf(folder: DataFolder, settings: DatabaseSettings, port: number): Promise<void> {
  await writeFile(join(folder.conf, 'neo4j.conf'), databaseConf(settings, port));
}

/**
 * Starts Neo4j's server class itself: its launcher would only be a second JVM in between. It gets a process group of its own,
 * so that Ctrl-C reaches the server alone.
 */
export async function launch({
  folder,
  settings,
  port,
  archive,
  environment,
  consoleFile,
}: LaunchOptions): Promise<DatabaseProcess> {
  await writeConf(folder, settings, port);
  const mark = { home: homeMark(folder.path), port, settings: settingsKey(settings) };
  const flags = [
    ...javaFlags(settings),
    ...archive.flags,
    ...markFlags(mark),
    `-XX:ErrorFile=${join(folder.logs, 'java-crash-%p.log')}`,
  ];
  const main = [
    'org.neo4j.server.Neo4jCommunity',
    `--home-dir=${folder.path}`,
    `--config-dir=${folder.conf}`,
    '--console-mode',
  ];
  // A file and not a pipe: the database may outlive this server.
  const output = await open(consoleFile, 'w');
  try {
    const child = spawn(settings.runtime.java.executable, [...classPath(settings.runtime), ...flags, ...main], {
      cwd: folder.path,
      detached: true,
      env: childEnvironment(environment),
      stdio: ['ignore', output.fd, output.fd],
    });
    await once(child, 'spawn');
    // Whoever wants to wait for it does so by `exited`; it alone must not keep this process alive.
    child.unref();
    return ownProcess(child as ChildProcess & { readonly pid: number }, port);
  } finally {
    await output.close();
  }
}
