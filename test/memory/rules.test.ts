import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tokensOf, withinBudget } from '../../src/memory/budget.ts';
import { jaccard } from '../../src/memory/overlap.ts';
import { expiryAfterRise, expiryOf } from '../../src/memory/expiry.ts';
import type { Tier } from '../../src/memory/memory.ts';
import { mergeChange } from '../../src/memory/merge.ts';
import { textQuery, wordsOf } from '../../src/memory/question.ts';
import { storeInputSchema } from '../../src/memory/storeInput.ts';
import { sampleMemory } from './sampleMemory.ts';

const now = new Date('2026-06-01T00:00:00.000Z');
const input = (fields: Record<string, unknown>) =>
  storeInputSchema.parse({ title: 'Title', content: 'new', ...fields });

describe('a memory expires', () => {
  test.each<[Tier, Parameters<typeof expiryOf>[1], string | null]>([
    ['SHORT', {}, '2026-06-01T06:00:00.000Z'],
    ['MID', {}, '2026-06-08T00:00:00.000Z'],
    ['LONG', {}, null],
    ['LONG', { ttlSecs: 60 }, '2026-06-01T00:01:00.000Z'],
    ['SHORT', { ttlSecs: 60, expiresAt: new Date('2030-01-01T00:00:00Z') }, '2030-01-01T00:00:00.000Z'],
  ])('%s %j: %s', (tier, wish, expected) => {
    expect(expiryOf(tier, wish, now)).toBe(expected);
  });

  test.each<[Tier, string | null, string | null]>([
    ['MID', '2026-06-01T01:00:00.000Z', '2026-06-08T00:00:00.000Z'],
    ['MID', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['MID', null, null],
    ['LONG', '2027-01-01T00:00:00.000Z', null],
  ])('after it rose to %s from %s: %s', (tier, before, expected) => {
    expect(expiryAfterRise(tier, before, now)).toBe(expected);
  });
});

describe('an upsert', () => {
  test.each<[string, Parameters<typeof sampleMemory>[0], Record<string, unknown>, Record<string, unknown>]>([
    [
      'replaces content, tags, source, metadata',
      {},
      { tags: ['x'], source: 'user', metadata: { y: 1 } },
      { content: 'new', tags: ['x'], source: 'user', metadata: { y: 1 } },
    ],
    ['raises priority and confidence', {}, { priority: 9, confidence: 0.9 }, { priority: 9, confidence: 0.9 }],
    ['never lowers them', {}, { priority: 1, confidence: 0.1 }, { priority: 7, confidence: 0.5 }],
    ['raises the tier; LONG never expires', {}, { tier: 'LONG', ttlSecs: 60 }, { tier: 'LONG', expiresAt: null }],
    ['never lowers the tier', { tier: 'LONG', expiresAt: null }, { tier: 'SHORT' }, { tier: 'LONG', expiresAt: null }],
    [
      'takes a wished end',
      {},
      { expiresAt: new Date('2030-01-01T00:00:00Z') },
      { expiresAt: '2030-01-01T00:00:00.000Z' },
    ],
    ['keeps the end where none is wished', {}, {}, { expiresAt: '2027-01-01T00:00:00.000Z' }],
    ['keeps the kind of a persona', { memoryKind: 'PERSONA' }, { kind: 'CLAIM' }, { memoryKind: 'PERSONA' }],
    ['keeps the kind of a reflection', { memoryKind: 'REFLECTION' }, { kind: 'CLAIM' }, { memoryKind: 'REFLECTION' }],
    ['takes another kind otherwise', { memoryKind: 'EVENT' }, { kind: 'CLAIM' }, { memoryKind: 'CLAIM' }],
    ['keeps the entity', {}, { entityId: 'other' }, { entityId: 'entity-1' }],
    [
      'replaces citations by some',
      {},
      { citations: [{ uri: 'new', accessedAt: now }] },
      { citations: [{ uri: 'new', accessedAt: now.toISOString(), hash: null, span: null }] },
    ],
    ['keeps citations where there are none', {}, {}, { citations: sampleMemory().citations }],
    [
      'keeps author, creation and depth',
      {},
      {},
      { agentId: 'ann', createdAt: '2026-01-01T00:00:00.000Z', reflectionDepth: 2, version: 6 },
    ],
  ])('%s', (_, held, wish, expected) => {
    expect(mergeChange(sampleMemory(held), input(wish), now).after).toMatchObject(expected);
  });
});

describe('a budget', () => {
  const hits = (tokens: number[]) => tokens.map((count, index) => ({ hit: index, tokens: count }));
  test.each<[number | null, number[], number[], Partial<ReturnType<typeof withinBudget>>]>([
    [null, [5, 5], [0, 1], { tokensUsed: 10, budgetRemaining: null, dropped: 0, budgetOverflow: false }],
    [10, [5, 5], [0, 1], { budgetRemaining: 0, dropped: 0, budgetOverflow: false }],
    [9, [5, 5, 4], [0, 2], { tokensUsed: 9, budgetRemaining: 0, dropped: 1, budgetOverflow: false }],
    [3, [5, 1], [0], { tokensUsed: 5, budgetRemaining: 0, dropped: 1, budgetOverflow: true }],
    [0, [5, 1], [], { tokensUsed: 0, budgetRemaining: 0, dropped: 2, budgetOverflow: false }],
    [7, [], [], { tokensUsed: 0, budgetRemaining: 7, dropped: 0, budgetOverflow: false }],
  ])('of %s over %j keeps %j', (budget, tokens, kept, rest) => {
    const found = withinBudget(hits(tokens), budget);
    expect(found).toMatchObject(rest);
    expect(found.kept.map(({ hit }) => hit)).toEqual(kept);
  });

  test('is never overspent but by the best hit alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(200), (tokens, budget) => {
        const { kept, tokensUsed } = withinBudget(hits(tokens), budget);
        expect(tokensUsed <= budget || kept.length === 1).toBe(true);
      }),
    );
  });

  test.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
  ])('counts %j as %i tokens', (text, count) => {
    expect(tokensOf(text)).toBe(count);
  });
});

describe('the words of a question', () => {
  test.each<[string, string[]]>([
    ['What did the fox jump over?', ['fox', 'jump', 'over']],
    ['fox FOX Fox', ['fox']],
    ['e\u0301te\u0301 \u00e9t\u00e9', ['\u00e9t\u00e9']],
    ['title:x AND (y OR z)^2', ['title', 'x', 'y', 'z', '2']],
    ['who is it?', []],
    ['?! \u0301 …', []],
    ['日本語 и русский', ['日本語', 'и', 'русский']],
  ])('%s → %j', (question, words) => {
    expect(wordsOf(question)).toEqual(words);
  });

  test('are 64 at most, and none makes no query', () => {
    expect(wordsOf(Array.from({ length: 100 }, (_, index) => `w${index}`).join(' '))).toHaveLength(64);
    expect(textQuery('what is it', '+keys:(k)^0')).toBeNull();
  });
});

test.each([
  [['a', 'b'], ['a', 'b'], 1],
  [['a', 'b'], ['b', 'c'], 1 / 3],
  [['a'], ['b'], 0],
  [[], [], 0],
])('%j and %j are alike by %d', (a, b, expected) => {
  expect(jaccard(new Set(a), new Set(b))).toBe(expected);
});
