import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { tokenBound } from '../../src/embedding/tokenBound.ts';
import { bytesOf } from '../../src/memory/bounds.ts';
import { passagesOf } from '../../src/memory/passages.ts';
import { cutTo, split, type Part } from '../../src/memory/split.ts';

const length = (text: string) => text.length;
const sizes = { measure: length, most: 40, least: 30, overlap: 8, piece: 8 };

/** Texts as people and programs write them: words, sentences, scripts of several bytes, emoji, line ends, long runs. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'a',
        'the',
        'memory',
        'Überprüfung',
        '記憶',
        'память',
        '😀',
        '👩‍👩‍👧',
        'é',
        '. ',
        '! ',
        '\n',
        '\n\n',
        ' ',
        '\t',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replace(/\p{Cs}/gu, '')),
      fc.nat(400).map((count) => 'x'.repeat(count)),
    ),
    { minLength: 1, maxLength: 200 },
  )
  .map((parts) => parts.join(''));

/** What every division must keep, whatever its sizes. */
function holds(text: string, parts: readonly Part[]): void {
  const bytes = Buffer.from(text, 'utf8');
  expect(parts[0]?.start).toBe(0);
  expect(parts.at(-1)?.end).toBe(bytes.length);
  parts.forEach((part, place) => {
    expect(bytes.subarray(part.start, part.end).toString('utf8')).toBe(part.text);
    expect(part.text).not.toMatch(/\p{Cs}/u);
    const before = parts[place - 1];
    if (!before) return;
    // Nothing between two parts, and each goes on.
    expect(part.start).toBeLessThanOrEqual(before.end);
    expect(part.start).toBeGreaterThan(before.start);
    expect(part.end).toBeGreaterThan(before.end);
  });
}

describe('a text is divided', () => {
  test('into parts that cover every character, by bytes, and are no larger than wanted', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => text !== ''),
        fc.boolean(),
        (text, overlapping) => {
          const parts = split(text, { ...sizes, overlap: overlapping ? 8 : 0 });
          holds(text, parts);
          for (const part of parts) expect(part.text.length).toBeLessThanOrEqual(40);
          for (const part of parts.slice(0, -1)) expect(part.text.length).toBeGreaterThanOrEqual(30);
        },
      ),
    );
  });

  test.each<[string, string, string[]]>([
    [
      'at a paragraph',
      'One two three. Four five six.\n\nSeven eight. Nine.',
      ['One two three. Four five six.\n\n', 'Seven eight. Nine.'],
    ],
    [
      'at a sentence',
      'One two three four five six seven. Eight nine ten.',
      ['One two three four five six seven. ', 'Eight nine ten.'],
    ],
    [
      'at a blank',
      'one two three four five six seven eight nine',
      ['one two three four five six seven eight', ' nine'],
    ],
    ['within a word', 'x'.repeat(50), ['x'.repeat(37), 'x'.repeat(13)]],
    ['not at all', 'short', ['short']],
  ])('%s where it can', (_, text, parts) => {
    expect(split(text, { ...sizes, overlap: 0 }).map((part) => part.text)).toEqual(parts);
  });

  test('with an overlap of whole pieces', () => {
    const parts = split('Aa bb. Cc dd. Ee ff. Gg hh. Ii jj. Kk ll. Mm nn.', sizes);
    expect(parts.map((part) => part.text)).toEqual(['Aa bb. Cc dd. Ee ff. Gg hh. Ii jj. ', 'Ii jj. Kk ll. Mm nn.']);
  });

  test('never between the halves of a surrogate pair', () => {
    expect(cutTo('😀'.repeat(5), 3, length)).toEqual(['😀', '😀', '😀', '😀', '😀']);
  });
});

describe('passages of a memory', () => {
  test('are none while one vector reads it all', () => {
    expect(passagesOf('title', 'a sentence of six words. '.repeat(60))).toEqual([]);
    expect(passagesOf('title', 'a sentence of six words. '.repeat(100)).length).toBeGreaterThan(1);
  });

  test('cover it, fit the embedder with the title, and are at most 256', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 512 }), texts, (title, text) => {
        const content =
          text
            .repeat(40)
            .slice(0, 20_000)
            .replace(/\p{Cs}/gu, '') || 'x';
        const passages = passagesOf(title, content);
        if (passages.length === 0) return;
        holds(content, passages);
        expect(passages.length).toBeLessThanOrEqual(256);
        for (const passage of passages) expect(tokenBound(passage.embeddingText)).toBeLessThanOrEqual(480);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['punctuation', '!'.repeat(65_536)],
    ['sentences of one letter', 'A. '.repeat(21_845)],
    ['one word', 'x'.repeat(65_536)],
    ['three bytes a character', '記'.repeat(21_845)],
    ['syllables of several tokens', '기'.repeat(21_845)],
    ['line ends', `a${'\n'.repeat(65_534)}b`],
    ['prose', 'The cluster lost a node on Tuesday, and nobody noticed before noon. '.repeat(963)],
  ])('are bounded for 64 KiB of %s', (_, content) => {
    expect(bytesOf(content)).toBeLessThanOrEqual(65_536);
    const passages = passagesOf('t'.repeat(512), content);
    holds(content, passages);
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.length).toBeLessThanOrEqual(256);
  });

  test('repeat a part of the one before', () => {
    const passages = passagesOf(
      'log',
      'The cluster lost a node on Tuesday, and nobody noticed before noon. '.repeat(200),
    );
    passages.slice(1).forEach((passage, place) => {
      const before = passages[place]!;
      const repeated = tokenBound(
        Buffer.from(before.text)
          .subarray(passage.start - before.start)
          .toString(),
      );
      expect(repeated).toBeGreaterThan(0.05 * tokenBound(passage.text));
      expect(repeated).toBeLessThanOrEqual(40);
    });
  });
});
