import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from './environment.ts';
import { findExecutables } from './findExecutable.ts';
import { findJava } from './findJava.ts';

/** The environment for Maven: with a JAVA_HOME when nothing else would lead it to a Java that is installed all the same. */
export async function mavenEnvironment(environment: Environment): Promise<NodeJS.ProcessEnv> {
  const hasJava = environment['JAVA_HOME'] !== undefined || (await findExecutables('java', environment)).length > 0;
  const java = hasJava ? null : await findJava({ environment }).catch(() => null);
  if (java === null) return { ...environment };
  return { ...environment, JAVA_HOME: dirname(dirname(await realpath(java.executable))) };
}
