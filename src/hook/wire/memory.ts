import { z } from 'zod';
import {
  MEMORY_KINDS,
  SCOPES,
  type Citation,
  type ConfidenceSource,
  type Memory,
  type Scope,
} from '../../memory/memory.ts';
import type { Attested } from '../../signature/attest.ts';
import {
  fromWireName,
  instant,
  optionalInstant,
  timestampSchema,
  toWireName,
  wireEnum,
  wireTier,
  withoutUnset,
} from './values.ts';

const CONFIDENCE_SOURCES = [
  'CALLER_PROVIDED',
  'AUTO_DERIVED',
  'CALIBRATED',
  'DECAYED',
  'CURATOR_DERIVED',
  'DEFAULT',
] as const satisfies readonly ConfidenceSource[];

const spanSchema = z.object({ start: z.int().min(0), end: z.int().min(1) });

const citationSchema = z.object({
  uri: z.string(),
  accessed_at: timestampSchema,
  hash: z.string().nullish(),
  span: spanSchema.nullish(),
});

/**
 * A memory on the wire: 26 fields in snake_case, author and scope inside `metadata`, closed sets in lower case
 * (spec memory-system §1.1). Older senders leave fields out: those that have a default take it. Null counts as unset.
 */
export const wireMemorySchema = z.object({
  id: z.string(),
  tier: wireTier.default('mid'),
  namespace: z.string().default('global'),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()).default([]),
  priority: z.int().default(5),
  confidence: z.number().default(1),
  source: z.string().default('api'),
  access_count: z.int().default(0),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  last_accessed_at: timestampSchema.nullish(),
  expires_at: timestampSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).default({}),
  reflection_depth: z.int().default(0),
  memory_kind: wireEnum(MEMORY_KINDS).default('observation'),
  entity_id: z.string().nullish(),
  persona_version: z.int().nullish(),
  citations: z.array(citationSchema).default([]),
  source_uri: z.string().nullish(),
  source_span: spanSchema.nullish(),
  confidence_source: wireEnum(CONFIDENCE_SOURCES).default('caller_provided'),
  confidence_signals: z.record(z.string(), z.unknown()).nullish(),
  confidence_decayed_at: timestampSchema.nullish(),
  version: z.int().default(1),
});

/** A memory in wire names. */
export type WireMemory = z.output<typeof wireMemorySchema>;

/** What the wire knows of a memory: embedding status, episode and signature are this server's own affair. */
export type WireBornMemory = Omit<Memory, 'embeddingStatus' | 'episode' | 'agentId' | keyof Attested> & {
  /** Null when the metadata names no author. */
  readonly agentId: string | null;
};

/** A memory as hooks, exports and messages see it; unset fields are left out. */
export function memoryToWire(memory: WireBornMemory): WireMemory {
  return withoutUnset({
    id: memory.id,
    tier: toWireName(memory.tier),
    namespace: memory.namespace,
    title: memory.title,
    content: memory.content,
    tags: [...memory.tags],
    priority: memory.priority,
    confidence: memory.confidence,
    source: memory.source,
    access_count: memory.accessCount,
    created_at: memory.createdAt,
    updated_at: memory.updatedAt,
    last_accessed_at: memory.lastAccessedAt,
    expires_at: memory.expiresAt,
    metadata: {
      ...memory.metadata,
      ...withoutUnset({
        agent_id: memory.agentId,
        scope: toWireName(memory.scope),
        target_agent_id: memory.targetAgentId,
      }),
    },
    reflection_depth: memory.reflectionDepth,
    memory_kind: toWireName(memory.memoryKind),
    entity_id: memory.entityId,
    persona_version: memory.personaVersion,
    citations: memory.citations.map(({ uri, accessedAt, hash, span }) =>
      withoutUnset({ uri, accessed_at: accessedAt, hash, span }),
    ),
    source_uri: memory.sourceUri,
    source_span: memory.sourceSpan,
    confidence_source: toWireName(memory.confidenceSource),
    confidence_signals: memory.confidenceSignals,
    confidence_decayed_at: memory.confidenceDecayedAt,
    version: memory.version,
  });
}

/**
 * A wire memory, tolerantly read, as TypeScript knows it: author, scope and target lifted out of the metadata.
 * @throws ZodError naming the field
 */
export function memoryFromWire(raw: unknown): WireBornMemory {
  const wire = wireMemorySchema.parse(raw);
  const { agent_id: agentId, scope, target_agent_id: targetAgentId, ...metadata } = wire.metadata;
  return {
    id: wire.id,
    tier: fromWireName(wire.tier),
    namespace: wire.namespace,
    title: wire.title,
    content: wire.content,
    tags: wire.tags,
    priority: wire.priority,
    confidence: wire.confidence,
    source: wire.source,
    accessCount: wire.access_count,
    createdAt: instant(wire.created_at),
    updatedAt: instant(wire.updated_at),
    lastAccessedAt: optionalInstant(wire.last_accessed_at),
    expiresAt: optionalInstant(wire.expires_at),
    metadata,
    reflectionDepth: wire.reflection_depth,
    memoryKind: fromWireName(wire.memory_kind),
    entityId: wire.entity_id ?? null,
    personaVersion: wire.persona_version ?? null,
    citations: wire.citations.map(citationFromWire),
    sourceUri: wire.source_uri ?? null,
    sourceSpan: wire.source_span ?? null,
    confidenceSource: fromWireName(wire.confidence_source),
    confidenceSignals: wire.confidence_signals ?? null,
    confidenceDecayedAt: optionalInstant(wire.confidence_decayed_at),
    version: wire.version,
    agentId: typeof agentId === 'string' ? agentId : null,
    scope: scopeFromWire(scope),
    targetAgentId: typeof targetAgentId === 'string' ? targetAgentId : null,
  };
}

/** Anything but a known scope reads as the narrowest one. */
function scopeFromWire(scope: unknown): Scope {
  return SCOPES.find((known) => toWireName(known) === scope) ?? 'PRIVATE';
}

function citationFromWire({ uri, accessed_at, hash, span }: z.output<typeof citationSchema>): Citation {
  return { uri, accessedAt: instant(accessed_at), hash: hash ?? null, span: span ?? null };
}
