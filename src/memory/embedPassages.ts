import { performance } from 'node:perf_hooks';
import { integer, vectorParameter } from '../database/values.ts';
import type { PassageRow } from '../database/write.ts';
import { embedWithin } from '../embedding/deadline.ts';
import type { Embedder } from '../embedding/port.ts';
import type { Passage } from './passages.ts';

/** Passages that wait for the embedder at once: what others store meanwhile gets its turn between them. */
const AT_ONCE = 4;

/**
 * The vectors of a memory's passages, as rows for the statement.
 * @param options.until when to give up, by `performance.now()`
 * @returns null unless all came in time
 */
export async function embedPassages(
  embedder: Embedder,
  passages: readonly Passage[],
  { until, signal }: { readonly until: number; readonly signal?: AbortSignal },
): Promise<PassageRow[] | null> {
  const rows: PassageRow[] = [];
  while (rows.length < passages.length) {
    const next = passages.slice(rows.length, rows.length + AT_ONCE);
    const deadlineMs = until - performance.now();
    if (deadlineMs <= 0 || signal?.aborted) return null;
    const vectors = await embedWithin(
      embedder,
      next.map((passage) => passage.embeddingText),
      { deadlineMs, priority: 'memory', signal },
    );
    for (const [place, vector] of vectors.entries()) {
      if (!vector) return null;
      const { start, end } = next[place]!;
      rows.push({ start: integer(start), end: integer(end), vector: vectorParameter(vector) });
    }
  }
  return rows;
}
