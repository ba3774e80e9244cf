import { OperationRefused } from '../../src/errors.ts';
import { storeInputSchema, type StoreInput } from '../../src/memory/storeInput.ts';
import { parseInput } from '../../src/pipeline/parseInput.ts';

const base = { title: 'a title', content: 'some content' };

/** A store's input, with a title and content where a test gives none. */
export function parseStore(fields: Record<string, unknown>): StoreInput {
  return parseInput(storeInputSchema, { ...base, ...fields });
}

/** What a refused input says: the field, the bound in words, the actual value or size. */
export function refusalOfStore(fields: Record<string, unknown>): unknown {
  try {
    parseStore(fields);
  } catch (error) {
    if (error instanceof OperationRefused && error.code === 'BAD_USER_INPUT') return error.details;
    throw error;
  }
  return 'accepted';
}

/** An object of so many levels. */
export const nested = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { in: nested(levels - 1) });

/** A namespace of so many segments. */
export const segments = (count: number): string => Array.from({ length: count }, () => 's').join('/');

/** A citation with what it must have. */
export const citation = { uri: 'https://example.org/a', accessedAt: new Date('2026-01-02T03:04:05.678Z') };
