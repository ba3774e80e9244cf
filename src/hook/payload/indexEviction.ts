import { z } from 'zod';

/** `on_index_eviction`: EvictionEvent. Its oldest form had `memory_id` alone; the rest then reads as empty (seed, EvictionEvent). */
export const eviction = {
  payload: z.object({
    memory_id: z.string(),
    namespace: z.string().default(''),
    evicted_at: z.string().default(''),
    reason: z.string().default(''),
  }),
};
