import { fromIso } from '../database/values.ts';
import { linkKeyOf, type LinkRelation, type MemoryLink } from './memoryLink.ts';

/** A link that is made together with its source memory: as it is told, and as its relationship keeps it. */
export interface NewLink {
  readonly link: MemoryLink;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * An unsigned link that holds from now on.
 * @param at ISO-8601 UTC text
 */
export function newLink(
  ends: { readonly sourceId: string; readonly relation: LinkRelation; readonly targetId: string },
  observedBy: string,
  at: string,
): NewLink {
  const attestLevel = 'UNSIGNED';
  return {
    link: { ...ends, createdAt: at, observedBy, validFrom: at, validUntil: null, signature: null, attestLevel },
    properties: {
      linkKey: linkKeyOf(ends),
      createdAt: fromIso(at),
      observedBy,
      validFrom: fromIso(at),
      attestLevel,
    },
  };
}
