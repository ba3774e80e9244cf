/** Who edits a memory (spec memory-system §1.2). */
export const EDIT_SOURCES = ['HUMAN', 'LLM', 'HOOK', 'AGENT'] as const;
/** One of {@link EDIT_SOURCES}. */
export type EditSource = (typeof EDIT_SOURCES)[number];

/** Who edits when the caller does not say (spec memory-system §3.3): an agent for ids that begin with `ai:`, else a human. */
export function editSourceOf(agentId: string): EditSource {
  return agentId.startsWith('ai:') ? 'AGENT' : 'HUMAN';
}

/** Edits that leave the memory as it is and make a new one in its place (spec memory-system §3.3). */
export function isAppendOnly(source: EditSource | null | undefined): source is 'LLM' | 'HOOK' {
  return source === 'LLM' || source === 'HOOK';
}
