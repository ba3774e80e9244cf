import { badUserInput } from '../errors.ts';
import { tokensOf } from './budget.ts';
import { split, type Part } from './split.ts';

/** The most atoms of one memory (spec memory-system §3.2). */
export const MOST_ATOMS = 10;
/** Bounds of `maxAtomTokens`. */
export const ATOM_TOKENS = { least: 50, most: 1_000, fallback: 200 } as const;

/** How far from an even share a part may be, so that it may end with a sentence. */
const SLACK = 0.2;
/** Tokens of a sentence that are kept together, at most. */
const PIECE = 40;

/**
 * Divides a content into 2 to 10 atoms of about the same size, at most `maxTokens` (cl100k) each, without overlap; blank
 * stretches belong to none.
 * @throws OperationRefused BAD_USER_INPUT when one atom would hold it all, or ten would not
 */
export function atomsOf(content: string, maxTokens: number): Part[] {
  const tokens = tokensOf(content);
  if (tokens <= maxTokens)
    throw badUserInput(
      'maxAtomTokens',
      `less than the ${tokens} tokens of the memory, so that it is divided`,
      maxTokens,
    );
  for (let count = Math.ceil(tokens / maxTokens); count <= MOST_ATOMS; count++) {
    const share = tokens / count;
    const most = Math.min(maxTokens, share * (1 + SLACK));
    const least = Math.min(share * (1 - SLACK), most * 0.7);
    const parts = split(content, {
      measure: tokensOf,
      most,
      least,
      overlap: 0,
      piece: Math.min(PIECE, most - least),
    }).filter(({ text }) => text.trim() !== '');
    if (parts.length >= 2 && parts.length <= MOST_ATOMS) return parts;
  }
  const bound = `enough for ${MOST_ATOMS} atoms to hold the ${tokens} tokens of the memory, and at most ${ATOM_TOKENS.most}`;
  throw badUserInput('maxAtomTokens', bound, maxTokens);
}
