import type { Database } from '../database/database.ts';
import { embeddingModelsIn, isSameModel, type EmbeddingModel } from '../database/embeddingModels.ts';
import { alone } from '../database/schemaChange.ts';
import { integer, toLocalDateTime } from '../database/values.ts';
import { StartupError } from '../runtime/startupError.ts';

const PAGE = 10_000;

/** What may wait still when recall goes over. */
export interface MayWait {
  /** What was written from then on. */
  readonly since: Date;
  /** Ids of memories whose text the embedder refuses. */
  readonly refused: ReadonlySet<string>;
}

/**
 * Makes the database's slot the one that servers start with, if no live memory waits in it but those that may. One
 * transaction under the lock of a schema change: a server that starts meanwhile is before it or behind it.
 * @returns false when something is missing; nothing is changed then
 * @throws StartupError when another run took the slot for another model
 */
export async function cutOver(database: Database, next: EmbeddingModel, mayWait: MayWait): Promise<boolean> {
  const { slot } = database;
  let done = false;
  await alone(database, async (run) => {
    const models = await embeddingModelsIn(run);
    if (!isSameModel(models.of[slot], next) || models.clearing)
      throw new StartupError('The change was taken over by another run.', 'Let that one end, or run this one again.');
    const [waiting] = await run<{ count: number }>('reembed/waiting', {
      now: toLocalDateTime(new Date()),
      before: toLocalDateTime(mayWait.since),
      refused: [...mayWait.refused],
    });
    done = waiting?.count === 0;
    if (done) await run('reembed/cut-over', { slot });
  });
  return done;
}

/** Says READY of the memories that had no vector in the other slot and have one in this, which is in use now. */
export async function settleStatuses(database: Database): Promise<void> {
  for (let count = PAGE; count === PAGE;) {
    const [page] = await database.write((run) => run<{ count: number }>('reembed/settle', { limit: integer(PAGE) }));
    count = page?.count ?? 0;
  }
}
