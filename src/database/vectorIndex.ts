import type { Database } from './database.ts';
import { DatabaseUnfit } from './databaseUnfit.ts';
import { alone } from './schemaChange.ts';
import { integer } from './values.ts';

/** The model that vectors come from. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

const DEFAULT_DIMENSIONS = 384;
/** The property that was last added to the index's filters. */
const NEWEST_FILTER = 'atomised';

/**
 * Makes sure that the vector indexes, of memories and of their passages, fit the embedder, or makes them. Without an
 * embedder they are made in the default size, so that every statement can be planned; the first embedder may replace it. One server at
 * a time, so that any number may start at once.
 * @throws DatabaseUnfit when the stored vectors come from another model or have another size
 */
export async function ensureVectorIndex(database: Database, embedder: EmbeddingModel | null): Promise<void> {
  await alone(database, async (run) => {
    const [stored] = await run<EmbeddingModel>('database/read-embedding-model', {});
    const noted = embedder !== null && stored !== undefined && isSame(stored, embedder);
    if (embedder && stored && !noted) {
      // Without a memory there is no vector to lose: any embedder may be the first.
      const [memories] = await run<{ count: number }>('database/count-memories', {});
      if (memories && memories.count > 0) throw anotherModel(stored, embedder);
    }
    const [index] = await database.command<{ dimensions: number; properties: string[] }>('database/show-vector-index');
    const dimensions = embedder?.dimensions ?? index?.dimensions ?? stored?.dimensions ?? DEFAULT_DIMENSIONS;
    // Of an earlier release: made anew from the stored vectors, with what recall filters by today.
    if (index && !index.properties.includes(NEWEST_FILTER)) await database.command('database/drop-vector-index');
    if (index && index.dimensions !== dimensions) {
      await database.command('database/drop-vector-index');
      await database.command('database/drop-passage-index');
    }
    const options = {
      indexConfig: { 'vector.dimensions': integer(dimensions), 'vector.similarity_function': 'cosine' },
    };
    await database.command('database/create-vector-index', { options });
    await database.command('database/create-passage-index', { options });
    if (embedder && !noted) {
      await run('database/write-embedding-model', { model: embedder.model, dimensions: integer(embedder.dimensions) });
    }
  });
  await database.command('database/await-indexes', { seconds: 300 });
}

function isSame(one: EmbeddingModel, other: EmbeddingModel): boolean {
  return one.model === other.model && one.dimensions === other.dimensions;
}

function anotherModel(stored: EmbeddingModel, embedder: EmbeddingModel): DatabaseUnfit {
  return new DatabaseUnfit(
    `The stored vectors come from ${stored.model} (${stored.dimensions} dimensions), the embedder is ${embedder.model} (${embedder.dimensions}).`,
    'Start with the embedder that made them, or with EMBEDDING_PROVIDER=none to recall by words alone.',
  );
}
