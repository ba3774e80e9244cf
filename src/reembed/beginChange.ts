import type { Database } from '../database/database.ts';
import {
  embeddingModelsIn,
  isSameModel,
  noteEmbeddingModel,
  type EmbeddingModel,
  type EmbeddingModels,
} from '../database/embeddingModels.ts';
import { alone } from '../database/schemaChange.ts';
import { makeVectorIndexes } from '../database/vectorIndex.ts';
import { otherSlot } from '../database/vectorSlot.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import { emptySlot } from './emptySlot.ts';

/**
 * Turns the database to the slot that is not in use and makes it ready for a model: emptied, with indexes. What it holds of this
 * model already stays: an earlier run that was stopped, or the vectors from before the last change.
 * @throws the reason of the signal
 */
export async function beginChange(
  database: Database,
  next: EmbeddingModel,
  { progress, signal }: { progress: StepProgress; signal: AbortSignal },
): Promise<void> {
  const before = await claim(database, next);
  const slot = otherSlot(before.slot);
  const other = before.of[slot];
  database.slot = slot;
  const goesOn = isSameModel(other, next);
  if (goesOn && !before.clearing) {
    progress.note(
      before.changing
        ? 'An earlier run was stopped; this one goes on where it was.'
        : `The vectors of ${next.model} from before the last change are still there; what is missing is added.`,
    );
  } else {
    if (before.changing && other && !goesOn)
      progress.note(`A change to ${other.model} was under way; it is dropped, and that to ${next.model} begins anew.`);
    const served = before.clearing || (other !== null && !before.changing);
    await emptySlot(database, { served, progress, signal });
    await database.write((run) => run('reembed/note', { changing: true, clearing: false }));
  }
  await alone(database, () => makeVectorIndexes(database, next.dimensions));
  await database.command('database/await-indexes', { seconds: 300 });
}

/** Notes the change, so that no server takes the slot for what it was. Answers what was noted before. */
async function claim(database: Database, next: EmbeddingModel): Promise<EmbeddingModels> {
  let first: EmbeddingModels | undefined;
  await alone(database, async (run) => {
    const models = await embeddingModelsIn(run);
    // A second attempt may find what the first one left.
    first ??= models;
    const slot = otherSlot(models.slot);
    const goesOn = isSameModel(models.of[slot], next);
    if (!goesOn) await noteEmbeddingModel(run, slot, next);
    await run('reembed/note', { changing: true, clearing: models.clearing || !goesOn });
  });
  return first!;
}
