import { z } from 'zod';
import {
  fromWireName,
  instant,
  optionalInstant,
  timestampSchema,
  toWireName,
  wireEnum,
  withoutUnset,
} from './values.ts';

const RELATIONS = ['RELATED_TO', 'SUPERSEDES', 'CONTRADICTS', 'DERIVED_FROM', 'DERIVES_FROM', 'REFLECTS_ON'] as const;
const ATTEST_LEVELS = ['UNSIGNED', 'SELF_SIGNED', 'PEER_ATTESTED', 'SIGNED_BY_PEER', 'DAEMON_SIGNED'] as const;

/** A link between two memories, as `MemoryLink` of schema/link.graphql without its ends. */
export interface LinkFields {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: (typeof RELATIONS)[number];
  readonly createdAt: string;
  readonly observedBy: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly signature: string | null;
  readonly attestLevel: (typeof ATTEST_LEVELS)[number];
}

/** `related_to` and its five siblings. */
export const relationSchema = wireEnum(RELATIONS);

/** LinkBody of older senders says `from`, `to`, `rel_type` (spec memory-system §1.3); the full names win. */
export function withLinkAliases(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { from, to, rel_type: relationType, ...rest } = raw as Record<string, unknown>;
  return { ...withoutUnset({ source_id: from, target_id: to, relation: relationType }), ...rest };
}

/** LinkDelta: the ends of a link and how they relate. */
export const linkEndsSchema = z.preprocess(
  withLinkAliases,
  z.object({ source_id: z.string(), target_id: z.string(), relation: relationSchema.default('related_to') }),
);

/** MemoryLink on the wire (spec memory-system §1.3). Null counts as unset. */
export const wireLinkSchema = z.preprocess(
  withLinkAliases,
  z.object({
    source_id: z.string(),
    target_id: z.string(),
    relation: relationSchema.default('related_to'),
    created_at: timestampSchema,
    signature: z.string().nullish(),
    observed_by: z.string().nullish(),
    valid_from: timestampSchema.nullish(),
    valid_until: timestampSchema.nullish(),
    attest_level: wireEnum(ATTEST_LEVELS).nullish(),
  }),
);

/** A link in wire names. */
export type WireLink = z.output<typeof wireLinkSchema>;

/** A link as hooks, exports and messages see it; unset fields are left out. */
export function linkToWire(link: LinkFields): WireLink {
  return withoutUnset({
    source_id: link.sourceId,
    target_id: link.targetId,
    relation: toWireName(link.relation),
    created_at: link.createdAt,
    signature: link.signature,
    observed_by: link.observedBy,
    valid_from: link.validFrom,
    valid_until: link.validUntil,
    attest_level: toWireName(link.attestLevel),
  });
}

/**
 * A wire link, tolerantly read.
 * @throws ZodError naming the field
 */
export function linkFromWire(raw: unknown): LinkFields {
  const wire = wireLinkSchema.parse(raw);
  return {
    sourceId: wire.source_id,
    targetId: wire.target_id,
    relation: fromWireName(wire.relation),
    createdAt: instant(wire.created_at),
    observedBy: wire.observed_by ?? null,
    validFrom: optionalInstant(wire.valid_from),
    validUntil: optionalInstant(wire.valid_until),
    signature: wire.signature ?? null,
    attestLevel: fromWireName(wire.attest_level ?? 'unsigned'),
  };
}
