import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type OpenDatabaseOptions } from '../database/openDatabase.ts';
import { readEmbeddingModels, type EmbeddingModel } from '../database/embeddingModels.ts';
import { forgetUsage } from '../database/forgetUsage.ts';
import { ensureVectorIndex } from '../database/vectorIndex.ts';
import { GroupCommitWriter } from '../database/writer.ts';
import { openEmbedder } from '../embedding/openEmbedder.ts';
import type { Embedder } from '../embedding/port.ts';
import { EmbeddingBackfill } from '../memory/backfill.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import type { ImportArguments } from './arguments.ts';
import { importFile } from './importFile.ts';
import type { ImportSummary } from './tally.ts';

/** As much longer as the embedded database allows at most (src/database/embedded/settings.ts). */
const PATIENCE = 4;

/** What an import takes from the process around it. */
export interface ImportSurroundings extends OpenDatabaseOptions {
  readonly config: Config;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
}

/**
 * Takes a file over into the database of the settings, then makes the vectors that are missing.
 * @throws StartupError, DatabaseUnfit or NotThisFormat with what is wrong; what was written until then stays
 */
export async function runImport(
  { format, file, ...wish }: ImportArguments,
  surroundings: ImportSurroundings,
): Promise<ImportSummary> {
  const { config, log, progress, signal } = surroundings;
  const preface = await format.preface(file);
  // A chunk is larger than what a server writes at once, and nobody waits for its answer.
  const transactionTimeoutMs = config.TRANSACTION_TIMEOUT_MS * PATIENCE;
  const { database, close } = await openDatabase({ ...surroundings, transactionTimeoutMs });
  const writer = new GroupCommitWriter(database, { log, clock, committed: () => {} });
  let embedder: Embedder | null = null;
  try {
    await migrate(database, log);
    if (wish.embed) embedder = await openEmbedder(surroundings);
    const model = await modelOf(database, embedder, preface.vectors);
    const summary = await importFile({
      writer,
      format,
      file,
      place: { namespace: wish.namespace, agentId: wish.agentId },
      settings: { actor: wish.agentId, model, slot: database.slot, embeds: config.EMBEDDING_PROVIDER !== 'none' },
      progress,
      signal,
    });
    // What an operator takes over is nobody's use of today, but it takes room: it is counted with what is there.
    await forgetUsage(database);
    if (embedder) await embedWaiting(embedder, { database, writer, log, clock, progress, signal });
    return summary;
  } finally {
    await writer.drained();
    await embedder?.close();
    await close();
  }
}

function clock(): Date {
  return new Date();
}

/** The model that the database's vectors come from; a database without any takes that of the file. */
async function modelOf(
  database: Database,
  embedder: Embedder | null,
  vectors: EmbeddingModel | null,
): Promise<EmbeddingModel | null> {
  const stored = async () => {
    const { slot, of } = await readEmbeddingModels(database);
    return of[slot];
  };
  await ensureVectorIndex(database, embedder ?? ((await stored()) ? null : vectors));
  return await stored();
}

async function embedWaiting(
  embedder: Embedder,
  parts: Pick<ImportSurroundings, 'log' | 'progress' | 'signal'> & {
    database: Database;
    writer: GroupCommitWriter;
    clock: () => Date;
  },
): Promise<void> {
  const { progress, signal } = parts;
  const counting: Embedder = {
    model: embedder.model,
    dimensions: embedder.dimensions,
    async embed(texts, options) {
      const vectors = await embedder.embed(texts, options);
      progress.advance(texts.length);
      return vectors;
    },
    close: () => embedder.close(),
  };
  const backfill = new EmbeddingBackfill({ ...parts, embedder: counting });
  const stop = () => void backfill.stop();
  signal.addEventListener('abort', stop, { once: true });
  progress.begin('vectors');
  await backfill.finish();
  signal.throwIfAborted();
  progress.end();
}
