import { z } from 'zod';
import { integerBetween, namespaceSchema } from '../../memory/bounds.ts';

const transcriptDeltaSchema = z
  .object({ namespace: namespaceSchema, content: z.string(), ttl_secs: integerBetween(1, 31_536_000) })
  .partial();

/** `pre_transcript_store`: TranscriptDelta; the content is sent in clear. */
export const transcriptDelta = { payload: transcriptDeltaSchema, delta: transcriptDeltaSchema };

/** `post_transcript_store`: Transcript; sizes in bytes. */
export const transcript = {
  payload: z.object({
    id: z.string(),
    namespace: z.string(),
    created_at: z.string(),
    expires_at: z.string().optional(),
    compressed_size: z.int(),
    original_size: z.int(),
  }),
};
