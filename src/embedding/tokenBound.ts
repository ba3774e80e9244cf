/**
 * Tokens of a text that every embedder is taken to read. The local model reads 512 with the two that frame it; services
 * read as many or more, and do not tell.
 */
export const READ_TOKENS = 460;

/** Runs of ASCII letters and digits, and every other visible character by itself, as WordPiece divides a text. */
const PART = /[A-Za-z0-9]+|[^\sA-Za-z0-9]/gu;
const WORD = /^[A-Za-z]{1,12}$/;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * About how many tokens an embedder makes of a text, without its tokenizer: for domains that must know what fits.
 * Against WordPiece it is 0.9 to 1.3 times too high for prose, code, JSON, Cyrillic and CJK, and at most 1.1 times too
 * low (minified JSON); {@link READ_TOKENS} leaves that room. Never more than the text's bytes.
 */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(PART)) tokens += tokensOfPart(part);
  // The local embedder looks at eight UTF-16 units for each token at most.
  return Math.max(tokens, text.length / 8);
}

function tokensOfPart(part: string): number {
  // A common word is one token, a longer one is pieced together; what is no word falls into crumbs.
  if (WORD.test(part)) return Math.max(1, 1 + (part.length - 4) / 5);
  if (/^[A-Za-z0-9]/.test(part)) return Math.max(1, part.length / 1.4);
  // A syllable is taken apart into its letters.
  return HANGUL.test(part) ? 2.5 : 1;
}
