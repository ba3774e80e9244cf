import { z } from 'zod';
import { memoryDeltaSchema } from './store.ts';

/** ReflectDelta: sources and author are left out on purpose, a hook must not rewrite where a reflection comes from. */
const reflectDeltaSchema = memoryDeltaSchema.omit({ source: true, expires_at: true });

/** `pre_reflect`. */
export const reflection = { payload: reflectDeltaSchema, delta: reflectDeltaSchema };

/** `post_reflect`. */
export const reflectionResult = {
  payload: z.object({
    id: z.string(),
    reflection_depth: z.int(),
    reflects_on: z.array(z.string()),
    namespace: z.string(),
  }),
};
