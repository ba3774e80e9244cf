import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../../runtime/environment.ts';
import type { DatabaseRuntime } from '../../runtime/resolveDatabaseRuntime.ts';
import { StartupError } from '../../runtime/startupError.ts';
import type { DataFolder } from './dataFolder.ts';
import { childEnvironment, classPath } from './javaCommand.ts';
import { passwordFile } from './password.ts';

/** Whether the database has been started on this data folder before; from then on its users are in its store. */
export async function hasStore(folder: DataFolder): Promise<boolean> {
  return (await stat(join(folder.data, 'databases/system')).catch(() => null)) !== null;
}

/**
 * Gives the user of a database that was never started the password in the secrets folder.
 * The password goes by file, never by command line, which everybody on the machine can read.
 */
export async function setInitialPassword(
  folder: DataFolder,
  runtime: DatabaseRuntime,
  environment: Environment,
): Promise<void> {
  await rm(join(folder.data, 'dbms/auth.ini'), { force: true });
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];
  const command = ['org.neo4j.cli.AdminTool', 'dbms', 'set-initial-password', `@${passwordFile(folder)}`];
  const env = { ...childEnvironment(environment), NEO4J_HOME: folder.path, NEO4J_CONF: folder.conf };
  try {
    await promisify(execFile)(runtime.java.executable, [...quick, ...classPath(runtime), ...command], {
      env,
      timeout: 120_000,
    });
  } catch (error) {
    const lines = (error as { stderr?: string }).stderr?.split('\n') ?? [];
    const said = lines.find((line) => line.trim() !== '' && !line.startsWith('WARNING')) ?? String(error);
    throw new StartupError(
      `The password of the embedded Neo4j could not be set: ${said}`,
      `Check that ${folder.path} can be written and that \`${runtime.java.executable} -version\` works.`,
      { cause: error },
    );
  }
}
