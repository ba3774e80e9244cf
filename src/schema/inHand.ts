import type { Memory } from '../memory/memory.ts';

/**
 * Marks a memory that an operation has in hand, whole. The generated resolvers look for a value under the alias first,
 * since their own rows are keyed by alias; on a whole memory that would turn `title: content` into the title.
 */
export const IN_HAND = Symbol('memory in hand');

/** A memory in hand, ready for the schema. */
export type MemoryInHand = Memory & { readonly [IN_HAND]: true };

/** Marks a memory. */
export function inHand(memory: Memory): MemoryInHand {
  return { ...memory, [IN_HAND]: true };
}

/** Tells a marked memory from a row of the generated reads. */
export function isInHand(source: unknown): source is MemoryInHand {
  return typeof source === 'object' && source !== null && IN_HAND in source;
}
