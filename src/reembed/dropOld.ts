import type { Database } from '../database/database.ts';
import { embeddingModelsIn, noteEmbeddingModel, type EmbeddingModels } from '../database/embeddingModels.ts';
import { alone } from '../database/schemaChange.ts';
import { otherSlot } from '../database/vectorSlot.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import { emptySlot } from './emptySlot.ts';
import type { ReembedSummary } from './summary.ts';

/**
 * Removes the vectors of the slot that is not in use: those from before the last change, or of one that was not finished. A server
 * that still works with them recalls by words from then on.
 * @throws the reason of the signal; the next run goes on from there
 */
export async function dropOld({
  database,
  progress,
  signal,
}: {
  database: Database;
  progress: StepProgress;
  signal: AbortSignal;
}): Promise<ReembedSummary> {
  let before: EmbeddingModels | undefined;
  await alone(database, async (run) => {
    const models = await embeddingModelsIn(run);
    before ??= models;
    if (models.of[otherSlot(models.slot)] === null && !models.clearing) return;
    await noteEmbeddingModel(run, otherSlot(models.slot), null);
    await run('reembed/note', { changing: true, clearing: true });
  });
  const { slot, of, changing, clearing } = before!;
  const old = of[otherSlot(slot)];
  if (old === null && !clearing) return { kind: 'dropped', model: null };
  database.slot = otherSlot(slot);
  await emptySlot(database, { served: clearing || !changing, progress, signal });
  await database.write((run) => run('reembed/note', { changing: false, clearing: false }));
  return { kind: 'dropped', model: old?.model ?? 'a change that was dropped before' };
}
