import { toLocalDateTime } from '../database/values.ts';
import { readerOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { keyToken } from './keys.ts';
import type { Memory } from './memory.ts';
import { jaccard } from './overlap.ts';
import { filterClause, wordsOf } from './question.ts';
import { fromRecord, type MemoryRecord } from './record.ts';

/** Titles this alike may speak of the same thing (spec memory-system §3.2). */
const LEAST_JACCARD = 0.3;
const MOST = 5;

/**
 * Memories of the same namespace with a similar title, at most five: they may say the opposite. Looked up only when a
 * client asks for them, so that a store that does not ask pays nothing.
 */
export async function potentialContradictions(context: OperationContext, memory: Memory): Promise<Memory[]> {
  const words = wordsOf(memory.title);
  if (words.length === 0) return [];
  const { services, principal } = context;
  const reader = readerOf(principal);
  const filter = filterClause([
    [keyToken('in', memory.namespace)],
    ...(reader.all ? [] : [reader.tokens.map((token) => keyToken('reader', token))]),
  ]);
  const rows = await services.database.read<{ record: MemoryRecord }>('memory/similar-titles', {
    lucene: `${filter} +title:(${words.join(' ')})`,
    id: memory.id,
    namespace: memory.namespace,
    now: toLocalDateTime(services.clock()),
    reader,
  });
  return rows
    .map(({ record }) => fromRecord(record))
    .filter(({ title }) => jaccard(new Set(words), new Set(wordsOf(title))) >= LEAST_JACCARD)
    .slice(0, MOST);
}
