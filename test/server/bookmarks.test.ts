import { describe, expect, test } from '@jest/globals';
import { OperationRefused } from '../../src/errors.ts';
import { decodeBookmarks, encodeBookmarks } from '../../src/server/bookmarks.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('bookmarks', () => {
  test.each([[[]], [['FB:kcwQ/wTfJf8rS1WY+GiIKXsCXgmQ']], [Array.from({ length: 64 }, (_, i) => `FB:${i}`)]])(
    '%j come back as they went',
    (bookmarks: string[]) => {
      const value = encodeBookmarks(bookmarks);
      expect(value).toMatch(/^[\w-]+$/);
      expect(decodeBookmarks(value)).toEqual(bookmarks);
    },
  );

  test.each([[undefined], [null], ['']])('%j is none', (value) => {
    expect(decodeBookmarks(value)).toEqual([]);
  });

  test.each([
    ['no base64url', 'FB:kcwQ'],
    ['no JSON', 'AAAA'],
    ['no list', encoded({ a: 1 })],
    ['a list of numbers', encoded([1])],
    ['an empty bookmark', encoded([''])],
    ['a control character in it', encoded(['a\nb'])],
    ['a bookmark too long', encoded(['x'.repeat(513)])],
    ['too many', encoded(Array.from({ length: 65 }, () => 'a'))],
    ['a value too long', 'A'.repeat(8_193)],
    ['a list for a value', ['W10']],
    ['an object for a value', {}],
  ])('%s is refused', (_name, value) => {
    expect(() => decodeBookmarks(value)).toThrow(OperationRefused);
  });

  test('that would not fit into a header lose the oldest', () => {
    const many = Array.from({ length: 200 }, (_, i) => `${i}:${'x'.repeat(400)}`);
    const value = encodeBookmarks(many);
    expect(value.length).toBeLessThanOrEqual(8_192);
    expect(decodeBookmarks(value).at(-1)).toBe(many.at(-1));
  });
});
