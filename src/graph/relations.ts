import { z } from 'zod';
import { LINK_RELATIONS, type LinkRelation } from '../link/memoryLink.ts';
import { listOf } from '../memory/bounds.ts';

/** Which relations a walk follows, at most 50 named; all six when nothing is said. */
export const relationsSchema = listOf(z.enum(LINK_RELATIONS, `one of ${LINK_RELATIONS.join(', ')}`), 50)
  .nullish()
  .transform((relations): readonly LinkRelation[] => (relations ? [...new Set(relations)] : LINK_RELATIONS));

/** Which way a walk follows links, seen from where it is. */
export function directionSchema(fallback: 'OUT' | 'IN' | 'BOTH') {
  return z
    .enum(['OUT', 'IN', 'BOTH'])
    .nullish()
    .transform((direction) => direction ?? fallback);
}
