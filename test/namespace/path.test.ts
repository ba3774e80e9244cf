import { describe, expect, test } from '@jest/globals';
import { ancestor, isWithin, lineage } from '../../src/namespace/path.ts';

describe('a path in the namespace tree', () => {
  test.each([
    ['a/b/c', ['a/b/c', 'a/b', 'a']],
    ['a', ['a']],
  ])('%s lies in %j, nearest first', (path, expected) => {
    expect(lineage(path)).toEqual(expected);
  });

  test.each([
    ['a/b/c', 0, 'a/b/c'],
    ['a/b/c', 2, 'a'],
    ['a/b/c', 3, null],
    ['a', 1, null],
  ])('%s, %i levels up: %s', (path, levels, expected) => {
    expect(ancestor(path, levels)).toBe(expected);
  });

  test.each([
    ['a/b', 'a', true],
    ['a', 'a', true],
    ['a', 'a/b', false],
    ['ab', 'a', false],
    ['b/a', 'a', false],
  ])('%s within %s: %s', (path, root, expected) => {
    expect(isWithin(path, root)).toBe(expected);
  });
});
