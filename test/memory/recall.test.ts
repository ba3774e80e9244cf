import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, recall, store, titles } from '../support/memories.ts';

const home = freshNamespace('recall');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann` });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}/bob` });
const ask = async (query: string, more: Record<string, unknown> = {}, client = ann) =>
  titles(await recall(client, { query, namespace: home, touch: false, ...more }));

beforeAll(async () => {
  const put = (title: string, content: string, more: Record<string, unknown> = {}) =>
    store(ann, { title, content, namespace: home, scope: 'COLLECTIVE', ...more });
  await Promise.all([
    put('car repair', 'The automobile engine needs new spark plugs.', {
      tags: ['garage', 'paid'],
      tier: 'LONG',
      createdAt: '2020-01-01T00:00:00Z',
    }),
    put('dinner', 'We ate pasta with tomato sauce and basil.', {
      tags: ['food'],
      kind: 'EVENT',
      createdAt: '2021-01-01T00:00:00Z',
    }),
    put('invoice', 'Reference XK-4711 was settled on time.', {
      tags: ['paid'],
      kind: 'CLAIM',
      createdAt: '2022-01-01T00:00:00Z',
    }),
    put('diary', 'Nobody may read about my holiday in Lisbon.', { scope: 'PRIVATE' }),
    put('handed over', 'The vault opens with a brass key from Lisbon.', {
      scope: 'PRIVATE',
      targetAgentId: `bob-${home}`,
    }),
    put('deep', 'A waterfall of data in the deep namespace', { namespace: `${home}/a/b/c` }),
    put('middle', 'A waterfall of data in the deep namespace', { namespace: `${home}/a` }),
  ]);
});

describe('a question is answered', () => {
  test('by meaning, where no word is shared', async () => {
    const answer = await recall(ann, {
      query: 'vehicle maintenance at a mechanic',
      namespace: home,
      mode: 'SEMANTIC',
      touch: false,
    });
    expect(titles(answer)[0]).toBe('car repair');
    expect(answer).toMatchObject({
      mode: 'SEMANTIC',
      meta: { textCandidates: 0, degraded: false, awaitingEmbedding: expect.any(Number) },
    });
  });

  test('by words alone', async () => {
    const answer = await recall(ann, { query: 'xk 4711', namespace: home, mode: 'KEYWORD', touch: false });
    expect(titles(answer)).toEqual(['invoice']);
    expect(answer).toMatchObject({
      mode: 'KEYWORD',
      meta: { vectorCandidates: 0, textCandidates: 1, degraded: false },
    });
    expect(await ask('mechanic', { mode: 'KEYWORD' })).toEqual([]);
  });

  test('by both', async () => {
    const answer = await recall(ann, { query: 'Which Italian meal was it, basil?', namespace: home, touch: false });
    expect(titles(answer)[0]).toBe('dinner');
    expect(answer['meta'].vectorCandidates).toBeGreaterThan(0);
    expect(answer['meta'].textCandidates).toBeGreaterThan(0);
    const scores = answer['hits'].map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
  });

  test.each([
    'what? why! (how) [now] {then} ~ ^ * : " \\ / + - && || basil',
    'basil:',
    '"basil',
    'basil AND',
    'NOT basil',
    'b\u00e0sil',
    'title:basil^9',
  ])('whatever its punctuation: %s', async (query) => {
    expect((await ask(query))[0]).toBe('dinner');
  });

  test.each(['what is it?', '???', '½', '\u0301', 'the of and'])(
    'without a word that counts, by meaning alone: %s',
    async (query) => {
      const answer = await recall(ann, { query, namespace: home, touch: false });
      expect(answer['meta'].textCandidates).toBe(0);
      expect(await ask(query, { mode: 'KEYWORD' })).toEqual([]);
    },
  );

  test('also when it comes from a file with carriage returns and zero bytes between words', async () => {
    expect((await ask('pasta\r\nwith\u0000basil'))[0]).toBe('dinner');
  });
});

describe('filters', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['tier', { tier: 'LONG' }, ['car repair']],
    ['kinds', { kinds: ['EVENT', 'CLAIM'] }, ['dinner', 'invoice']],
    ['one tag', { tags: ['paid'] }, ['car repair', 'invoice']],
    ['all tags', { tags: ['paid', 'garage'] }, ['car repair']],
    ['since, inclusive', { since: '2021-01-01T00:00:00Z', until: '2023-01-01T00:00:00Z' }, ['dinner', 'invoice']],
    ['until, exclusive', { until: '2021-01-01T00:00:00Z' }, ['car repair']],
    ['tags and time', { tags: ['paid'], since: '2021-06-01T00:00:00Z' }, ['invoice']],
    ['nothing left', { tags: ['no such tag'] }, []],
  ])('%s, in every mode', async (_, filter, found) => {
    for (const mode of ['HYBRID', 'SEMANTIC', 'KEYWORD']) {
      expect([mode, (await ask('pasta spark plugs settled holiday', { ...filter, mode })).sort()]).toEqual([
        mode,
        found,
      ]);
    }
  });

  test('limit', async () => {
    expect(await ask('pasta spark settled', { limit: 2 })).toHaveLength(2);
  });
});

describe('a namespace', () => {
  test('is looked in with its ancestors, which weigh less, and not with what is below', async () => {
    const answer = await recall(ann, {
      query: 'waterfall of data',
      namespace: `${home}/a/b/c`,
      mode: 'KEYWORD',
      touch: false,
    });
    expect(titles(answer)).toEqual(['deep', 'middle']);
    expect(answer['hits'][1].score / answer['hits'][0].score).toBeCloseTo(1 / 1.6, 5);
    expect(await ask('waterfall of data', { namespace: `${home}/a`, mode: 'KEYWORD' })).toEqual(['middle']);
    expect(await ask('waterfall of data', { namespace: `${home}/a/b/c/d/e`, mode: 'KEYWORD' })).toEqual([
      'deep',
      'middle',
    ]);
  });

  test('left out means everywhere', async () => {
    const everywhere = await recall(ann, { query: 'waterfall of data namespace', touch: false, limit: 50 });
    expect(titles(everywhere)).toEqual(expect.arrayContaining(['deep', 'middle']));
  });
});

describe('what may not be seen', () => {
  test.each(['HYBRID', 'SEMANTIC', 'KEYWORD'])('is not recalled: %s', async (mode) => {
    expect(await ask('holiday in Lisbon', { mode }, bob)).not.toContain('diary');
    expect((await ask('holiday in Lisbon', { mode }))[0]).toBe('diary');
  });

  test.each(['HYBRID', 'SEMANTIC', 'KEYWORD'])('what was handed over is: %s', async (mode) => {
    expect((await ask('brass key of the vault', { mode }, bob))[0]).toBe('handed over');
  });

  test('asAgent narrows, and never widens', async () => {
    expect(await ask('holiday in Lisbon', { asAgent: `${home}/elsewhere` })).not.toContain('diary');
    expect(await ask('holiday in Lisbon', { asAgent: home })).toContain('diary');
    expect(await ask('holiday in Lisbon', { asAgent: home }, bob)).not.toContain('diary');
    expect(await ask('holiday in Lisbon', { asAgent: `${home}/elsewhere` }, caller())).not.toContain('diary');
    expect(await ask('holiday in Lisbon', { asAgent: home }, caller())).toContain('diary');
  });
});

describe('a budget of tokens', () => {
  test('keeps in rank order what fits, skipping what does not', async () => {
    const whole = await recall(ann, { query: 'pasta spark settled', namespace: home, touch: false, mode: 'KEYWORD' });
    const tokens = whole['hits'].map((hit: { tokens: number }) => hit.tokens) as number[];
    expect(whole).toMatchObject({
      tokensUsed: tokens.reduce((a, b) => a + b),
      meta: { budgetRemaining: null, dropped: 0, budgetOverflow: false },
    });
    const budgetTokens = tokens[0]! + Math.min(tokens[1]!, tokens[2]!);
    const kept = await recall(ann, {
      query: 'pasta spark settled',
      namespace: home,
      touch: false,
      mode: 'KEYWORD',
      budgetTokens,
    });
    expect(kept).toMatchObject({
      tokensUsed: budgetTokens,
      meta: { budgetRemaining: 0, dropped: 1, budgetOverflow: false },
    });
  });

  test('of 1 returns the best hit and says that it is too large; of 0 returns nothing', async () => {
    expect(await recall(ann, { query: 'pasta', namespace: home, touch: false, budgetTokens: 1 })).toMatchObject({
      hits: [{ memory: { title: 'dinner' } }],
      meta: { budgetOverflow: true, budgetRemaining: 0 },
    });
    expect(await recall(ann, { query: 'pasta', namespace: home, touch: false, budgetTokens: 0 })).toMatchObject({
      hits: [],
      tokensUsed: 0,
      meta: { budgetOverflow: false },
    });
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ['no question', { query: '  ' }, 'query'],
  ['a question of 8,193 characters', { query: 'x'.repeat(8193) }, 'query'],
  ['limit 0', { limit: 0 }, 'limit'],
  ['limit 51', { limit: 51 }, 'limit'],
  ['a budget below 0', { budgetTokens: -1 }, 'budgetTokens'],
  ['51 tags', { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) }, 'tags'],
  ['a namespace that is none', { namespace: 'a//b' }, 'namespace'],
])('is refused: %s', async (_, input, field) => {
  const document = 'query ($input: RecallInput!) { recall(input: $input) { recallId } }';
  expect(await ann.refusal(document, { input: { query: 'x', ...input } })).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field },
  });
});
