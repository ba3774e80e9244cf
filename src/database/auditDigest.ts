import { createHash } from 'node:crypto';
import { encode, rfc8949EncodeOptions } from 'cborg';
import type { MemoryLink } from '../link/memoryLink.ts';

/**
 * Properties of a memory's node that the audit chain answers for: those that change by told operations alone. Left out is
 * what moves by itself: access counts, priority and expiry (touches), vectors and what waits for them, and what follows from
 * the rest (keys of the indexes).
 */
export const AUDITED_PROPERTIES = [
  ...['id', 'agentId', 'namespace', 'title', 'content', 'memoryKind', 'tier', 'tags', 'source', 'version'],
  ...['createdAt', 'updatedAt', 'changedBy', 'editSource', 'metadataJson', 'reflectionDepth', 'entityId'],
  ...['personaVersion', 'citationsJson', 'sourceUri', 'sourceSpanStart', 'sourceSpanEnd', 'episode'],
  ...['confidence', 'confidenceSource', 'confidenceSignalsJson', 'confidenceDecayedAt'],
  ...['scope', 'targetAgentId', 'audience', 'readers', 'titleOwner'],
  ...['archivedAt', 'archiveReason', 'archivedBy'],
  ...['signature', 'signedBy', 'attestLevel'],
] as const;

/** The state of a memory as a statement answers it: `[name IN $audited | m[name]]` and whether it is archived. */
export interface AuditedState {
  readonly subject: readonly unknown[];
  readonly archived: boolean;
}

/** Hex SHA-256 of a memory: a deterministic CBOR map (RFC 8949 §4.2.1) of the audited properties that are set. */
export function memoryDigest({ subject, archived }: AuditedState): string {
  const set = AUDITED_PROPERTIES.flatMap((name, place) => {
    const value = subject[place];
    return value === null || value === undefined ? [] : [[name, value] as const];
  });
  return digest(encode({ ...Object.fromEntries(set), archived }, rfc8949EncodeOptions));
}

/** Hex SHA-256 of a link, in the same manner. */
export function linkDigest(link: MemoryLink): string {
  const { sourceId, targetId, relation, createdAt, observedBy, validFrom, validUntil, signature, attestLevel } = link;
  const fields = { sourceId, targetId, relation, createdAt, observedBy, validFrom, validUntil, signature, attestLevel };
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  return digest(encode(Object.fromEntries(set), rfc8949EncodeOptions));
}

/** Hex SHA-256 of bytes or a text in UTF-8. */
export function digest(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
