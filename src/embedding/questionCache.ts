import { LRUCache } from 'lru-cache';
import type { Embedder, EmbedOptions } from './port.ts';

/** Questions kept. */
const MOST_QUESTIONS = 1_000;
/** UTF-16 units of question text kept in all, and the longest question worth keeping. */
const MOST_TEXT = 1_000_000;
const LONGEST_QUESTION = 4_000;

/** The same embedder with the vectors of recent questions at hand: agents ask the same thing again and again. */
export function withQuestionCache(embedder: Embedder): Embedder {
  const cache = new LRUCache<string, readonly number[]>({
    max: MOST_QUESTIONS,
    maxSize: MOST_TEXT,
    maxEntrySize: LONGEST_QUESTION,
    sizeCalculation: (_vector, text) => text.length + 1,
  });

  async function embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly (readonly number[])[]> {
    if (options?.priority !== 'question') return embedder.embed(texts, options);
    const known = texts.map((text) => cache.get(text));
    const unknown = texts.filter((_, index) => known[index] === undefined);
    if (unknown.length === 0) return known as (readonly number[])[];
    const fresh = await embedder.embed(unknown, options);
    unknown.forEach((text, index) => cache.set(text, fresh[index]));
    let next = 0;
    return known.map((vector) => vector ?? fresh[next++]) as (readonly number[])[];
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    embed,
    close() {
      cache.clear();
      return embedder.close();
    },
  };
}
