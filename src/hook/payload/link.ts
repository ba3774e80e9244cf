import { z } from 'zod';
import { memoryIdSchema } from '../../memory/bounds.ts';
import { linkEndsSchema, relationSchema, wireLinkSchema, withLinkAliases } from '../wire/link.ts';

/** `pre_link`: LinkDelta. */
export const link = {
  payload: linkEndsSchema,
  delta: z.preprocess(
    withLinkAliases,
    z.object({ source_id: memoryIdSchema, target_id: memoryIdSchema, relation: relationSchema }).partial(),
  ),
};

/** `post_link`: MemoryLink. */
export const linkResult = { payload: wireLinkSchema };
