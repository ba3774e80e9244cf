/**
 * Tokens of a text that every embedder is taken to read. The local model reads 512 with the two that frame it; services
 * read as many or more, and do not tell.
 */
export const READ_TOKENS = 460;

/**
 * About how many tokens an embedder makes of a text, without its tokenizer: for domains that must know what fits.
 * Against WordPiece it is up to 1.3 times too high for prose and code, and at most 1.1 times too low (minified JSON);
 * {@link READ_TOKENS} leaves that room. Never more than the text's bytes.
 */
export function tokenBound(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index);
    if (isLetter(code) || isDigit(code)) {
      const start = index;
      let digits = 0;
      for (; index < text.length; index++) {
        const next = text.charCodeAt(index);
        if (isDigit(next)) digits += 1;
        else if (!isLetter(next)) break;
      }
      tokens += tokensOfWord(index - start, digits === 0);
      continue;
    }
    if (!isBlank(code) && !isLowSurrogate(code)) tokens += isHangul(code) ? TOKENS_A_SYLLABLE : 1;
    index += 1;
  }
  // The local embedder looks at eight UTF-16 units for each token at most.
  return Math.max(tokens, text.length / 8);
}

/** A Hangul syllable is taken apart into its letters. */
const TOKENS_A_SYLLABLE = 2.5;

/** A common word is one token, a longer one is pieced together; what is no word falls into crumbs. */
function tokensOfWord(length: number, letters: boolean): number {
  return Math.max(1, letters && length <= 12 ? 1 + (length - 4) / 5 : length / 1.4);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3;
