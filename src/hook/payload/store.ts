import { z } from 'zod';
import {
  contentSchema,
  integerBetween,
  metadataSchema,
  namespaceSchema,
  numberBetween,
  tagsSchema,
  titleSchema,
} from '../../memory/bounds.ts';
import { SOURCES } from '../../memory/memory.ts';
import { wireMemorySchema } from '../wire/memory.ts';
import { timestampSchema, wireTier } from '../wire/values.ts';

/** MemoryDelta: the fields of a memory that a `pre_store` hook sees and may set; `metadata` is replaced whole. */
export const memoryDeltaSchema = z
  .object({
    tier: wireTier,
    namespace: namespaceSchema,
    title: titleSchema,
    content: contentSchema,
    tags: tagsSchema,
    priority: integerBetween(1, 10),
    confidence: numberBetween(0, 1),
    source: z.enum(SOURCES, `one of ${SOURCES.join(', ')}`),
    expires_at: timestampSchema,
    metadata: metadataSchema,
  })
  .partial();

/** A delta of a memory, in wire names. */
export type MemoryDelta = z.output<typeof memoryDeltaSchema>;

/** `pre_store`. An update carries the `id` of the memory besides its delta (design §6); a hook cannot change it. */
export const memoryDelta = {
  payload: memoryDeltaSchema.extend({ id: z.string().optional() }),
  delta: memoryDeltaSchema,
};

/** `post_store`: the memory as stored. */
export const storedMemory = { payload: wireMemorySchema };
