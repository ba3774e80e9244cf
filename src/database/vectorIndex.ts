import type { Database } from './database.ts';
import { DatabaseUnfit } from './databaseUnfit.ts';
import {
  embeddingModelsIn,
  isSameModel,
  noteEmbeddingModel,
  type EmbeddingModel,
  type EmbeddingModels,
} from './embeddingModels.ts';
import { alone } from './schemaChange.ts';
import { integer } from './values.ts';
import { otherSlot } from './vectorSlot.ts';

interface VectorIndex {
  readonly of: keyof typeof DROP;
  readonly dimensions: number;
  readonly properties: readonly string[];
  readonly quantized: boolean;
}

const DEFAULT_DIMENSIONS = 384;
const DROP = {
  memories: 'database/drop-vector-index',
  passages: 'database/drop-passage-index',
} as const;
/** The property that was last added to the filters of each index. */
const NEWEST_FILTER = { memories: 'atomised', passages: 'liveUntil' } as const;
const COSINE = { 'vector.similarity_function': 'cosine' };
/** Neo4j 2026.08 breaks when it ranks few quantized rows anew (docs/adr/0009-vector-quantization.md). */
const NOT_QUANTIZED = { 'vector.quantization.enabled': false };

/**
 * Makes sure that the vector indexes of the slot in use, of memories and of their passages, fit the embedder, or makes them,
 * and turns the database to that slot. Without an embedder they are made in the default size, so that every statement can be
 * planned; the first embedder may replace it. One server at a time, so that any number may start at once.
 * @throws DatabaseUnfit when the stored vectors come from another model or have another size
 */
export async function ensureVectorIndex(database: Database, embedder: EmbeddingModel | null): Promise<void> {
  await alone(database, async (run) => {
    const models = await embeddingModelsIn(run);
    const stored = models.of[models.slot];
    const noted = embedder !== null && stored !== null && isSameModel(stored, embedder);
    if (embedder && stored && !noted) {
      // Without a memory there is no vector to lose: any embedder may be the first.
      const [memories] = await run<{ count: number }>('database/count-memories', {});
      if (memories && memories.count > 0) throw anotherModel(models, stored, embedder);
    }
    database.slot = models.slot;
    const [index] = await database.command<VectorIndex>('database/show-vector-indexes');
    await makeVectorIndexes(
      database,
      embedder?.dimensions ?? index?.dimensions ?? stored?.dimensions ?? DEFAULT_DIMENSIONS,
    );
    if (embedder && !noted) await noteEmbeddingModel(run, models.slot, embedder);
  });
  await database.command('database/await-indexes', { seconds: 300 });
}

/** Makes the vector indexes of the database's slot where they are missing or do not fit. Under the lock of a schema change. */
export async function makeVectorIndexes(database: Database, dimensions: number): Promise<void> {
  for (const index of await database.command<VectorIndex>('database/show-vector-indexes'))
    if (!fits(index, dimensions)) await database.command(DROP[index.of]);
  const options = { indexConfig: { ...NOT_QUANTIZED, ...COSINE, 'vector.dimensions': integer(dimensions) } };
  await database.command('database/create-vector-index', { options });
  await database.command('database/create-passage-index', { options });
}

/** Removes the vector indexes of the database's slot. */
export async function dropVectorIndexes(database: Database): Promise<void> {
  for (const statement of Object.values(DROP)) await database.command(statement);
}

/** One of an earlier release does not always: it is made anew from the stored vectors. */
function fits(index: VectorIndex, dimensions: number): boolean {
  return !index.quantized && index.dimensions === dimensions && index.properties.includes(NEWEST_FILTER[index.of]);
}

function anotherModel(models: EmbeddingModels, stored: EmbeddingModel, embedder: EmbeddingModel): DatabaseUnfit {
  const underWay = models.changing && isSameModel(models.of[otherSlot(models.slot)], embedder);
  return new DatabaseUnfit(
    `The stored vectors come from ${stored.model} (${stored.dimensions} dimensions), the embedder is ${embedder.model} (${embedder.dimensions}).`,
    underWay
      ? 'The change to this embedder is under way: wait for `npm run reembed` to end, or run it again with these settings to go on.'
      : 'Run `npm run reembed` with these settings to make the vectors anew, while servers go on with the old ones. Or start with the embedder that made them, or with EMBEDDING_PROVIDER=none to recall by words alone.',
  );
}
