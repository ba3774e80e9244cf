import type { Tier } from './memory.ts';

/** The fields that a `pre_store` or `pre_reflect` hook sees and may change (seed: MemoryDelta). */
export interface DeltaFields {
  readonly tier?: Tier | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly content?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly priority?: number | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly source?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The fields in wire names; what is not set is left out. */
export function toMemoryDelta(fields: DeltaFields): Record<string, unknown> {
  const { tier, namespace, title, content, tags, priority, confidence, source, expiresAt, metadata } = fields;
  const wire = {
    tier: tier?.toLowerCase(),
    namespace,
    title,
    content,
    tags,
    priority,
    confidence,
    source,
    expires_at: expiresAt?.toISOString(),
    metadata,
  };
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined && value !== null));
}

/** An input with a hook's delta applied: given fields win, absent and null ones stay, metadata is replaced whole. */
export function applyMemoryDelta<Input extends object>(input: Input, delta: Record<string, unknown>): Input {
  const { tier, expires_at: expiresAt, ...same } = delta;
  const given = Object.entries({
    ...same,
    tier: typeof tier === 'string' ? tier.toUpperCase() : undefined,
    expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : undefined,
  }).filter(([, value]) => value !== undefined && value !== null);
  return { ...input, ...Object.fromEntries(given) };
}
