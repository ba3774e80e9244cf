import type { Memory } from './memory.ts';

/** What may be live only once: namespace, title, and the author when private (spec memory-system §3.2, design §5). */
export interface TitleKey {
  readonly namespace: string;
  readonly title: string;
  readonly titleOwner: string;
}

/** The title key of a memory. */
export function titleKeyOf(memory: Pick<Memory, 'namespace' | 'title' | 'scope' | 'agentId'>): TitleKey {
  return { namespace: memory.namespace, title: memory.title, titleOwner: memory.scope === 'PRIVATE' ? memory.agentId : '' };
}

/** The writer's key for it. */
export function titleWriteKey({ namespace, title, titleOwner }: TitleKey): string {
  return ['title', namespace, title, titleOwner].join('\u001f');
}
