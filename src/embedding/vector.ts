import { EmbeddingError } from './embeddingError.ts';

/**
 * The vector scaled to length 1, as a plain array. The one gate that every vector passes: a single bad one in the index
 * fails searches for everybody.
 * @throws EmbeddingError (`provider`) when it has another length than `dimensions`, is all zero, or holds anything but
 *   finite numbers
 */
export function normalised(values: ArrayLike<unknown>, dimensions: number): number[] {
  if (values.length !== dimensions) {
    throw new EmbeddingError('provider', `the embedder answered ${values.length} dimensions instead of ${dimensions}`);
  }
  let squares = 0;
  for (let index = 0; index < dimensions; index++) {
    const value = values[index];
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      throw new EmbeddingError('provider', `the embedder answered a vector with a value that is no finite number`);
    }
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  // Squares of very large or very small values over- and underflow; no model answers such vectors.
  if (!Number.isFinite(length) || length < 1e-12) {
    throw new EmbeddingError('provider', `the embedder answered a vector of length ${length}`);
  }
  return Array.from(values as ArrayLike<number>, (value) => value / length);
}
