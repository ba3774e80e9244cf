import { z } from 'zod';
import { memoryIdSchema, namespaceSchema } from '../../memory/bounds.ts';

const compactionSchema = z.object({
  pass_name: z.string().min(1).max(64),
  candidate_ids: z.array(memoryIdSchema),
  namespace: namespaceSchema,
});

/** `pre_compaction`: CompactionDelta. */
export const compaction = { payload: compactionSchema, delta: compactionSchema.partial() };

/** `on_compaction_rollback`: CompactionRollbackEvent. */
export const compactionRollback = {
  payload: z.object({ pass_name: z.string(), summary_id: z.string(), namespace: z.string(), reason: z.string() }),
};
