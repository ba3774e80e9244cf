import { z } from 'zod';
import { integerBetween, namespaceSchema, tagsSchema, textOfCharacters } from '../../memory/bounds.ts';
import { wireMemorySchema } from '../wire/memory.ts';
import { wireTier } from '../wire/values.ts';

const questionSchema = textOfCharacters(8192);
const limitSchema = integerBetween(1, 50);

const recallQuerySchema = z
  .object({
    query: questionSchema,
    namespace: namespaceSchema,
    limit: limitSchema,
    tier: wireTier,
    tags: tagsSchema,
    budget_tokens: integerBetween(0, 1_000_000),
  })
  .partial();

/** `pre_recall`: RecallQuery. */
export const recallQuery = { payload: recallQuerySchema, delta: recallQuerySchema };

/** `post_recall`: RecallResult. */
export const recallResult = {
  payload: z.object({ query: z.string(), memories: z.array(wireMemorySchema), tokens_used: z.int().optional() }),
};

/** RecallExpandQuery: all three fields always there; `namespace` is empty when the recall names none. */
const recallExpandSchema = z.object({ query: z.string(), namespace: z.string(), k: z.int().min(1) });

/** What `pre_recall_expand` hooks are sent. */
export type RecallExpandQuery = z.output<typeof recallExpandSchema>;

/**
 * The delta of `pre_recall_expand`. The seeds' protocol has one delta type, MemoryDelta, whose `content` stands for the
 * query here and whose `priority`, when above 0, for `k` (spec memory-system §2.3.6). The payload's own names are
 * understood too, and win.
 */
const recallExpandDeltaSchema = z
  .object({
    content: questionSchema.optional(),
    priority: z.int().optional(),
    query: questionSchema.optional(),
    namespace: z.union([z.literal(''), namespaceSchema]).optional(),
    k: limitSchema.optional(),
  })
  .transform(({ content, priority, ...direct }) => ({
    ...(content === undefined ? {} : { query: content }),
    ...(priority === undefined || priority <= 0 ? {} : { k: priority }),
    ...direct,
  }))
  .pipe(z.object({ query: z.string(), namespace: z.string(), k: limitSchema }).partial());

/** A checked delta of `pre_recall_expand`, in the names of its payload. */
export type RecallExpandDelta = z.output<typeof recallExpandDeltaSchema>;

/** `pre_recall_expand`. */
export const recallExpand = { payload: recallExpandSchema, delta: recallExpandDeltaSchema };

/** The query with the delta applied; the chain has turned MemoryDelta names into the payload's own. */
export function applyRecallExpand(query: RecallExpandQuery, delta: RecallExpandDelta): RecallExpandQuery {
  return { query: delta.query ?? query.query, namespace: delta.namespace ?? query.namespace, k: delta.k ?? query.k };
}
