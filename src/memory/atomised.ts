import type { Memory } from './memory.ts';

/** The key of the metadata that says when a memory was divided into atoms (spec memory-system §3.2). */
export const ATOMISED_AT = 'atomisation_archived_at';

/**
 * Whether a memory was divided into atoms, which stand for it in recall and search. Its metadata says so, so that it
 * travels with exports, and that taking it away shows the memory again.
 */
export function isAtomised({ metadata }: Pick<Memory, 'metadata'>): boolean {
  return typeof metadata[ATOMISED_AT] === 'string';
}
