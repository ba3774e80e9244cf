import type { Embedder } from '../../src/embedding/port.ts';
import { randomSource, unitVector } from './text.ts';

const DIMENSIONS = 384;

/** An embedder whose vectors are ready: what is measured is everything but embedding. */
export function readyEmbedder(): Embedder {
  const random = randomSource(7);
  const pool = Array.from({ length: 4096 }, () => unitVector(random, DIMENSIONS));
  let next = 0;
  return {
    model: 'bge-small-en-v1.5-q8@384',
    dimensions: DIMENSIONS,
    embed: async (texts) => texts.map(() => pool[next++ % pool.length] ?? []),
    close: async () => {},
  };
}
