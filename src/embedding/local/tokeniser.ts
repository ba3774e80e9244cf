import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';

/** Tokens the model reads, with the two that frame the text. */
export const MOST_TOKENS = 512;

/**
 * UTF-16 units that are tokenised, at most: 8 for each token that is kept. Prose has 4 to 6, so the cut loses nothing
 * that the model would have read, and a text of 64 KiB costs 1 ms instead of 24.
 */
export const MOST_TEXT = 8 * MOST_TOKENS;

/** The beginning of a long text, of which the model reads no more anyway. */
export function cutText(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  // Runs of blanks make no tokens but would use up the room.
  const dense = text.replace(/[ \t\r\n]{2,}/g, ' ').slice(0, MOST_TEXT);
  return /[\uD800-\uDBFF]$/.test(dense) ? dense.slice(0, -1) : dense;
}

/** Text to token ids: `[CLS]`, at most 510 of the text, `[SEP]`. */
export type Tokenise = (text: string) => number[];

/** What is used of the library, whose types the linter cannot resolve. */
interface Encoder {
  encode(text: string): { ids: number[] };
}

/**
 * Loads a Hugging Face `tokenizer.json`.
 * @throws Error when the file cannot be read or is no tokenizer
 */
export function loadTokeniser(path: string): Tokenise {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-call -- the linter cannot resolve the library's types
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, 'utf8')), {}) as Encoder;
  const separator = tokenizer.encode('').ids.at(-1);
  if (separator === undefined) throw new Error(`${path} frames texts with no special tokens`);
  return (text) => {
    const { ids } = tokenizer.encode(cutText(text));
    return ids.length <= MOST_TOKENS ? ids : [...ids.slice(0, MOST_TOKENS - 1), separator];
  };
}

/** About how many tokens a text has, without tokenising it: texts of like length share a batch. */
export function estimateTokens(text: string): number {
  let quarters = 8;
  for (let index = 0; index < text.length && quarters < 4 * MOST_TOKENS; index++) {
    // Four ASCII characters make a token; in most other scripts each character is one.
    quarters += text.charCodeAt(index) < 128 ? 1 : 4;
  }
  return Math.min(MOST_TOKENS, quarters >> 2);
}
