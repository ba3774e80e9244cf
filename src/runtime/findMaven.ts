import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { executable, findExecutables } from './findExecutable.ts';
import { StartupError } from './startupError.ts';

/**
 * Looks for Maven in MAVEN_HOME, then on the PATH.
 * @param subject what it is needed for, e.g. `Neo4j 2026.08.1`
 * @returns the path of `mvn`
 * @throws StartupError when there is none
 */
export async function findMaven(environment: Environment, subject: string): Promise<string> {
  const home = environment['MAVEN_HOME'];
  const named = home === undefined ? null : await executable(join(home, 'bin/mvn'));
  const maven = named ?? (await findExecutables('mvn', environment))[0];
  if (maven !== undefined) return maven;
  throw new StartupError(
    `Maven is needed once, to download ${subject}, and there is no \`mvn\` on the PATH.`,
    'Install Apache Maven 3.6.3 or newer, or do without it: NEO4J_URI uses a database that already runs, EMBEDDING_PROVIDER=openai or none needs no local model.',
  );
}
