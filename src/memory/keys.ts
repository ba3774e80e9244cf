import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readersOf, type Readable } from '../governance/audience.ts';
import { lineage } from '../namespace/path.ts';
import { isAtomised } from './atomised.ts';
import type { Memory, MemoryKind, Tier } from './memory.ts';

/**
 * Filters of the full-text index. Lucene sees only words, so each thing a search may filter by is stored as one hashed
 * word in `keys`; a filter is then a required word (design §4 "full text").
 */

/** One filter word: stays one token in any analyzer, and cannot be typed by accident. */
export function keyToken(
  kind:
    | 'reader'
    | 'in'
    | 'under'
    | 'tag'
    | 'tier'
    | 'kind'
    | 'agent'
    | 'day'
    | 'month'
    | 'year'
    | 'entity'
    | 'source'
    | 'atomised',
  value: string,
): string {
  const named = `${kind}\u001f${value}`;
  let token = TOKENS.get(named);
  if (token === undefined) {
    token = `k${createHash('sha256').update(named).digest('hex').slice(0, 16)}`;
    TOKENS.set(named, token);
  }
  return token;
}

/** The memories of a batch share most of their words. */
const TOKENS = new LRUCache<string, string>({ max: 10_000 });

/** What the filter words of a memory are made from. */
export interface Keyed extends Readable {
  readonly tags: readonly string[];
  readonly tier: Tier;
  readonly memoryKind: MemoryKind;
  readonly createdAt: string;
  readonly metadata: Memory['metadata'];
}

/** The entity, or the source, of memories of one namespace as one short word that an index can hold; null without one. */
export function sharedKey(kind: 'entity' | 'source', namespace: string, value: string | null): string | null {
  return value === null ? null : keyToken(kind, `${namespace}\u001f${value}`);
}

/** The word of memories that were divided into atoms. */
export const ATOMISED_TOKEN = keyToken('atomised', '');

/** All filter words of a memory, divided by blanks. */
export function keysOf(memory: Keyed): string {
  return [
    ...readersOf(memory).map((reader) => keyToken('reader', reader)),
    keyToken('in', memory.namespace),
    ...lineage(memory.namespace).map((path) => keyToken('under', path)),
    ...memory.tags.map((tag) => keyToken('tag', tag)),
    keyToken('tier', memory.tier),
    keyToken('kind', memory.memoryKind),
    keyToken('agent', memory.agentId),
    keyToken('year', memory.createdAt.slice(0, 4)),
    keyToken('month', memory.createdAt.slice(0, 7)),
    keyToken('day', memory.createdAt.slice(0, 10)),
    ...(isAtomised(memory) ? [ATOMISED_TOKEN] : []),
  ].join(' ');
}
