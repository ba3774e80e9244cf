import { performance } from 'node:perf_hooks';
import { vectorParameter } from '../database/values.ts';
import { vectorProperties } from '../database/vectorSlot.ts';
import type { PassageRow } from '../database/write.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { embeddingText } from '../embedding/embedText.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { embedPassages } from './embedPassages.ts';
import type { EmbeddingStatus } from './memory.ts';
import { passagesOf } from './passages.ts';

/** What a write knows about its vectors when it commits. */
export interface Embedded {
  readonly status: EmbeddingStatus;
  /** Parameter for the statement, null without a vector. */
  readonly vector: unknown;
  /** For the write's `passages`; none unless all are there. */
  readonly passages: readonly PassageRow[];
  /** Properties that go with it. A memory that waits for a vector is marked, so that the background job finds it. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * The vectors of a memory, if they come in time: an embedder that is slow or down never holds up a write for longer than
 * the deadline, and never loses one. A long memory whose own vector came and whose passages did not is stored with the
 * one, and READY when the background job has made the others.
 */
export async function embedMemory({ services }: OperationContext, title: string, content: string): Promise<Embedded> {
  const { embedder, deadlines } = services;
  const { slot } = services.database;
  if (!embedder)
    return {
      status: 'NONE',
      vector: null,
      passages: [],
      properties: vectorProperties(slot, { model: null, whole: false }),
    };
  const until = performance.now() + deadlines.write;
  const [own] = await embedWithin(embedder, [embeddingText(title, content)], {
    deadlineMs: deadlines.write,
    priority: 'memory',
  });
  const vector = own ? vectorParameter(own) : null;
  const model = own ? embedder.model : null;
  const passages = own && (await embedPassages(embedder, passagesOf(title, content), { until }));
  return passages
    ? { status: 'READY', vector, passages, properties: vectorProperties(slot, { model, whole: true }) }
    : { status: 'PENDING', vector, passages: [], properties: vectorProperties(slot, { model, whole: false }) };
}
