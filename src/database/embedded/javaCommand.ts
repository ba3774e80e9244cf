import { join } from 'node:path';
import type { Environment } from '../../runtime/environment.ts';
import type { DatabaseRuntime } from '../../runtime/resolveDatabaseRuntime.ts';

/** What Neo4j gets to see of the environment: enough to run, no settings and no keys of the server. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'JAVA_TOOL_OPTIONS'];

/** The environment of a child process of the database. */
export function childEnvironment(environment: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

/** The class path flags: all jars of the runtime. Folders must stay out of it, or no class archive can be written. */
export function classPath({ libFolder }: DatabaseRuntime): string[] {
  return ['-cp', join(libFolder, '*')];
}
