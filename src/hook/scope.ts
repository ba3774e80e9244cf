/** Whose word a hook is: a managed policy's, the project's or the local user's, first to last (spec decisions-hooks-passes §B1). */
export const HOOK_SCOPES = ['managed', 'project', 'user'] as const;

/** One of {@link HOOK_SCOPES}. */
export type HookScope = (typeof HOOK_SCOPES)[number];

/** 0 for the managed policy, 1 for the project, 2 for the local user. */
export function rankOf(scope: HookScope): number {
  return HOOK_SCOPES.indexOf(scope);
}

/**
 * What a hook goes by in the chain, in records and refusals: the name of its file's entry alone in the project's layer, with the
 * layer before it elsewhere. Ids are unique per layer alone (seed 003), and a person's answer to one hook must not
 * excuse another of the same name.
 */
export function scopedId(scope: HookScope, id: string): string {
  return scope === 'project' ? id : `${scope}:${id}`;
}
