import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The POM that names everything downloaded; two folders up from here in `src/` and in `dist/` alike. */
export const RUNTIME_POM = fileURLToPath(new URL('../../docker/neo4j/pom.xml', import.meta.url));

/** One downloadable part of the runtime, a profile of the POM. */
export interface RuntimePart {
  readonly profile: 'database' | 'model';
  readonly version: string;
  /** Size of its jars in bytes, for progress and for the check of free space. */
  readonly expectedBytes: number;
}

/** Reads version and size of a part from the POM, so that they are written down once. */
export async function runtimePart(profile: RuntimePart['profile']): Promise<RuntimePart> {
  const pom = await readFile(RUNTIME_POM, 'utf8');
  const property = (name: string): string => {
    const value = new RegExp(`<${profile}\\.${name}>([^<]+)</`).exec(pom)?.[1];
    if (value === undefined) throw new Error(`${RUNTIME_POM} has no property ${profile}.${name}`);
    return value;
  };
  return { profile, version: property('version'), expectedBytes: Number(property('megabytes')) * 1e6 };
}
