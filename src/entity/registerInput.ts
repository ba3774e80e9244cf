import { z } from 'zod';
import { contentSchema, integerBetween, listOf, tagsSchema, textOfCharacters, titleSchema } from '../memory/bounds.ts';
import { TIERS } from '../memory/memory.ts';
import { storeInputSchema, type StoreInput } from '../memory/storeInput.ts';
import { contentOf, otherNames } from './names.ts';

/** Most other names that an entity has in all. */
export const MOST_ALIASES = 200;

const { title: _title, content: _content, ...storeFields } = storeInputSchema.shape;

/**
 * The input of `registerEntity`: what clients may say, and what a `pre_store` hook may change besides, with the defaults
 * of an entity (spec memory-system §6).
 */
export const registerInputSchema = z.object({
  ...storeFields,
  canonicalName: titleSchema,
  aliases: listOf(
    textOfCharacters(128, (value) => value.trim().normalize('NFC')),
    50,
  )
    .nullish()
    .transform((value) => value ?? []),
  /** Lists the names when nobody says otherwise. */
  content: contentSchema.nullish(),
  tier: z
    .enum(TIERS)
    .nullish()
    .transform((value) => value ?? ('LONG' as const)),
  tags: tagsSchema.nullish().transform((value) => value ?? ['entity']),
  priority: integerBetween(1, 10)
    .nullish()
    .transform((value) => value ?? 7),
});

/** An entity to register, checked. */
export type RegisterInput = z.output<typeof registerInputSchema>;

/** The memory to store for a new entity. */
export function storeInputOf({ canonicalName, aliases, content, ...input }: RegisterInput): StoreInput {
  return {
    ...input,
    title: canonicalName,
    content: content ?? contentOf(canonicalName, otherNames(canonicalName, aliases)),
    kind: 'ENTITY',
  };
}
