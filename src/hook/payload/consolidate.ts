import { z } from 'zod';
import { listOf, memoryIdSchema, namespaceSchema } from '../../memory/bounds.ts';

const consolidationSchema = z.object({ namespace: namespaceSchema, candidate_ids: listOf(memoryIdSchema, 100) });

/** `pre_consolidate`: ConsolidationDelta. */
export const consolidation = { payload: consolidationSchema, delta: consolidationSchema.partial() };

/** `post_consolidate`: ConsolidationResult. */
export const consolidationResult = {
  payload: z.object({ namespace: z.string(), merged_ids: z.array(z.string()), result_id: z.string().optional() }),
};
