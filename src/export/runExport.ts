import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { readEmbeddingModels } from '../database/embeddingModels.ts';
import { openDatabase, type OpenDatabaseOptions } from '../database/openDatabase.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import type { ExportArguments } from './arguments.ts';
import { exportGraph } from './exportGraph.ts';

/** What an export takes from the process around it. */
export interface ExportSurroundings extends OpenDatabaseOptions {
  readonly progress: StepProgress;
  /** Takes the export when no file is named. */
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/**
 * Writes the database of the settings out. A file appears under its name once it is whole.
 * @throws StartupError or DatabaseUnfit with what is wrong and what to do
 */
export async function runExport({ out, ...wish }: ExportArguments, surroundings: ExportSurroundings): Promise<void> {
  const { progress, output, signal } = surroundings;
  const { database, close } = await openDatabase(surroundings);
  try {
    database.slot = (await readEmbeddingModels(database)).slot;
    const text = exportGraph(database, wish, progress);
    if (out === null) {
      await pipeline(text, output, { end: false, signal });
      return;
    }
    const unfinished = `${out}.part`;
    try {
      await pipeline(text, createWriteStream(unfinished), { signal });
      await rename(unfinished, out);
    } finally {
      await rm(unfinished, { force: true });
    }
  } finally {
    await close();
  }
}
