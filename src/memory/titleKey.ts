import type { Memory } from './memory.ts';

/** What may be live only once: namespace, title, and the author when private (spec memory-system §3.2, design §5). */
export interface TitleKey {
  readonly namespace: string;
  readonly title: string;
  readonly titleOwner: string;
}

/** The title key of a memory. */
export function titleKeyOf(memory: Pick<Memory, 'namespace' | 'title' | 'scope' | 'agentId'>): TitleKey {
  return {
    namespace: memory.namespace,
    title: memory.title,
    titleOwner: memory.scope === 'PRIVATE' ? memory.agentId : '',
  };
}

/** The writer's key for it. */
export function titleWriteKey({ namespace, title, titleOwner }: TitleKey): string {
  return ['title', namespace, title, titleOwner].join('\u001f');
}

const MOST_CHARACTERS = 512;
/** The most digits that a numbered title ends in: `(1024)`. */
const DIGITS = [1, 2, 3, 4];

/**
 * How the numbered titles of a title are made and found.
 * @returns `stems`: what stands before ` (2)`, ` (10)`, ` (100)`, ` (1000)`: the title, cut where the whole would be too
 *   long; `prefix`: what all of them begin with
 */
export function numberedTitles(title: string): { stems: string[]; prefix: string } {
  const characters = Array.from(title);
  const stems = DIGITS.map((digits) => characters.slice(0, MOST_CHARACTERS - digits - ' ()'.length).join(''));
  const shortest = stems.at(-1) ?? '';
  return { stems, prefix: shortest === title ? `${title} (` : shortest };
}
