import { z } from 'zod';
import { memoryIdSchema } from '../../memory/bounds.ts';

const memoryReferenceSchema = z.object({ id: memoryIdSchema });

/** `pre_delete`, `post_delete`, `pre_archive`: MemoryRef, the id of one memory. */
export const memoryReference = { payload: memoryReferenceSchema, delta: memoryReferenceSchema.partial() };
