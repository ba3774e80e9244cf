import type { Database } from './database.ts';
import { DatabaseUnfit } from './databaseUnfit.ts';
import { alone } from './schemaChange.ts';
import { integer } from './values.ts';

/** The model that vectors come from. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

interface VectorIndex {
  readonly name: keyof typeof DROP;
  readonly dimensions: number;
  readonly properties: readonly string[];
  readonly quantized: boolean;
}

const DEFAULT_DIMENSIONS = 384;
const DROP = {
  memory_embedding: 'database/drop-vector-index',
  passage_embedding: 'database/drop-passage-index',
} as const;
/** The property that was last added to the filters of each index. */
const NEWEST_FILTER = { memory_embedding: 'atomised', passage_embedding: 'liveUntil' } as const;
const COSINE = { 'vector.similarity_function': 'cosine' };
/** Neo4j 2026.08 breaks when it ranks few quantized rows anew (docs/adr/0009-vector-quantization.md). */
const NOT_QUANTIZED = { 'vector.quantization.enabled': false };

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
    const indexes = await database.command<VectorIndex>('database/show-vector-indexes');
    const dimensions = embedder?.dimensions ?? indexes[0]?.dimensions ?? stored?.dimensions ?? DEFAULT_DIMENSIONS;
    for (const index of indexes) {
      if (!fits(index, dimensions)) await database.command(DROP[index.name]);
    }
    const options = { indexConfig: { ...NOT_QUANTIZED, ...COSINE, 'vector.dimensions': integer(dimensions) } };
    await database.command('database/create-vector-index', { options });
    await database.command('database/create-passage-index', { options });
    if (embedder && !noted) {
      await run('database/write-embedding-model', { model: embedder.model, dimensions: integer(embedder.dimensions) });
    }
  });
  await database.command('database/await-indexes', { seconds: 300 });
}

/** One of an earlier release does not always: it is made anew from the stored vectors. */
function fits(index: VectorIndex, dimensions: number): boolean {
  return !index.quantized && index.dimensions === dimensions && index.properties.includes(NEWEST_FILTER[index.name]);
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
