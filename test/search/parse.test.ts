import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OperationRefused } from '../../src/errors.ts';
import { toLucene } from '../../src/search/lucene.ts';
import { parseSearch, type SearchNode } from '../../src/search/parse.ts';

/** A tree in short: words as they are, operators before their parts. */
function shape(node: SearchNode): string {
  switch (node.kind) {
    case 'word':
      return node.text;
    case 'prefix':
      return `${node.text}*`;
    case 'phrase':
      return `"${node.text}"`;
    case 'near':
      return `near(${node.words.join(' ')}, ${node.distance})`;
    case 'not':
      return `not(${shape(node.part)})`;
    default:
      return `${node.kind}(${node.parts.map(shape).join(' ')})`;
  }
}

describe('a search is read as', () => {
  test.each([
    ['cat', 'cat'],
    ['cat dog', 'and(cat dog)'],
    ['cat AND dog', 'and(cat dog)'],
    ['cat OR dog', 'or(cat dog)'],
    ['a OR b c', 'or(a and(b c))'],
    ['a b OR c d', 'or(and(a b) and(c d))'],
    ['(a OR b) c', 'and(or(a b) c)'],
    ['a NOT b', 'and(a not(b))'],
    ['a AND NOT b OR c', 'or(and(a not(b)) c)'],
    ['a NOT NOT b', 'and(a not(not(b)))'],
    ['NOT a b', 'and(not(a) b)'],
    ['a NOT (b OR c)', 'and(a not(or(b c)))'],
    ['"a phrase" word', 'and("a phrase" word)'],
    ['pre*', 'pre*'],
    ['NEAR(a b, 5)', 'near(a b, 5)'],
    ['NEAR(a b)', 'near(a b, 10)'],
    ['NEAR ( "a" b c , 3 )', 'near(a b c, 3)'],
    ['and or not near', 'and(and or not near)'],
    ['a+b -c title:x', 'and(a+b -c title:x)'],
    ['((((a))))', 'a'],
    ['a\n\tb', 'and(a b)'],
  ])('%s → %s', (query, tree) => {
    expect(shape(parseSearch(query))).toBe(tree);
  });
});

describe('a broken search is refused, with what was expected and where', () => {
  test.each([
    ['', 'a word is expected', 'the end'],
    ['   ', 'a word is expected', 'the end'],
    ['a AND', 'a word is expected', 'the end'],
    ['OR a', 'a word is expected', 'OR at character 1'],
    ['a OR OR b', 'a word is expected', 'OR at character 6'],
    ['a AND AND b', 'a word is expected', 'AND at character 7'],
    ['(a', 'a closing parenthesis is expected', 'the end'],
    ['a)', 'the end is expected', ') at character 2'],
    ['()', 'a word is expected', ') at character 2'],
    ['a "b', 'a closing quote', 'an open quote at character 3'],
    ['NEAR a', 'NEAR(word word, distance)', 'NEAR without parentheses at character 1'],
    ['x NEAR(a, 5)', 'NEAR(2 to 16 words, distance from 1 to 1,000)', 'NEAR(…) at character 3'],
    ['NEAR(a b, 0)', 'NEAR(2 to 16 words, distance from 1 to 1,000)', 'NEAR(…) at character 1'],
    ['NEAR(a b, x)', 'NEAR(2 to 16 words, distance from 1 to 1,000)', 'NEAR(…) at character 1'],
    ['a*b', 'a * only at the end of a word of two characters or more', '3 characters at 1'],
    ['*', 'a * only at the end of a word of two characters or more', '1 characters at 1'],
    ['x a*', 'a * only at the end of a word of two characters or more', '2 characters at 3'],
    ['NOT a', 'at least one word that must be there', 'only NOT'],
    ['a OR NOT b', 'at least one word that must be there', 'only NOT'],
    ['!?', 'words of letters or digits', '2 characters of punctuation'],
    ['""', 'a phrase with words', 'an empty phrase'],
    ['('.repeat(22) + 'a' + ')'.repeat(22), 'at most 20 levels of parentheses', 'more'],
    ['a '.repeat(257), 'at most 256 words and operators', 'more'],
  ])('%s', (query, bound, actual) => {
    expect(refusal(query)).toEqual({ field: 'query', bound, actual });
  });
});

test('whatever is typed is read, or refused as BAD_USER_INPUT, never anything else', () => {
  const pieces = fc.constantFrom(
    'AND',
    'OR',
    'NOT',
    'NEAR',
    '(',
    ')',
    '"',
    '*',
    'NEAR(',
    ',',
    '5',
    ' ',
    'word',
    '~',
    '\\',
    ':',
    '[',
    'to',
    '^',
  );
  const query = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(' ')),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(query, (text) => void refusal(text)),
    { numRuns: 2000 },
  );
});

function refusal(query: string): unknown {
  try {
    toLucene(parseSearch(query));
  } catch (error) {
    if (error instanceof OperationRefused && error.code === 'BAD_USER_INPUT') return error.details;
    throw error;
  }
  return 'accepted';
}
