import { z } from 'zod';
import {
  agentIdSchema,
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
} from './bounds.ts';
import { ed25519Schema } from '../signature/signatureSchema.ts';
import { instantSchema } from './instant.ts';
import { MEMORY_KINDS, SCOPES, SOURCES, TIERS, type Memory } from './memory.ts';

/** A member of a closed set; null and absence take the default. */
function oneOf<const Names extends readonly [string, ...string[]]>(names: Names, fallback: Names[number]) {
  return z
    .enum(names, `one of ${names.join(', ')}`)
    .nullish()
    .transform((value): Names[number] => value ?? fallback);
}

/** The input of `storeMemory` at the exact limits of spec memory-system §1.1, with its defaults. */
export const storeInputSchema = z.object({
  title: titleSchema,
  content: contentSchema,
  namespace: namespaceSchema.nullish().transform((value) => value ?? 'global'),
  tier: oneOf(TIERS, 'MID'),
  kind: oneOf(MEMORY_KINDS, 'OBSERVATION'),
  tags: tagsSchema.nullish().transform((value) => value ?? []),
  priority: integerBetween(1, 10)
    .nullish()
    .transform((value) => value ?? 5),
  confidence: numberBetween(0, 1).nullish(),
  deriveConfidence: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  source: oneOf(SOURCES, 'api'),
  scope: oneOf(SCOPES, 'PRIVATE'),
  targetAgentId: agentIdSchema.nullish(),
  metadata: metadataSchema.nullish().transform((value) => value ?? {}),
  expiresAt: instantSchema.nullish(),
  ttlSecs: integerBetween(1, 31_536_000).nullish(),
  citations: listOf(citationSchema, 64)
    .nullish()
    .transform((value) => value ?? []),
  sourceUri: sourceUriSchema.nullish(),
  sourceSpan: spanSchema.nullish(),
  entityId: textOfBytes(128).nullish(),
  onConflict: oneOf(['ERROR', 'MERGE', 'VERSION'], 'ERROR'),
  detectConflicts: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  force: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  signature: ed25519Schema.nullish(),
  createdAt: instantSchema.nullish(),
  follows: memoryIdSchema.nullish(),
  episode: textOfBytes(128).nullish(),
});

/** A memory to store, checked. */
export type StoreInput = z.output<typeof storeInputSchema>;

/** The citations of an input as they are kept. */
export function citationsOf(input: StoreInput): Memory['citations'] {
  return input.citations.map(({ uri, accessedAt, hash, span }) => ({
    uri,
    accessedAt: accessedAt.toISOString(),
    hash: hash ?? null,
    span: span ?? null,
  }));
}
