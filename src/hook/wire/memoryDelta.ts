import type { Scope, Tier } from '../../memory/memory.ts';
import type { MemoryDelta } from '../payload/store.ts';
import { fromWireName, toWireName, withoutUnset } from './values.ts';

/** The fields of a store, update or reflect input that travel in a MemoryDelta; all may be absent. */
export interface DeltaFields {
  readonly tier?: Tier | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly content?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly priority?: number | null | undefined;
  readonly confidence?: number | null | undefined;
  readonly source?: string | null | undefined;
  readonly expiresAt?: Date | string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  /** Travels as `metadata.scope`. */
  readonly scope?: Scope | null | undefined;
  /** Travels as `metadata.target_agent_id`. */
  readonly targetAgentId?: string | null | undefined;
}

/**
 * What a `pre_store` or `pre_reflect` hook sees of an input: set fields alone.
 * @param agentId the author, shown as `metadata.agent_id`; absent for an update that does not touch the metadata
 */
export function memoryDeltaToWire(input: DeltaFields, agentId?: string): MemoryDelta {
  const lifted = withoutUnset({
    agent_id: agentId,
    scope: input.scope == null ? undefined : toWireName(input.scope),
    target_agent_id: input.targetAgentId,
  });
  const hasMetadata = input.metadata != null || Object.keys(lifted).length > 0;
  return withoutUnset({
    tier: input.tier == null ? undefined : toWireName(input.tier),
    namespace: input.namespace,
    title: input.title,
    content: input.content,
    tags: input.tags == null ? undefined : [...input.tags],
    priority: input.priority,
    confidence: input.confidence,
    source: input.source as MemoryDelta['source'] | null,
    expires_at: input.expiresAt instanceof Date ? input.expiresAt.toISOString() : input.expiresAt,
    metadata: hasMetadata ? { ...input.metadata, ...lifted } : undefined,
  });
}

/**
 * The input fields that a checked delta sets, to be spread over the input and parsed again. `metadata` replaces the whole;
 * its `scope` and `target_agent_id` are lifted out when there (a delta without them leaves both alone), its `agent_id` is
 * dropped: the author never changes.
 */
export function memoryDeltaFromWire(delta: MemoryDelta): DeltaFields {
  const { tier, expires_at: expiresAt, metadata, ...same } = delta;
  return {
    ...same,
    ...(tier === undefined ? {} : { tier: fromWireName(tier) }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
    ...(metadata === undefined ? {} : metadataFromWire(metadata)),
  };
}

function metadataFromWire(wire: Readonly<Record<string, unknown>>): DeltaFields {
  const { agent_id: _author, scope, target_agent_id: targetAgentId, ...metadata } = wire;
  return {
    metadata,
    // An unknown scope is passed on, so that parsing the input again refuses it.
    ...(scope === undefined ? {} : { scope: fromWireName(String(scope)) as Scope }),
    ...(targetAgentId === undefined ? {} : { targetAgentId: targetAgentId as string }),
  };
}
