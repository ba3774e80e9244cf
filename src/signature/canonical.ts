import { createHash } from 'node:crypto';
import { encode, rfc8949EncodeOptions } from 'cborg';
import type { LinkRelation } from '../link/memoryLink.ts';
import type { MemoryKind } from '../memory/memory.ts';

/** What an author signs of a memory (spec memory-system §3.6). */
export interface SignedMemory {
  readonly agentId: string;
  readonly namespace: string;
  readonly title: string;
  readonly content: string;
  readonly memoryKind: MemoryKind;
  /** ISO-8601 UTC text with milliseconds. */
  readonly createdAt: string;
}

/** What an observer signs of a link (spec memory-system §3.6). Instants are ISO-8601 UTC text with milliseconds. */
export interface SignedLink {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: LinkRelation;
  readonly observedBy: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** Fields of a memory that its signature covers. */
export const SIGNED_MEMORY_FIELDS = [
  'agentId',
  'namespace',
  'title',
  'content',
  'memoryKind',
  'createdAt',
] as const satisfies readonly (keyof SignedMemory)[];

/** The bytes that a signature of a memory is over: one deterministic CBOR map (RFC 8949 §4.2.1), as docs/signatures.md spells out. */
export function memoryBytes(memory: SignedMemory): Uint8Array {
  return deterministic({
    agent_id: memory.agentId,
    namespace: memory.namespace,
    title: memory.title,
    kind: memory.memoryKind.toLowerCase(),
    created_at: memory.createdAt,
    content_sha256: new Uint8Array(createHash('sha256').update(memory.content, 'utf8').digest()),
  });
}

/** The bytes that a signature of a link is over. */
export function linkBytes(link: SignedLink): Uint8Array {
  return deterministic({
    src_id: link.sourceId,
    dst_id: link.targetId,
    relation: link.relation.toLowerCase(),
    observed_by: link.observedBy,
    valid_from: link.validFrom,
    valid_until: link.validUntil,
  });
}

function deterministic(map: Readonly<Record<string, unknown>>): Uint8Array {
  return encode(map, rfc8949EncodeOptions);
}
