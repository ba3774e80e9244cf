import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { alone } from '../database/schemaChange.ts';
import { GRACE_MS } from '../database/slotWatch.ts';
import { integer } from '../database/values.ts';
import { dropVectorIndexes } from '../database/vectorIndex.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';

const PAGE = 500;

/**
 * Empties the database's slot, whose new model is noted already: no index, no vector, no passage, and every memory waits.
 * @param options.served whether servers may work with what it holds; they get time to notice
 * @throws the reason of the signal; what is emptied by then stays so
 */
export async function emptySlot(
  database: Database,
  { served, progress, signal }: { served: boolean; progress: StepProgress; signal: AbortSignal },
): Promise<void> {
  if (served) {
    progress.note(`Waiting ${GRACE_MS / 1000} s, so that servers still on the old vectors notice.`);
    await sleep(GRACE_MS, undefined, { signal });
  }
  await alone(database, () => dropVectorIndexes(database));
  const [memories] = await database.read<{ count: number }>('database/count-memories');
  progress.begin('making room', memories?.count);
  let after: string | null = '';
  while (after !== null) {
    signal.throwIfAborted();
    const { last, count } = await clearPage(database, after);
    progress.advance(count);
    after = last;
  }
  progress.end();
}

async function clearPage(database: Database, after: string): Promise<{ last: string | null; count: number }> {
  const [page] = await database.write((run) =>
    run<{ last: string | null; count: number }>('reembed/clear', { after, limit: integer(PAGE) }),
  );
  return page ?? { last: null, count: 0 };
}
