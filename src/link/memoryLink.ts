/** The six relations (seed: MemoryLink). */
export const LINK_RELATIONS = [
  'RELATED_TO',
  'SUPERSEDES',
  'CONTRADICTS',
  'DERIVED_FROM',
  'DERIVES_FROM',
  'REFLECTS_ON',
] as const;
/** One of {@link LINK_RELATIONS}. */
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** Relations that must not close a circle. */
export const ACYCLIC: ReadonlySet<LinkRelation> = new Set(['SUPERSEDES', 'REFLECTS_ON']);

/** How far a signature can be trusted. */
export const ATTEST_LEVELS = ['UNSIGNED', 'SELF_SIGNED', 'PEER_ATTESTED', 'SIGNED_BY_PEER', 'DAEMON_SIGNED'] as const;
/** One of {@link ATTEST_LEVELS}. */
export type AttestLevel = (typeof ATTEST_LEVELS)[number];

/** A typed, dated link. Instants are ISO-8601 UTC text. */
export interface MemoryLink {
  readonly relation: LinkRelation;
  readonly sourceId: string;
  readonly targetId: string;
  readonly createdAt: string;
  readonly observedBy: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly signature: string | null;
  readonly attestLevel: AttestLevel;
}

/** The key that makes a link unique: linking twice is linking once (spec decisions §D2). */
export function linkKeyOf(link: { sourceId: string; relation: LinkRelation; targetId: string }): string {
  return `${link.sourceId}|${link.relation}|${link.targetId}`;
}

/** A link from its ends and the properties of its relationship (plain JSON). */
export function linkOf(
  relation: LinkRelation,
  sourceId: string,
  targetId: string,
  properties: Record<string, never>,
): MemoryLink {
  return {
    relation,
    sourceId,
    targetId,
    createdAt: properties['createdAt']!,
    observedBy: properties['observedBy'] ?? null,
    validFrom: properties['validFrom'] ?? null,
    validUntil: properties['validUntil'] ?? null,
    signature: properties['signature'] ?? null,
    attestLevel: properties['attestLevel'] ?? 'UNSIGNED',
  };
}
