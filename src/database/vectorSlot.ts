/**
 * Where the vectors of one model are: property `embedding` with the indexes `memory_embedding` and `passage_embedding`, or the
 * same with a B behind. Two, so that the vectors of a new model grow beside those that recall goes by (ADR 0013).
 */
export type VectorSlot = 'a' | 'b';

/** The slot that is not this one. */
export function otherSlot(slot: VectorSlot): VectorSlot {
  return slot === 'a' ? 'b' : 'a';
}

/** What each slot has of its own, as statements name it for slot a. */
const NAMES = /\b(memory_embedding|passage_embedding)(_b)?\b|\b(embedding|embeddingModel|awaitsEmbedding)(B)?\b/g;

/**
 * A statement for a slot. Files of cypher/ are written for slot a, with b as "the other one"; for slot b each name becomes
 * that of the other slot. The only place that knows the names of the second slot from those of the first.
 */
export function inSlot(text: string, slot: VectorSlot): string {
  if (slot === 'a') return text;
  return text.replace(
    NAMES,
    (_match, index: string | undefined, indexB: string | undefined, property: string, propertyB: string | undefined) =>
      index === undefined
        ? property + (propertyB === undefined ? 'B' : '')
        : index + (indexB === undefined ? '_b' : ''),
  );
}

/**
 * The properties of a memory whose text is new, beside its vector: the model of the slot's vector, and that the vector of the
 * other slot, if it had one, is of a text that is gone.
 * @param slot where the vector goes
 * @param vectors.model null without a vector
 * @param vectors.whole whether all its vectors are there; false marks it for the background job
 */
export function vectorProperties(
  slot: VectorSlot,
  vectors: { readonly model: string | null; readonly whole: boolean },
): Readonly<Record<string, unknown>> {
  const own = slot === 'a' ? '' : 'B';
  const other = slot === 'a' ? 'B' : '';
  return {
    [`embeddingModel${own}`]: vectors.model,
    [`awaitsEmbedding${own}`]: vectors.whole ? null : true,
    [`embeddingModel${other}`]: null,
    [`awaitsEmbedding${other}`]: true,
  };
}

/** The properties of a memory that belong to the slots. */
export const VECTOR_PROPERTIES: readonly string[] = ['embedding', 'embeddingModel', 'awaitsEmbedding'].flatMap(
  (name) => [name, `${name}B`],
);
