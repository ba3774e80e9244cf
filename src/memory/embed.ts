import { vectorParameter } from '../database/values.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { embeddingText } from '../embedding/embedText.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { EmbeddingStatus } from './memory.ts';

/** What a write knows about its vector when it commits. */
export interface Embedded {
  readonly status: EmbeddingStatus;
  /** Parameter for the statement, null without a vector. */
  readonly vector: unknown;
  /** Properties that go with it. A memory that waits for its vector is marked, so that the background job finds it. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * The vector of a memory, if it comes in time: an embedder that is slow or down never holds up a write for longer than
 * the deadline, and never loses one.
 */
export async function embedMemory({ services }: OperationContext, title: string, content: string): Promise<Embedded> {
  if (!services.embedder)
    return { status: 'NONE', vector: null, properties: { embeddingModel: null, awaitsEmbedding: true } };
  const [vector] = await embedWithin(services.embedder, [embeddingText(title, content)], {
    deadlineMs: services.deadlines.write,
    priority: 'memory',
  });
  return vector
    ? {
        status: 'READY',
        vector: vectorParameter(vector),
        properties: { embeddingModel: services.embedder.model, awaitsEmbedding: null },
      }
    : { status: 'PENDING', vector: null, properties: { embeddingModel: null, awaitsEmbedding: true } };
}
