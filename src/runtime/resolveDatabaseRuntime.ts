import { join } from 'node:path';
import { copyDependencies } from './copyDependencies.ts';
import type { Environment } from './environment.ts';
import { type Java, findJava } from './findJava.ts';
import type { ReportProgress } from './progress.ts';
import { progressMeter } from './progressMeter.ts';
import { runtimePart } from './runtimePart.ts';
import { sharedFolder } from './sharedFolder.ts';

/** Everything needed to run Neo4j. */
export interface DatabaseRuntime {
  /** Neo4j's version, e.g. `2026.08.1`. */
  readonly version: string;
  /** Folder of Neo4j's jars; nothing else is in it. */
  readonly libFolder: string;
  /** Folder for what speeds up later starts and may be lost at any time. */
  readonly scratchFolder: string;
  readonly java: Java;
}

/** What the resolvers need to know. */
export interface ResolveOptions {
  /** See `cacheFolder()`. */
  readonly cacheFolder: string;
  readonly environment: Environment;
  readonly report: ReportProgress;
  /** Stops Maven when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds a Java and Neo4j's jars, which Maven downloads when they are not in the cache yet.
 * @param options `javaFolders`: see `findJava()`
 * @throws StartupError without a Java 21+, without Maven, when Maven fails or the disk is full
 */
export async function resolveDatabaseRuntime(
  options: ResolveOptions & { readonly javaFolders?: readonly string[] },
): Promise<DatabaseRuntime> {
  const { cacheFolder, environment, report, signal, javaFolders } = options;
  const java = await findJava({ environment, ...(javaFolders === undefined ? {} : { folders: javaFolders }) });
  const part = await runtimePart('database');
  const subject = `Neo4j ${part.version}`;
  const meter = progressMeter(subject, report, part.expectedBytes);
  const folder = await sharedFolder({
    cacheFolder,
    name: `neo4j-${part.version}`,
    // Maven keeps a copy of its own, usually on the same disk.
    space: part.expectedBytes * 2.5,
    meter,
    fill: (incoming) => copyDependencies({ part, subject, folder: join(incoming, 'lib'), environment, meter, signal }),
  });
  return { version: part.version, libFolder: join(folder, 'lib'), scratchFolder: join(cacheFolder, 'scratch'), java };
}
