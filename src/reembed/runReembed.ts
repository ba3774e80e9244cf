import type { Config } from '../config.ts';
import { readEmbeddingModels, isSameModel } from '../database/embeddingModels.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, type OpenDatabaseOptions } from '../database/openDatabase.ts';
import { ensureVectorIndex } from '../database/vectorIndex.ts';
import { GroupCommitWriter } from '../database/writer.ts';
import { openEmbedder } from '../embedding/openEmbedder.ts';
import type { Embedder } from '../embedding/port.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import { UsageError } from '../runtime/usageError.ts';
import type { ReembedArguments } from './arguments.ts';
import { changeEmbedder } from './changeEmbedder.ts';
import { settleStatuses } from './cutOver.ts';
import { dropOld } from './dropOld.ts';
import { fillSlot } from './fillSlot.ts';
import { oneAtATime } from './oneAtATime.ts';
import type { ReembedSummary } from './summary.ts';

/** As much longer as the embedded database allows at most (src/database/embedded/settings.ts). */
const PATIENCE = 4;

/** What a change of the embedder takes from the process around it. */
export interface ReembedSurroundings extends OpenDatabaseOptions {
  readonly config: Config;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
}

/**
 * Changes the embedder of the settings' database to that of the settings, while servers go on (ADR 0013); or removes the
 * vectors of the one before.
 * @throws UsageError without an embedder; StartupError or DatabaseUnfit with what is wrong and what to do; the reason of the
 *   signal. The next run goes on from there.
 */
export async function runReembed(wish: ReembedArguments, surroundings: ReembedSurroundings): Promise<ReembedSummary> {
  const { config, log, progress } = surroundings;
  if (!wish.dropOld && config.EMBEDDING_PROVIDER === 'none')
    throw new UsageError(
      'EMBEDDING_PROVIDER is none: set the embedder to change to, as for the server (docs/settings.md).',
    );
  const transactionTimeoutMs = config.TRANSACTION_TIMEOUT_MS * PATIENCE;
  const { database, close } = await openDatabase({ ...surroundings, transactionTimeoutMs });
  const writer = new GroupCommitWriter(database, { log, clock: () => new Date(), committed: () => {} });
  let embedder: Embedder | null = null;
  try {
    if (!wish.dropOld) embedder = await openEmbedder(surroundings);
    await migrate(database, log);
    return await oneAtATime(database, surroundings.signal, async (signal) => {
      const parts = { database, writer, progress, signal };
      return embedder === null ? await dropOld(parts) : await change({ ...parts, embedder });
    });
  } finally {
    await writer.drained();
    await embedder?.close();
    await close();
  }
}

async function change(
  parts: Omit<Parameters<typeof changeEmbedder>[0], 'from'> & { embedder: Embedder },
): Promise<ReembedSummary> {
  const { database, embedder, progress } = parts;
  const { model } = embedder;
  const models = await readEmbeddingModels(database);
  const used = models.of[models.slot];
  database.slot = models.slot;
  if (used === null) {
    await ensureVectorIndex(database, embedder);
    const refused = new Set<string>();
    progress.begin('memories');
    const embedded = await fillSlot({ ...parts, refused, inUse: true });
    progress.end();
    return { kind: 'first', model, embedded, refused: refused.size };
  }
  if (isSameModel(used, embedder)) {
    // A run that was killed behind its cut-over left this open.
    await settleStatuses(database);
    const other = models.of[models.slot === 'a' ? 'b' : 'a'];
    return { kind: 'same', model, underWay: models.changing ? (other?.model ?? null) : null };
  }
  return await changeEmbedder({ ...parts, from: used.model });
}
