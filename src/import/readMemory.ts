import { z } from 'zod';
import { EPISODE_KEY_DIVIDER, type MemoryLine } from '../export/format.ts';
import { LIFTED_METADATA } from '../export/memoryLine.ts';
import { typedPropertiesSchema } from '../export/typedProperties.ts';
import { memoryFromWire } from '../hook/wire/memory.ts';
import { fromWireName, optionalInstant, timestampSchema, wireEnum, withoutUnset } from '../hook/wire/values.ts';
import {
  authorIdSchema,
  citationSchema,
  contentSchema,
  integerBetween,
  listOf,
  memoryIdSchema,
  metadataSchema,
  namespaceSchema,
  numberBetween,
  sourceUriSchema,
  spanSchema,
  tagsSchema,
  textOfBytes,
  titleSchema,
} from '../memory/bounds.ts';
import { SOURCES } from '../memory/memory.ts';
import { ATTEST_LEVELS, type AttestLevel } from '../link/memoryLink.ts';
import { UNSIGNED, type Attested } from '../signature/attest.ts';
import { ed25519Schema } from '../signature/signatureSchema.ts';
import { checked, decoded } from './checked.ts';
import type { MemoryRow, Placement } from './row.ts';

const MOST = Number.MAX_SAFE_INTEGER;

/** The bounds of a store (spec memory-system §1.1) on the wire names; what the wire codec checks itself is left to it. */
const boundsSchema = z.object({
  id: memoryIdSchema,
  namespace: namespaceSchema.nullish(),
  title: titleSchema,
  content: contentSchema,
  tags: tagsSchema.nullish(),
  priority: integerBetween(1, 10).nullish(),
  confidence: numberBetween(0, 1).nullish(),
  source: z.enum(SOURCES, `one of ${SOURCES.join(', ')}`).nullish(),
  access_count: integerBetween(0, MOST).nullish(),
  reflection_depth: integerBetween(0, MOST).nullish(),
  version: integerBetween(1, MOST).nullish(),
  persona_version: integerBetween(0, MOST).nullish(),
  entity_id: textOfBytes(128).nullish(),
  citations: listOf(citationSchema.omit({ accessedAt: true }).extend({ accessed_at: timestampSchema }), 64).nullish(),
  source_uri: sourceUriSchema.nullish(),
  source_span: spanSchema.nullish(),
  confidence_signals: metadataSchema.nullish(),
});

const metadataOfWireSchema = z.record(z.string(), z.unknown(), 'a JSON object').nullish();
const liftedSchema = z.object({
  agent_id: authorIdSchema.nullish(),
  scope: z.string('text').nullish(),
  target_agent_id: authorIdSchema.nullish(),
});

/** What our own export says of a memory besides the 26 fields. */
const besidesSchema = z.object({
  shadowed_metadata: metadataSchema.nullish(),
  episode: textOfBytes(128).nullish(),
  episode_key: z.array(z.string()).length(3).nullish(),
  archived: z
    .object({ at: timestampSchema.nullish(), reason: textOfBytes(64).nullish(), by: authorIdSchema.nullish() })
    .nullish(),
  embedding: z.object({ model: z.string(), vector: z.base64() }).nullish(),
  attestation: z
    .object({ signature: ed25519Schema, signed_by: textOfBytes(128).nullish(), attest_level: wireEnum(ATTEST_LEVELS) })
    .nullish(),
  properties: typedPropertiesSchema.nullish(),
});

/**
 * A wire memory as a row to write.
 * @throws BadRow naming the field and the bound
 */
export function readMemory(line: number, raw: Readonly<Record<string, unknown>>, place: Placement): MemoryRow {
  const besides = checked(besidesSchema, raw) as Nullable<Omit<MemoryLine, 'kind'>>;
  const bounded = checked(boundsSchema, { ...raw, namespace: placed(raw['namespace'], place) });
  const wireMetadata = checked(metadataOfWireSchema, raw['metadata'] ?? {}) ?? {};
  checked(liftedSchema, wireMetadata);
  const ownMetadata = {
    ...Object.fromEntries(Object.entries(wireMetadata).filter(([name]) => !LIFTED_METADATA.includes(name))),
    ...besides.shadowed_metadata,
  };
  const metadata = checked(z.object({ metadata: metadataSchema }), { metadata: ownMetadata }).metadata;
  const wire = { ...withoutUnset(raw), ...withoutUnset(bounded), metadata: wireMetadata };
  const born = decoded(() => memoryFromWire(wire));
  const { archived, episode_key: key } = besides;
  return {
    kind: 'memory',
    line,
    memory: {
      ...born,
      metadata,
      agentId: born.agentId ?? place.agentId,
      episode: besides.episode ?? null,
      // Another namespace is not the one that was signed.
      ...(place.namespace === null ? attestedFrom(besides.attestation) : UNSIGNED),
    },
    episodeKey: key ? placedKey(key, place) : null,
    archived: archived
      ? { at: optionalInstant(archived.at), reason: archived.reason ?? null, by: archived.by ?? null }
      : null,
    embedding: besides.embedding ?? null,
    properties: besides.properties ?? {},
  };
}

function attestedFrom(line: Nullable<Omit<MemoryLine, 'kind'>>['attestation']): Attested {
  if (!line) return UNSIGNED;
  return {
    signature: line.signature,
    signedBy: line.signed_by,
    attestLevel: fromWireName(line.attest_level) as AttestLevel,
  };
}

/** A namespace where the import puts it; what is none is left for the bounds to refuse. */
export function placed(namespace: unknown, { namespace: below }: Placement): unknown {
  const own = namespace ?? 'global';
  return below === null || typeof own !== 'string' ? own : `${below}/${own}`;
}

/** The key of an episode, as stored. */
export function placedKey([namespace, ...rest]: readonly string[], place: Placement): string {
  return [placed(namespace, place), ...rest].join(EPISODE_KEY_DIVIDER);
}

type Nullable<T> = { readonly [K in keyof T]?: T[K] | null | undefined };
