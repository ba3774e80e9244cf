import { describe, expect, test } from '@jest/globals';
import { normalised } from '../../src/embedding/vector.ts';

describe('what becomes a vector', () => {
  test.each([
    ['integers', [3, 4], [0.6, 0.8]],
    ['a typed array', Float32Array.of(0, -2), [0, -1]],
    ['large values', [3e100, 4e100], [0.6, 0.8]],
  ])('%s', (_, values, expected) => {
    const vector = normalised(values, 2);
    expect(Array.isArray(vector)).toBe(true);
    vector.forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 12));
  });
});

describe('what never does', () => {
  test.each([
    ['all zeros', [0, 0], /length 0/],
    ['NaN', [Number.NaN, 1], /no finite number/],
    ['infinity', [1, Number.POSITIVE_INFINITY], /no finite number/],
    ['null', [null, 1], /no finite number/],
    ['text', ['1', 1], /no finite number/],
    ['too few', [1], /1 dimensions instead of 2/],
    ['too many', [1, 2, 3], /3 dimensions instead of 2/],
    ['nothing', [], /0 dimensions instead of 2/],
    ['squares that overflow', [1e200, 1e200], /length Infinity/],
  ])('%s', (_, values, message) => {
    expect(() => normalised(values, 2)).toThrow(message);
  });
});
