import { VECTOR_PROPERTIES } from '../database/vectorSlot.ts';
import { memoryToWire } from '../hook/wire/memory.ts';
import { toWireName, withoutUnset } from '../hook/wire/values.ts';
import { fromRecord } from '../memory/record.ts';
import { EPISODE_KEY_DIVIDER, type MemoryLine } from './format.ts';
import { propertiesToWire } from './typedProperties.ts';
import { encodeVector } from './vectorText.ts';

/** Properties of a memory's node that travel under names of their own, follow from such, or only serve to lock. */
export const WIRED_MEMORY_PROPERTIES: readonly string[] = [
  ...['id', 'tier', 'namespace', 'title', 'content', 'tags', 'priority', 'confidence', 'source', 'accessCount'],
  ...['createdAt', 'updatedAt', 'lastAccessedAt', 'expiresAt', 'metadataJson', 'reflectionDepth', 'memoryKind'],
  ...['entityId', 'personaVersion', 'citationsJson', 'sourceUri', 'sourceSpanStart', 'sourceSpanEnd'],
  ...['confidenceSource', 'confidenceSignalsJson', 'confidenceDecayedAt', 'version', 'agentId', 'scope'],
  ...['targetAgentId', 'episode', 'episodeKey', 'archivedAt', 'archiveReason', 'archivedBy'],
  ...['titleOwner', 'liveUntil', 'audience', 'readers', 'keys', 'tagsText', 'entityKey', 'sourceKey'],
  ...VECTOR_PROPERTIES,
  ...['embeddingStatus', 'lock', 'signature', 'signedBy', 'attestLevel'],
];

/** Names that the wire uses inside the metadata for fields of its own. */
export const LIFTED_METADATA: readonly string[] = ['agent_id', 'scope', 'target_agent_id'];

/** A row of `export/memories` that is wanted. */
export interface ExportedMemoryRow {
  readonly record: Readonly<Record<string, unknown>>;
  /** Of the slot in use. */
  readonly vector: readonly number[] | null;
  readonly model: string | null;
  readonly types: readonly (readonly [string, string])[];
  readonly archived: boolean;
}

/** A memory as a line of the export. */
export function memoryLine({ record, vector, model, types, archived }: ExportedMemoryRow): MemoryLine {
  const memory = fromRecord({ ...record, embeddingStatus: 'NONE' });
  const entries = Object.entries(memory.metadata);
  const shadowed = entries.filter(([name]) => LIFTED_METADATA.includes(name));
  const metadata = Object.fromEntries(entries.filter(([name]) => !LIFTED_METADATA.includes(name)));
  const row = record as Readonly<Record<string, string | undefined>>;
  return withoutUnset({
    kind: 'memory' as const,
    ...memoryToWire({ ...memory, metadata }),
    shadowed_metadata: shadowed.length === 0 ? undefined : Object.fromEntries(shadowed),
    episode: row['episode'],
    episode_key: row['episodeKey']?.split(EPISODE_KEY_DIVIDER),
    archived: archived
      ? withoutUnset({ at: row['archivedAt'], reason: row['archiveReason'], by: row['archivedBy'] })
      : undefined,
    embedding: vector && model ? { model, vector: encodeVector(vector) } : undefined,
    attestation:
      memory.signature === null
        ? undefined
        : { signature: memory.signature, signed_by: memory.signedBy, attest_level: toWireName(memory.attestLevel) },
    properties: propertiesToWire(record, types),
  }) as MemoryLine;
}
