import { z } from 'zod';
import { toLocalDateTime, vectorParameter } from '../database/values.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { embeddingText } from '../embedding/embedText.ts';
import { audiencesIn, readerOf } from '../governance/audience.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { contentSchema, namespaceSchema, numberBetween, titleSchema } from './bounds.ts';
import type { Memory } from './memory.ts';
import { recallParameters } from './recallFilter.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

const inputSchema = z.object({
  title: titleSchema,
  content: contentSchema,
  namespace: namespaceSchema.nullish(),
  threshold: numberBetween(0.5, 1)
    .nullish()
    .transform((value) => value ?? 0.85),
});

type CheckInput = z.output<typeof inputSchema>;

/** The answer to `checkDuplicate`. */
export interface DuplicateAnswer {
  readonly isDuplicate: boolean;
  readonly threshold: number;
  readonly nearest: { readonly memory: Memory; readonly similarity: number } | null;
  readonly candidatesScanned: number;
  readonly degraded: boolean;
}

/**
 * `checkDuplicate` (spec memory-system §5): the very text first, else the nearest by meaning. Title and content are
 * compared as they are, by way of the title key, which comes to the same as comparing their digests.
 */
export const checkDuplicate: Operation<CheckInput, void, DuplicateAnswer> = {
  name: 'checkDuplicate',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run(context, input) {
    const { threshold } = input;
    const same = await sameText(context, input);
    if (same) {
      const nearest = { memory: same, similarity: 1 };
      return { isDuplicate: true, threshold, nearest, candidatesScanned: 1, degraded: false };
    }
    const [vector] = await embedWithin(context.services.embedder, [embeddingText(input.title, input.content)], {
      deadlineMs: context.services.deadlines.recall,
      priority: 'question',
    });
    if (!vector) return { isDuplicate: false, threshold, nearest: null, candidatesScanned: 0, degraded: true };
    const { nearest, candidates } = await nearestTo(context, input, vector);
    const isDuplicate = nearest !== null && nearest.similarity >= threshold;
    return { isDuplicate, threshold, nearest, candidatesScanned: candidates, degraded: false };
  },
};

async function sameText(
  { services, principal, bookmarks }: OperationContext,
  { title, content, namespace }: CheckInput,
): Promise<Memory | null> {
  const [row] = await services.database.read<{ record: MemoryRecord }>(
    'memory/same-text',
    {
      ...{ title, content },
      namespaces: namespace == null ? [] : [namespace],
      prefixes: namespace == null ? [''] : [],
      now: toLocalDateTime(services.clock()),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
  return row ? fromRecord(row.record) : null;
}

async function nearestTo(
  { services, principal, bookmarks }: OperationContext,
  { namespace }: CheckInput,
  vector: readonly number[],
): Promise<{ nearest: DuplicateAnswer['nearest']; candidates: number }> {
  const { reader, agentId, unfiltered, shared } = recallParameters(principal, {});
  const [row] = await services.database.read<{
    candidates: number;
    record: MemoryRecord | null;
    similarity: number | null;
  }>(
    'memory/nearest',
    {
      ...{ reader, agentId, unfiltered },
      vector: vectorParameter(vector),
      namespace: namespace ?? null,
      // Of one namespace the audiences are known; everywhere they follow from the tree.
      audiences: namespace == null ? ['collective', `private|${agentId}`] : audiencesIn(namespace, principal),
      shared: namespace == null ? shared : [],
      now: toLocalDateTime(services.clock()),
    },
    { bookmarks },
  );
  const { record = null, similarity = null, candidates = 0 } = row ?? {};
  return { nearest: record && similarity !== null ? { memory: fromRecord(record), similarity } : null, candidates };
}
