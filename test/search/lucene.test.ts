import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toLucene } from '../../src/search/lucene.ts';
import type { SearchNode } from '../../src/search/parse.ts';
import { textQuery } from '../../src/memory/question.ts';
import { OperationRefused } from '../../src/errors.ts';
import { askGraph } from '../support/graph.ts';

const QUERY = `CALL db.index.fulltext.queryNodes('memory_text', $query, {limit: 1}) YIELD node RETURN count(node) AS count`;
const asked: string[] = [];
const accepted = async (query: string): Promise<void> => {
  asked.push(query);
  await askGraph(QUERY, { query });
};
afterAll(() => expect(asked.length).toBeGreaterThan(300));

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(
    'title:x',
    'a-b',
    'foo_bar',
    'TO',
    'AND',
    '[a',
    '{b}',
    'a^2',
    'a~',
    'x\\',
    '/re/',
    '&&',
    '||',
    '!',
    'the',
    'naïve',
    '日本語',
    '½',
    '\u0301',
    '+',
    '#hash',
  ),
);
const { tree } = fc.letrec<{ tree: SearchNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constantFrom('word' as const, 'prefix' as const, 'phrase' as const), text: word }),
    fc.record({
      kind: fc.constant('near' as const),
      words: fc.array(word, { minLength: 2, maxLength: 4 }),
      distance: fc.integer({ min: 1, max: 1000 }),
    }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('tree') }),
  ),
}));

test('the index accepts every search that was read', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (node) => {
      let query;
      try {
        query = toLucene(node);
      } catch (error) {
        if (error instanceof OperationRefused) return fc.pre(false);
        throw error;
      }
      await accepted(`+keys:(kabc)^0 +${query}`);
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('the index accepts every question', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.array(word).map((words) => words.join(' ')),
      ),
      async (question) => {
        const query = textQuery(question, '+keys:(kabc)^0');
        await accepted(query ?? 'keys:nothing');
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);
