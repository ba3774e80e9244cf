import { describe, expect, test } from '@jest/globals';
import { compileMatchers, type HookMatchers, type Matcher } from '../../src/hook/matchers.ts';

const NONE: HookMatchers = { toolNames: [], sources: [], paths: [], tags: [] };
const exact = (value: string): Matcher => ({ type: 'exact', value });
const glob = (value: string): Matcher => ({ type: 'glob', value });
const regex = (value: string): Matcher => ({ type: 'regex', value });
const tool = { eventContext: { toolName: 'Bash', arguments: { path: './src/a/b.ts' } } };

describe('matchers', () => {
  test.each<[string, Partial<HookMatchers>, Record<string, unknown>, boolean]>([
    ['none match everything', {}, {}, true],
    ['a tool by name', { toolNames: [exact('Bash')] }, tool, true],
    ['letters as they are', { toolNames: [exact('bash')] }, tool, false],
    ['an event without a tool', { toolNames: [exact('Bash')] }, { source: 'api' }, false],
    ['one of a list is enough', { toolNames: [exact('Read'), glob('B*')] }, tool, true],
    ['every list must hit', { toolNames: [exact('Bash')], sources: [exact('api')] }, tool, false],
    ['a source of a memory', { sources: [exact('api')] }, { source: 'api' }, true],
    ['a reason', { sources: [exact('clear')] }, { eventContext: { reason: 'clear' } }, true],
    ['a trigger', { sources: [glob('man*')] }, { eventContext: { trigger: 'manual' } }, true],
    ['a kind', { sources: [regex('^approv')] }, { eventContext: { kind: 'approval' } }, true],
    ['a regex anywhere', { sources: [regex('p')] }, { source: 'api' }, true],
    ['a regex that is tied', { sources: [regex('^p$')] }, { source: 'api' }, false],
    ['a path of a tool', { paths: [glob('src/**')] }, tool, true],
    ['* within a segment', { paths: [glob('src/*')] }, tool, false],
    ['** in the middle', { paths: [glob('src/**/b.ts')] }, tool, true],
    ['** of no segment', { paths: [glob('src/**/b.ts')] }, { path: 'src/b.ts' }, true],
    ['a source URI', { paths: [glob('/docs/*.md')] }, { source_uri: 'file:///docs/a.md' }, true],
    ['a citation', { paths: [exact('https://x.example')] }, { citations: [{ uri: 'https://x.example' }] }, true],
    ['a tag of a memory', { tags: ['x', 'y'] }, { tags: ['y'] }, true],
    ['another tag', { tags: ['x'] }, { tags: ['y'] }, false],
    ['no tag of some', { tags: ['x'] }, { tags: [] }, false],
    ['tags as labels', { tags: ['x'] }, { content: 'no tags here' }, true],
    ['? and sets', { toolNames: [glob('B?[r-t][!x]')] }, tool, true],
    ['a set of others', { toolNames: [glob('Bas[!h]')] }, tool, false],
    ['what is special elsewhere', { toolNames: [glob('a.b+(c)')] }, { toolName: 'a.b+(c)' }, true],
    ['a dot that is a dot', { toolNames: [glob('a.c')] }, { toolName: 'abc' }, false],
  ])('%s', (_, matchers, payload, expected) => {
    expect(compileMatchers({ ...NONE, ...matchers })(payload)).toBe(expected);
  });

  test('take linear time whatever the pattern', () => {
    const payload = { toolName: 'a'.repeat(50_000) };
    const slow = [regex('(a+)+$|b'), regex('(a|aa)+b'), glob('*a*a*a*a*a*a*b')];
    const begin = performance.now();
    for (const matcher of slow) compileMatchers({ ...NONE, toolNames: [matcher] })(payload);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
