/**
 * Who goes first when texts wait. A question has a person or an agent waiting for an answer within a second; a memory
 * that comes late is stored without its vector and embedded afterwards.
 */
export type EmbedPriority = 'question' | 'memory';

/** How one call of {@link Embedder.embed} is treated. */
export interface EmbedOptions {
  /** Default `memory`. */
  readonly priority?: EmbedPriority | undefined;
  /** Drops the texts that have not been started yet; the call rejects with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/** Turns texts into vectors. The one thing that domains know about embedding. */
export interface Embedder {
  /** Name of the model with its dimensions, stored beside each vector: vectors of two models never compare. */
  readonly model: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /**
   * One vector for each text, in order: `dimensions` finite numbers of length (L2 norm) 1. Any text is taken, also an
   * empty one; a long one is cut to what the model reads.
   * @throws EmbeddingError when any of the texts gets no vector
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly (readonly number[])[]>;
  /** Ends it; texts still waiting are refused. Safe to call twice. */
  close(): Promise<void>;
}
