import type { Database, RunStatement } from './database.ts';
import { integer } from './values.ts';
import { otherSlot, type VectorSlot } from './vectorSlot.ts';

/** The model that vectors come from. */
export interface EmbeddingModel {
  readonly model: string;
  readonly dimensions: number;
}

/** The models of both slots, as they are noted in the graph. */
export interface EmbeddingModels {
  /** The slot that servers start with. */
  readonly slot: VectorSlot;
  /** The model of each slot; null while it has none. */
  readonly of: Readonly<Record<VectorSlot, EmbeddingModel | null>>;
  /** Whether a change to the other slot is under way. */
  readonly changing: boolean;
  /** Whether the other slot still holds what it held before the change. */
  readonly clearing: boolean;
}

interface Row {
  readonly slot: VectorSlot;
  readonly model: string | null;
  readonly dimensions: number | null;
  readonly otherModel: string | null;
  readonly otherDimensions: number | null;
  readonly changing: boolean;
  readonly clearing: boolean;
}

/** What is noted; a graph that no embedder has come to yet has slot a without a model. */
export async function readEmbeddingModels(database: Database): Promise<EmbeddingModels> {
  return modelsOf(await database.read<Row>('database/read-embedding-model'));
}

/** The same inside a transaction. */
export async function embeddingModelsIn(run: RunStatement): Promise<EmbeddingModels> {
  return modelsOf(await run<Row>('database/read-embedding-model', {}));
}

/** Notes the model of a slot; null for none. */
export async function noteEmbeddingModel(
  run: RunStatement,
  slot: VectorSlot,
  model: EmbeddingModel | null,
): Promise<void> {
  await run('database/write-embedding-model', {
    slot,
    model: model?.model ?? null,
    dimensions: model && integer(model.dimensions),
  });
}

/** Whether vectors of both compare. */
export function isSameModel(one: EmbeddingModel | null, other: EmbeddingModel | null): boolean {
  return one?.model === other?.model && one?.dimensions === other?.dimensions;
}

function modelsOf([row]: readonly Row[]): EmbeddingModels {
  if (!row) return { slot: 'a', of: { a: null, b: null }, changing: false, clearing: false };
  const { slot, changing, clearing } = row;
  const used = modelOf(row.model, row.dimensions);
  const other = modelOf(row.otherModel, row.otherDimensions);
  const of = { a: used, b: used, [slot]: used, [otherSlot(slot)]: other };
  return { slot, of, changing, clearing };
}

function modelOf(model: string | null, dimensions: number | null): EmbeddingModel | null {
  return model === null || dimensions === null ? null : { model, dimensions };
}
