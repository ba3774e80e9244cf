import { fromIso, integer } from '../database/values.ts';
import { audienceOf, readersOf } from '../governance/audience.ts';
import { isAtomised } from './atomised.ts';
import { keysOf, sharedKey } from './keys.ts';
import type { Memory, Span } from './memory.ts';

/** The instant that stands for "never expires" in `liveUntil`, so that one range filters all. */
export const FOREVER = '9999-12-31T23:59:59.999Z';

/** A memory as the graph holds it: {@link Memory} with JSON as text, and what the indexes filter by. */
export type MemoryRecord = Readonly<Record<string, unknown>>;

/**
 * The properties of a memory's node.
 * @param extra what is not part of the public memory, such as `episodeKey`
 */
export function toRecord(memory: Memory, extra: MemoryRecord = {}): MemoryRecord {
  const { metadata, citations, sourceSpan, confidenceSignals, ...plain } = memory;
  return withoutNull({
    ...plain,
    priority: integer(memory.priority),
    accessCount: integer(memory.accessCount),
    reflectionDepth: integer(memory.reflectionDepth),
    personaVersion: memory.personaVersion === null ? null : integer(memory.personaVersion),
    version: integer(memory.version),
    createdAt: fromIso(memory.createdAt),
    updatedAt: fromIso(memory.updatedAt),
    lastAccessedAt: instant(memory.lastAccessedAt),
    expiresAt: instant(memory.expiresAt),
    confidenceDecayedAt: instant(memory.confidenceDecayedAt),
    attestLevel: storedAttestLevel(memory),
    // What is empty is left out: each property costs, and most memories have neither.
    metadataJson: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
    citationsJson: citations.length === 0 ? null : JSON.stringify(citations),
    sourceSpanStart: sourceSpan === null ? null : integer(sourceSpan.start),
    sourceSpanEnd: sourceSpan === null ? null : integer(sourceSpan.end),
    confidenceSignalsJson: confidenceSignals === null ? null : JSON.stringify(confidenceSignals),
    ...derivedProperties(memory),
    ...extra,
  });
}

/** A new node needs no word about what it does not have. */
function withoutNull(properties: Record<string, unknown>): MemoryRecord {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));
}

/** What follows from the public fields and must change with them: index filters and the owner part of the title key. */
export function derivedProperties(memory: Memory): MemoryRecord {
  return {
    titleOwner: memory.scope === 'PRIVATE' ? memory.agentId : '',
    liveUntil: fromIso(memory.expiresAt ?? FOREVER),
    audience: audienceOf(memory),
    readers: readersOf(memory),
    keys: keysOf(memory),
    tagsText: memory.tags.join(' '),
    entityKey: sharedKey('entity', memory.namespace, memory.entityId),
    sourceKey: sharedKey('source', memory.namespace, memory.sourceUri),
    atomised: isAtomised(memory) ? true : null,
  };
}

/** A row of properties (plain JSON, as the database module returns it) as a memory. */
export function fromRecord(record: MemoryRecord): Memory {
  const row = record as Record<string, never>;
  return {
    id: row['id']!,
    tier: row['tier']!,
    namespace: row['namespace']!,
    title: row['title']!,
    content: row['content']!,
    tags: row['tags'] ?? [],
    priority: row['priority']!,
    confidence: row['confidence']!,
    source: row['source']!,
    accessCount: row['accessCount']!,
    createdAt: row['createdAt']!,
    updatedAt: row['updatedAt']!,
    lastAccessedAt: row['lastAccessedAt'] ?? null,
    expiresAt: row['expiresAt'] ?? null,
    metadata: parsed(row['metadataJson']) ?? {},
    reflectionDepth: row['reflectionDepth']!,
    memoryKind: row['memoryKind']!,
    entityId: row['entityId'] ?? null,
    personaVersion: row['personaVersion'] ?? null,
    citations: parsed(row['citationsJson']) ?? [],
    sourceUri: row['sourceUri'] ?? null,
    sourceSpan: spanOf(row['sourceSpanStart'], row['sourceSpanEnd']),
    confidenceSource: row['confidenceSource']!,
    confidenceSignals: parsed(row['confidenceSignalsJson']),
    confidenceDecayedAt: row['confidenceDecayedAt'] ?? null,
    version: row['version']!,
    agentId: row['agentId']!,
    scope: row['scope']!,
    targetAgentId: row['targetAgentId'] ?? null,
    embeddingStatus: row['embeddingStatus']!,
    episode: row['episode'] ?? null,
    signature: row['signature'] ?? null,
    signedBy: row['signedBy'] ?? null,
    attestLevel: row['attestLevel'] ?? 'UNSIGNED',
  };
}

/** Most memories are unsigned: their nodes say nothing about it. */
export function storedAttestLevel({ attestLevel }: Memory): string | null {
  return attestLevel === 'UNSIGNED' ? null : attestLevel;
}

/** A stored byte range; null unless both ends are there. */
export function spanOf(start: number | null | undefined, end: number | null | undefined): Span | null {
  return start == null || end == null ? null : { start, end };
}

/** JSON that was stored as text; null when absent. */
export function parsed<Value>(text: string | null | undefined): Value | null {
  return text == null ? null : (JSON.parse(text) as Value);
}

function instant(text: string | null) {
  return text === null ? null : fromIso(text);
}
