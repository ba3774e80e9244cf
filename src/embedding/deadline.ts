import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { EmbeddingError } from './embeddingError.ts';
import { Outage } from './outage.ts';
import type { Embedder, EmbedPriority } from './port.ts';

/** How long vectors are waited for, and what happens to those that come later. */
export interface DeadlineOptions {
  /** Milliseconds from the call on. */
  readonly deadlineMs: number;
  readonly priority: EmbedPriority;
  /** Takes a vector that came after the deadline. Without it, texts not started by then are dropped. */
  readonly onLate?: (index: number, vector: readonly number[]) => void;
  /** Gives all texts up at once, for a caller that has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of the first failure of an outage and of its end. */
  readonly logger?: Logger | undefined;
}

const outages = new WeakMap<Embedder, Outage>();

/**
 * The vectors that come in time, each in the place of its text; `null` for a text that came too late or failed, and for
 * all of them without an embedder. Never rejects: a write or a recall goes on without the vector, and says so.
 */
export async function embedWithin(
  embedder: Embedder | null,
  texts: readonly string[],
  { deadlineMs, priority, onLate, signal, logger }: DeadlineOptions,
): Promise<(readonly number[] | null)[]> {
  const vectors: (readonly number[] | null)[] = texts.map(() => null);
  if (embedder === null || texts.length === 0) return vectors;
  const outage = outages.get(embedder) ?? new Outage();
  outages.set(embedder, outage);

  const giveUp = new AbortController();
  // Every text listens; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, giveUp.signal);
  const stop = () => giveUp.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  let late = false;
  let failure: unknown = new Error(`no vector within ${deadlineMs} ms`);

  async function embedOne(text: string, index: number): Promise<void> {
    try {
      // One call a text: the embedder batches what waits, and one bad text leaves the others their vectors.
      const [vector] = await embedder!.embed([text], { priority, signal: giveUp.signal });
      if (vector === undefined) return;
      if (late) onLate?.(index, vector);
      else vectors[index] = vector;
    } catch (error) {
      if (!late) failure = error;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, deadlineMs);
  });
  await Promise.race([Promise.all(texts.map(embedOne)), deadline]);
  clearTimeout(timer);
  late = true;
  signal?.removeEventListener('abort', stop);
  if (onLate === undefined) giveUp.abort();

  const without = vectors.filter((vector) => vector === null).length;
  if (without === 0) outage.succeeded(logger);
  else if (!signal?.aborted && !isClosed(failure)) outage.failed(failure, logger, without);
  return vectors;
}

/** A server that stops is no outage. */
function isClosed(failure: unknown): boolean {
  return failure instanceof EmbeddingError && failure.failure === 'closed';
}
