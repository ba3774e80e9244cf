import { describe, expect, test } from '@jest/globals';
import { namespacePattern } from '../../src/hook/namespacePattern.ts';

describe('a namespace pattern', () => {
  test.each([
    ['**', ['global', 'acme', 'acme/x/y', null], []],
    ['*', ['global', 'acme/x', null], []],
    ['**/**', ['acme', null], []],
    ['global', ['global'], ['globals', 'global/x', 'xglobal', null]],
    ['acme/**', ['acme', 'acme/x', 'acme/x/y'], ['acmes', 'other/acme', null]],
    ['acme/*', ['acme/x'], ['acme', 'acme/x/y', null]],
    ['*/x', ['acme/x'], ['x', 'a/b/x', null]],
    ['**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'x/a', null]],
    ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['az', 'a/bz', null]],
    ['team-*', ['team-a', 'team-'], ['team', 'team-a/b']],
    ['t?am', ['team', 't𝄞am'], ['tam', 't/am', 'teeam']],
    ['a.b+(c)', ['a.b+(c)'], ['axb+(c)', 'a.bb(c)']],
    ['a.*', ['a.x'], ['axx']],
    ['café', ['cafe\u0301'.normalize('NFC')], ['cafe']],
  ] as [string, (string | null)[], (string | null)[]][])('%s', (pattern, hits, misses) => {
    const matches = namespacePattern(pattern);
    const judge = (all: (string | null)[]) => all.map((namespace) => [namespace, matches(namespace)]);
    expect(judge(hits)).toEqual(hits.map((namespace) => [namespace, true]));
    expect(judge(misses)).toEqual(misses.map((namespace) => [namespace, false]));
  });

  test.each(['/acme', 'acme/', 'a//b', 'a**', 'a/b**/c', '!acme', '{a,b}/**', '[ab]', 'a\\b', 'a b', ''])(
    'refuses %j',
    (pattern) => {
      expect(() => namespacePattern(pattern)).toThrow(Error);
    },
  );

  test('takes linear time on a pattern that makes backtracking engines explode', () => {
    const begin = performance.now();
    expect(namespacePattern(`${'*a'.repeat(30)}*b`)('a'.repeat(512))).toBe(false);
    expect(performance.now() - begin).toBeLessThan(1000);
  });
});
