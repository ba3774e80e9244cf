import { setTimeout as sleep } from 'node:timers/promises';
import { integer, vectorParameter } from '../database/values.ts';
import type { PassageRow } from '../database/write.ts';
import { asEmbeddingError } from '../embedding/embeddingError.ts';
import { embeddingText } from '../embedding/embedText.ts';
import type { Embedder } from '../embedding/port.ts';
import { passagesOf } from '../memory/passages.ts';
import { StartupError } from '../runtime/startupError.ts';

const TRIES = 5;
const FIRST_PAUSE_MS = 1_000;

/** The text of a memory. */
export interface TextToEmbed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

/** A memory with its vectors. */
export interface WithVectors<Row> {
  readonly row: Row;
  readonly vector: readonly number[];
  readonly passages: readonly PassageRow[];
}

/**
 * The vectors of memories and their passages. A text that the embedder refuses leaves its memory out; an embedder that fails
 * otherwise is asked again for about fifteen seconds.
 * @param refuse told of each memory that is left out
 * @throws StartupError when the embedder goes on failing; the reason of the signal
 */
export async function embedPatiently<Row extends TextToEmbed>(
  embedder: Embedder,
  rows: readonly Row[],
  signal: AbortSignal,
  refuse: (id: string, reason: string) => void,
): Promise<WithVectors<Row>[]> {
  const parts = rows.map((row) => ({ row, passages: passagesOf(row.title, row.content) }));
  const texts = parts.flatMap(({ row, passages }) => [
    embeddingText(row.title, row.content),
    ...passages.map((passage) => passage.embeddingText),
  ]);
  let vectors: readonly (readonly number[])[];
  try {
    vectors = await tryAgain(() => embedder.embed(texts, { signal }), signal);
  } catch (error) {
    signal.throwIfAborted();
    const { failure, message } = asEmbeddingError(error);
    if (failure !== 'text')
      throw new StartupError(
        `The embedder fails: ${message}`,
        'When it answers again, the same command goes on from here.',
        { cause: error },
      );
    if (rows.length > 1) {
      const middle = rows.length >> 1;
      const first = await embedPatiently(embedder, rows.slice(0, middle), signal, refuse);
      return [...first, ...(await embedPatiently(embedder, rows.slice(middle), signal, refuse))];
    }
    for (const { id } of rows) refuse(id, message);
    return [];
  }
  let next = 0;
  return parts.map(({ row, passages }) => ({
    row,
    vector: vectors[next++]!,
    passages: passages.map(({ start, end }) => ({
      start: integer(start),
      end: integer(end),
      vector: vectorParameter(vectors[next++]!),
    })),
  }));
}

async function tryAgain<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || attempt === TRIES || asEmbeddingError(error).failure === 'text') throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}
