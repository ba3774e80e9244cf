import { z } from 'zod';
import { memoryIdSchema } from '../../memory/bounds.ts';
import { wireTier } from '../wire/values.ts';

const promotionSchema = z.object({ id: memoryIdSchema, from_tier: wireTier, to_tier: wireTier });

/** `pre_promote`: PromoteDelta; `post_promote`: PromoteResult of the same shape. */
export const promotion = { payload: promotionSchema, delta: promotionSchema.partial() };
