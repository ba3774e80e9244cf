/**
 * Why a text has no vector.
 * - `text`: this text was refused; others may pass
 * - `provider`: the model or the service failed, whatever the text
 * - `overloaded`: too many texts wait already
 * - `closed`: the embedder was ended
 */
export type EmbeddingFailure = 'text' | 'provider' | 'overloaded' | 'closed';

/** A text got no vector. For logs and for the choice to go on without; never shown to a client. */
export class EmbeddingError extends Error {
  override readonly name = 'EmbeddingError';
  readonly failure: EmbeddingFailure;

  constructor(failure: EmbeddingFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Any thrown value as an EmbeddingError; what is not one yet is the provider's failure. */
export function asEmbeddingError(error: unknown): EmbeddingError {
  if (error instanceof EmbeddingError) return error;
  return new EmbeddingError('provider', error instanceof Error ? error.message : String(error));
}
