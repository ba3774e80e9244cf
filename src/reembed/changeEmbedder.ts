import { StartupError } from '../runtime/startupError.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import { beginChange } from './beginChange.ts';
import { cutOver, settleStatuses } from './cutOver.ts';
import { fillSlot, type FillParts } from './fillSlot.ts';
import type { ReembedSummary } from './summary.ts';

/** Rounds after which nothing at all may be missing, and those after which only what the last one could not see. */
const STRICT_ROUNDS = 3;
const MOST_ROUNDS = 50;

/**
 * Changes from one embedder to another: fills the slot that is not in use, round by round until nothing is missing, and cuts
 * over. On a graph that is written to all the time, what came during the last round gets its vectors right behind the cut.
 * @param parts.from the model that recall goes by until then
 * @throws StartupError, or the reason of the signal; the next run goes on from there
 */
export async function changeEmbedder(
  parts: Omit<FillParts, 'refused' | 'inUse'> & { readonly from: string },
): Promise<ReembedSummary> {
  const { database, embedder, progress, from } = parts;
  const { model } = embedder;
  await beginChange(database, embedder, parts);
  const refused = new Set<string>();
  const fill = { ...parts, refused };
  const [memories] = await database.read<{ count: number }>('database/count-memories');
  progress.begin('memories', memories?.count);
  let embedded = 0;
  for (let round = 1, done = false; !done; round += 1) {
    const began = new Date();
    embedded += await fillSlot({ ...fill, inUse: false, ...(round > 1 ? { progress: quiet(progress) } : {}) });
    if (round === 1) progress.end();
    const since = round <= STRICT_ROUNDS ? new Date(Date.now() + 86_400_000) : began;
    done = await cutOver(database, embedder, { since, refused });
    if (!done && round === MOST_ROUNDS)
      throw new StartupError(
        'Memories are written faster than they are embedded.',
        'The same command goes on from here; a quieter hour helps.',
      );
  }
  await settleStatuses(database);
  embedded += await fillSlot({ ...fill, inUse: true, progress: quiet(progress) });
  return { kind: 'changed', model, from, embedded, refused: refused.size };
}

/** Only what must be told. */
function quiet({ note }: StepProgress): StepProgress {
  return { begin: () => {}, advance: () => {}, end: () => {}, note };
}
