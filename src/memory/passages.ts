import { embeddingText } from '../embedding/embedText.ts';
import { READ_TOKENS, tokenBound } from '../embedding/tokenBound.ts';
import { cutTo, split, type Part, type SplitOptions } from './split.ts';

/** Sizes in tokens, as `tokenBound` counts them. About 15 % are repeated, so that no sentence is only found in half. */
const SIZES: SplitOptions = { measure: tokenBound, most: 390, least: 320, overlap: 60, piece: 60 };
/** What every passage has of the title, so that it says what it is about. */
const TITLE_TOKENS = 60;

/** A passage of a memory's content: its text and its range of bytes, and the text whose vector stands for it. */
export interface Passage extends Part {
  readonly embeddingText: string;
}

/**
 * The passages of a memory that is longer than what an embedder reads at once (design §1: 512 tokens of up to 64 KiB);
 * none for all others. They cover every character, overlap, and are at most 253: a passage moves on by 260 tokens or
 * more, and 65,536 bytes have no more tokens than that.
 */
export function passagesOf(title: string, content: string): Passage[] {
  if (tokenBound(embeddingText(title, content)) <= READ_TOKENS) return [];
  const [heading = ''] = cutTo(title, TITLE_TOKENS, tokenBound);
  return split(content, SIZES).map((part) => ({ ...part, embeddingText: embeddingText(heading, part.text) }));
}
