import type { z } from 'zod';
import type { HookEvent, NotifyEvent, PreEvent } from '../event.ts';
import type { WireObject } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { consolidation, consolidationResult } from './consolidate.ts';
import { compaction, compactionRollback } from './compaction.ts';
import { governanceContext, governanceDecision } from './governance.ts';
import { eviction } from './indexEviction.ts';
import { link, linkResult } from './link.ts';
import { memoryReference } from './memoryReference.ts';
import { promotion } from './promote.ts';
import { recallExpand, recallQuery, recallResult } from './recall.ts';
import { reflection, reflectionResult } from './reflect.ts';
import { searchQuery, searchResult } from './search.ts';
import { memoryDelta, storedMemory } from './store.ts';
import { transcript, transcriptDelta } from './transcript.ts';

/** What a pre-hook is sent, and what its delta may hold: both in wire names, unset fields left out. */
export interface PreCodec {
  readonly payload: z.ZodType<WireObject>;
  /** Drops fields it does not know, refuses values out of bounds. */
  readonly delta: z.ZodType<WireObject>;
}

/** What a post-hook is sent. */
export interface NotifyCodec {
  readonly payload: z.ZodType<WireObject>;
}

/** The codecs of all events (spec memory-system §2.1). */
export const PAYLOAD_CODECS = {
  pre_store: memoryDelta,
  post_store: storedMemory,
  pre_recall: recallQuery,
  post_recall: recallResult,
  pre_search: searchQuery,
  post_search: searchResult,
  pre_delete: memoryReference,
  post_delete: memoryReference,
  pre_promote: promotion,
  post_promote: promotion,
  pre_link: link,
  post_link: linkResult,
  pre_consolidate: consolidation,
  post_consolidate: consolidationResult,
  pre_governance_decision: governanceContext,
  post_governance_decision: governanceDecision,
  on_index_eviction: eviction,
  pre_archive: memoryReference,
  pre_transcript_store: transcriptDelta,
  post_transcript_store: transcript,
  pre_recall_expand: recallExpand,
  pre_reflect: reflection,
  post_reflect: reflectionResult,
  pre_compaction: compaction,
  on_compaction_rollback: compactionRollback,
} as const satisfies { [E in PreEvent]: PreCodec } & { [E in NotifyEvent]: NotifyCodec };

/** The wire payload of an event. */
export type PayloadOf<E extends HookEvent> = z.output<(typeof PAYLOAD_CODECS)[E]['payload']>;

/** The checked delta of a pre-event. */
export type DeltaOf<E extends PreEvent> = z.output<(typeof PAYLOAD_CODECS)[E]['delta']>;

/**
 * Checks the delta of a hook. Fields that are null count as absent (spec memory-system §2.3.4). The delta of an event that
 * only notifies is not looked into, since nothing is done with it.
 * @returns the delta, and the names of the fields that the event does not have
 * @throws HookFailure `decode` naming the field and its bound
 */
export function decodeDelta(event: HookEvent, raw: unknown): { delta: WireObject; ignored: string[] } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw new HookFailure('decode', 'the answer has no "delta" object');
  }
  const codec: PreCodec | NotifyCodec = PAYLOAD_CODECS[event];
  if (!('delta' in codec)) return { delta: {}, ignored: Object.keys(raw) };
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const parsed = codec.delta.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new HookFailure('decode', `delta.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
  }
  const known = new Set([...Object.keys(parsed.data), ...aliasesOf(event)]);
  return { delta: parsed.data, ignored: Object.keys(given).filter((name) => !known.has(name)) };
}

/** Names that a delta may use besides those of the payload. */
function aliasesOf(event: HookEvent): readonly string[] {
  if (event === 'pre_recall_expand') return ['content', 'priority'];
  return event === 'pre_link' ? ['from', 'to', 'rel_type'] : [];
}
