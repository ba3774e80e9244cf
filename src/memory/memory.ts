import type { AttestLevel } from '../link/memoryLink.ts';

/**
 * A memory as TypeScript sees it: the 26 fields of the seed's type reference in camelCase, with author and scope lifted
 * out of metadata (contract.graphql). Instants are ISO-8601 UTC text with milliseconds.
 */

/** Retention classes, lowest first. */
export const TIERS = ['SHORT', 'MID', 'LONG'] as const;
/** One of {@link TIERS}. */
export type Tier = (typeof TIERS)[number];

/** What a memory may be about. */
export const MEMORY_KINDS = [
  'OBSERVATION',
  'REFLECTION',
  'PERSONA',
  'CONCEPT',
  'ENTITY',
  'CLAIM',
  'RELATION',
  'EVENT',
  'CONVERSATION',
  'DECISION',
] as const;
/** One of {@link MEMORY_KINDS}. */
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Who may read a memory besides its author, narrowest first. */
export const SCOPES = ['PRIVATE', 'TEAM', 'UNIT', 'ORG', 'COLLECTIVE'] as const;
/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Channels a memory may come through (spec memory-system §1.2). */
export const SOURCES = [
  'user',
  'nhi',
  'claude',
  'hook',
  'api',
  'cli',
  'import',
  'consolidation',
  'system',
  'chaos',
  'notify',
] as const;

/** Where a confidence comes from. */
export type ConfidenceSource =
  'CALLER_PROVIDED' | 'AUTO_DERIVED' | 'CALIBRATED' | 'DECAYED' | 'CURATOR_DERIVED' | 'DEFAULT';

/** Whether a memory can be found by meaning yet. */
export type EmbeddingStatus = 'READY' | 'PENDING' | 'NONE';

/** A range of bytes, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What backs a memory up. */
export interface Citation {
  readonly uri: string;
  readonly accessedAt: string;
  readonly hash: string | null;
  readonly span: Span | null;
}

/** One memory. */
export interface Memory {
  readonly id: string;
  readonly tier: Tier;
  readonly namespace: string;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly priority: number;
  readonly confidence: number;
  readonly source: string;
  readonly accessCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastAccessedAt: string | null;
  readonly expiresAt: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly reflectionDepth: number;
  readonly memoryKind: MemoryKind;
  readonly entityId: string | null;
  readonly personaVersion: number | null;
  readonly citations: readonly Citation[];
  readonly sourceUri: string | null;
  readonly sourceSpan: Span | null;
  readonly confidenceSource: ConfidenceSource;
  readonly confidenceSignals: Readonly<Record<string, unknown>> | null;
  readonly confidenceDecayedAt: string | null;
  readonly version: number;
  readonly agentId: string;
  readonly scope: Scope;
  readonly targetAgentId: string | null;
  readonly embeddingStatus: EmbeddingStatus;
  readonly episode: string | null;
  /** Ed25519 signature of the author, standard base64; null for none. */
  readonly signature: string | null;
  /** Id of the key that it was signed with. */
  readonly signedBy: string | null;
  readonly attestLevel: AttestLevel;
}
