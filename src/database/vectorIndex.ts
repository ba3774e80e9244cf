import type { Database } from './database.ts';
import { DatabaseUnfit } from './probe.ts';
import { integer } from './values.ts';

/** The model that vectors come from. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

const DEFAULT_DIMENSIONS = 384;

/**
 * Makes sure that the vector index fits the embedder, or makes it. Without an embedder an index of the default size is
 * made, so that every statement can be planned; the first embedder may replace it while no vector is stored.
 * @throws DatabaseUnfit when the stored vectors come from another model or have another size
 */
export async function ensureVectorIndex(database: Database, embedder: EmbeddingModel | null): Promise<void> {
  const [stored] = await database.read<{ model: string; dimensions: number }>('database/read-embedding-model');
  if (stored && embedder && (stored.model !== embedder.model || stored.dimensions !== embedder.dimensions)) {
    throw new DatabaseUnfit(
      `The stored vectors come from ${stored.model} (${stored.dimensions} dimensions), the embedder is ${embedder.model} (${embedder.dimensions}).`,
      'Start with the embedder that made them, or with EMBEDDING_PROVIDER=none to recall by words alone.',
    );
  }
  const [index] = await database.command<{ dimensions: number }>('database/show-vector-index');
  const dimensions = embedder?.dimensions ?? stored?.dimensions ?? DEFAULT_DIMENSIONS;
  if (index && embedder && index.dimensions !== dimensions) await database.command('database/drop-vector-index');
  await database.command('database/create-vector-index', {
    options: { indexConfig: { 'vector.dimensions': integer(embedder ? dimensions : (index?.dimensions ?? dimensions)), 'vector.similarity_function': 'cosine' } },
  });
  if (embedder && !stored) {
    await database.write((run) =>
      run('database/write-embedding-model', { model: embedder.model, dimensions: integer(embedder.dimensions) }),
    );
  }
  await database.command('database/await-indexes', { seconds: 300 });
}
