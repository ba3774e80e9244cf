import { isAgentEvent, type AgentEvent } from './agentEvent.ts';
import type { HookEvent } from './event.ts';

/** What fires each event of a memory today; null while its operation does not exist. The events table of docs/hooks.md says more. */
export const FIRED_BY: Readonly<Record<HookEvent, string | null>> = {
  pre_store: 'storeMemory, storeMemories, updateMemory, registerEntity, atomise, promoteMemory to another namespace',
  post_store:
    'storeMemory, storeMemories, updateMemory, registerEntity, restoreMemory, atomise, promoteMemory to another namespace',
  pre_recall: 'recall',
  post_recall: 'recall',
  pre_search: 'searchMemories',
  post_search: 'searchMemories',
  pre_delete: 'deleteMemory',
  post_delete: 'deleteMemory, forgetMemories',
  pre_promote: 'promoteMemory, updateMemory that raises the tier, and the promotion that a fifth recall earns',
  post_promote: 'promoteMemory, updateMemory that raises the tier, and the promotion that a fifth recall earns',
  pre_link: 'linkMemories',
  post_link: 'linkMemories, invalidateLink',
  pre_consolidate: null,
  post_consolidate: null,
  pre_governance_decision: 'every governed write',
  post_governance_decision: 'every governed write, but for what the built-in defaults allow',
  on_index_eviction: null,
  pre_archive: 'deleteMemory, forgetMemories',
  pre_transcript_store: null,
  post_transcript_store: null,
  pre_recall_expand: 'recall',
  pre_reflect: 'reflect',
  post_reflect: 'reflect',
  pre_compaction: null,
  on_compaction_rollback: null,
};

/** Why a hook of this event is never called yet; null when it is. */
export function silenceOf(event: HookEvent | AgentEvent): string | null {
  if (isAgentEvent(event)) return `${event} does not fire yet: events of agents' sessions are not captured yet`;
  return FIRED_BY[event] === null ? `${event} does not fire yet: its operation does not exist yet` : null;
}
