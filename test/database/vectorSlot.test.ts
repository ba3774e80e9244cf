import { expect, test } from '@jest/globals';
import { inSlot, VECTOR_PROPERTIES, vectorProperties } from '../../src/database/vectorSlot.ts';
import { statements } from '../../src/generated/statements.ts';

const NAMED = Object.entries(statements).filter(([name]) => !name.startsWith('migrations/'));

test('for slot b, each name is that of the other slot, and nothing else changes', () => {
  const text =
    'SEARCH m IN (VECTOR INDEX memory_embedding …) SET m.embedding = 1, m.embeddingB = null, m.awaitsEmbedding = m.embeddingStatus';
  expect(inSlot(text, 'a')).toBe(text);
  expect(inSlot(text, 'b')).toBe(
    'SEARCH m IN (VECTOR INDEX memory_embedding_b …) SET m.embeddingB = 1, m.embedding = null, m.awaitsEmbeddingB = m.embeddingStatus',
  );
  expect(NAMED.filter(([, statement]) => inSlot(inSlot(statement, 'b'), 'b') !== statement)).toEqual([]);
});

test('no statement takes a parameter by a name that is exchanged', () => {
  const taken = new RegExp(`(\\$|\\brow\\.|\\brecord\\.)(${VECTOR_PROPERTIES.join('|')})\\b`);
  expect(NAMED.filter(([, statement]) => taken.test(statement)).map(([name]) => name)).toEqual([]);
});

test('what answers with whole memories leaves out the vectors of both slots', () => {
  const whole = NAMED.filter(([, statement]) => /\{\.\*, embedding(B)?: null/.test(statement));
  expect(whole.length).toBeGreaterThan(10);
  const half = whole.filter(([, statement]) => /\{\.\*, embedding: null, (?!embeddingB: null)/.test(statement));
  expect(half.map(([name]) => name)).toEqual([]);
});

test.each([
  ['a', true, { embeddingModel: 'm', awaitsEmbedding: null, embeddingModelB: null, awaitsEmbeddingB: true }],
  ['b', true, { embeddingModel: null, awaitsEmbedding: true, embeddingModelB: 'm', awaitsEmbeddingB: null }],
  ['b', false, { embeddingModel: null, awaitsEmbedding: true, embeddingModelB: 'm', awaitsEmbeddingB: true }],
] as const)('new text in slot %s, whole: %s', (slot, whole, properties) => {
  expect(vectorProperties(slot, { model: 'm', whole })).toEqual(properties);
});
