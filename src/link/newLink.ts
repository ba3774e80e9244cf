import { fromIso } from '../database/values.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { attestedByServer } from '../signature/signingKey.ts';
import type { LinkEnds } from './link.ts';
import { linkKeyOf, type MemoryLink } from './memoryLink.ts';

/** A link that is made together with its source memory: as it is told, and as its relationship keeps it. */
export interface NewLink {
  readonly link: MemoryLink;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * A link that the caller sees from now on, signed by the server where it signs.
 * @param at ISO-8601 UTC text
 */
export function newLink(
  { services, principal }: Pick<OperationContext, 'services' | 'principal'>,
  ends: LinkEnds,
  at: string,
): NewLink {
  const observedBy = principal.agentId;
  const signed = { ...ends, observedBy, validFrom: at, validUntil: null };
  const attested = attestedByServer(services.signingKey, signed);
  const { signature, attestLevel } = attested;
  return {
    link: { ...signed, createdAt: at, signature, attestLevel },
    properties: {
      linkKey: linkKeyOf(ends),
      createdAt: fromIso(at),
      observedBy,
      validFrom: fromIso(at),
      ...attested,
    },
  };
}
