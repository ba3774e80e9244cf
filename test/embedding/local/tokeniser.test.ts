import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { cutText, estimateTokens, loadTokeniser, type Tokenise } from '../../../src/embedding/local/tokeniser.ts';
import { embeddingModel } from '../../support/embeddingModel.ts';

const CLS = 101;
const SEP = 102;
let tokenise: Tokenise;
let whole: Tokenise;

beforeAll(async () => {
  const { tokenizerPath } = await embeddingModel();
  tokenise = loadTokeniser(tokenizerPath);
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(tokenizerPath, 'utf8')), {});
  whole = (text) => tokenizer.encode(text).ids;
}, 120_000);

const PROSE = 'The incident review found that configuration drift between datacentres had delayed the failover. ';

describe('every text becomes [CLS] … [SEP] of at most 512 tokens', () => {
  test.each([
    ['empty', '', 2],
    ['blanks', ' \t\n ', 2],
    ['NUL', '\0', 2],
    ['one word', 'memory', 3],
    ['emoji with joiners', '👩‍👩‍👧', 3],
    ['a lone surrogate', '\ud800', 2],
    ['510 tokens', 'memory '.repeat(510), 512],
    ['511 tokens', 'memory '.repeat(511), 512],
    ['64 KiB of prose', PROSE.repeat(700).slice(0, 65_536), 512],
    ['64 KiB without a blank', 'x'.repeat(65_536), 3],
    ['64 KiB of Japanese', '日本語'.repeat(21_845), 512],
    ['a word after 64 KiB of blanks', `${' '.repeat(65_536)}memory`, 3],
  ])('%s', (_, text, count) => {
    const ids = tokenise(text);
    expect(ids).toHaveLength(count);
    expect(ids[0]).toBe(CLS);
    expect(ids.at(-1)).toBe(SEP);
    expect(ids.slice(1, -1)).not.toContain(SEP);
  });
});

describe('the cut before tokenising takes nothing away that the model would have read', () => {
  test.each([
    ['prose', PROSE.repeat(100)],
    ['source code', 'export const answer = await resolve({ question, options: [first, second] });\n'.repeat(100)],
    ['indented text', '            - an item of a deeply nested list\n'.repeat(300)],
    ['long words', 'internationalisation misunderstandings counterrevolutionaries '.repeat(200)],
    ['Russian', 'Память агента хранит решения и наблюдения. '.repeat(200)],
    ['digits', '1234567890 '.repeat(1_000)],
  ])('%s', (_, text) => {
    expect(text.length).toBeGreaterThan(4_096);
    expect(tokenise(text)).toEqual([...whole(text).slice(0, 511), SEP]);
  });

  test('a cut never splits a character in two', () => {
    expect(cutText(`x${'😀'.repeat(4_000)}`)).not.toMatch(/\p{Surrogate}/u);
  });
});

test.each([
  ['nothing', '', 2, 2],
  ['a question', 'who restarted the cluster after the outage?', 8, 16],
  ['prose', PROSE.repeat(10), 150, 350],
  ['Japanese', '日本語'.repeat(30), 80, 100],
  ['anything long', 'x'.repeat(65_536), 512, 512],
])('the estimate is near enough to batch texts of like length: %s', (_, text, least, most) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
  expect(estimateTokens(text)).toBeLessThanOrEqual(most);
});
