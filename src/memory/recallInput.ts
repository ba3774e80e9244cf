import { z } from 'zod';
import { integerBetween, listOf, namespaceSchema, questionSchema, tagsSchema } from './bounds.ts';
import { instantSchema } from './instant.ts';
import { MEMORY_KINDS, TIERS } from './memory.ts';

/** How recall looks. */
export const RECALL_MODES = ['HYBRID', 'KEYWORD', 'SEMANTIC'] as const;
/** One of {@link RECALL_MODES}. */
export type RecallMode = (typeof RECALL_MODES)[number];

/** The input of `recall`, with its defaults. */
export const recallInputSchema = z.object({
  query: questionSchema,
  namespace: namespaceSchema.nullish(),
  limit: integerBetween(1, 50)
    .nullish()
    .transform((value) => value ?? 10),
  tier: z.enum(TIERS).nullish(),
  kinds: listOf(z.enum(MEMORY_KINDS), MEMORY_KINDS.length).nullish(),
  tags: tagsSchema.nullish(),
  since: instantSchema.nullish(),
  until: instantSchema.nullish(),
  asAgent: namespaceSchema.nullish(),
  budgetTokens: integerBetween(0, 1_000_000).nullish(),
  mode: z
    .enum(RECALL_MODES)
    .nullish()
    .transform((value) => value ?? 'HYBRID'),
  includeAtomised: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  touch: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
});

/** A question, checked. */
export type RecallInput = z.output<typeof recallInputSchema>;
