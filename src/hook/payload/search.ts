import { z } from 'zod';
import { integerBetween, namespaceSchema, tagsSchema, textOfCharacters } from '../../memory/bounds.ts';
import { wireMemorySchema } from '../wire/memory.ts';

const searchQuerySchema = z
  .object({
    query: textOfCharacters(8192),
    namespace: namespaceSchema,
    limit: integerBetween(1, 200),
    tags: tagsSchema,
  })
  .partial();

/** `pre_search`: SearchQuery. */
export const searchQuery = { payload: searchQuerySchema, delta: searchQuerySchema };

/** `post_search`: SearchResult. */
export const searchResult = { payload: z.object({ query: z.string(), memories: z.array(wireMemorySchema) }) };
