import { embeddingText } from '../embedding/embedText.ts';
import { READ_TOKENS, tokenBound } from '../embedding/tokenBound.ts';
import { cutTo, split, type Part, type SplitOptions } from './split.ts';

/**
 * Sizes in tokens, as `tokenBound` counts them: smaller ones find a sentence among others better than those that fill
 * the embedder, at the same cost (docs/adr/0010-passages.md). About 15 % are repeated, so that no sentence is only found
 * in half.
 */
const SIZES: SplitOptions = { measure: tokenBound, most: 260, least: 200, overlap: 40, piece: 40 };
/** Texts of more tokens have larger passages, not more: 65,536 bytes are at most 256 of them. */
const MOST_TOKENS = 256 * (SIZES.least - SIZES.overlap);
/** What every passage has of the title, so that it says what it is about. */
const TITLE_TOKENS = 60;

/** A passage of a memory's content: its text and its range of bytes, and the text whose vector stands for it. */
export interface Passage extends Part {
  readonly embeddingText: string;
}

/**
 * The passages of a memory that is longer than what an embedder reads at once (design §1: 512 tokens of up to 64 KiB);
 * none for all others. They cover every character, overlap, and are at most 256.
 */
export function passagesOf(title: string, content: string): Passage[] {
  if (tokenBound(embeddingText(title, content)) <= READ_TOKENS) return [];
  const [heading = ''] = cutTo(title, TITLE_TOKENS, tokenBound);
  return split(content, sizesFor(content)).map((part) => ({
    ...part,
    embeddingText: embeddingText(heading, part.text),
  }));
}

function sizesFor(content: string): SplitOptions {
  const { measure, most, least, overlap, piece } = SIZES;
  const scale = Math.max(1, measure(content) / MOST_TOKENS);
  return { measure, most: most * scale, least: least * scale, overlap: overlap * scale, piece: piece * scale };
}
