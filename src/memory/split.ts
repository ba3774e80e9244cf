import { bytesOf } from './bounds.ts';
import type { Span } from './memory.ts';

/** A part of a text, and its range of bytes in it. */
export interface Part extends Span {
  readonly text: string;
}

/** How large parts are; all sizes in what `measure` counts. */
export interface SplitOptions {
  /** Size of a text; the size of a whole is about the sum of its pieces. */
  measure(text: string): number;
  /** Largest part. */
  readonly most: number;
  /** No part but the last is smaller, so that a part may end with a paragraph or sentence rather than full. */
  readonly least: number;
  /** What a part repeats of the one before, at most. */
  readonly overlap: number;
  /** Pieces that are not divided, at most; no larger than `most - least`, nor than an `overlap` that is wanted. */
  readonly piece: number;
}

/** How well a text may be divided behind a piece. */
const WITHIN_SENTENCE = 0;
const AFTER_SENTENCE = 1;
const AFTER_PARAGRAPH = 2;

interface Piece {
  readonly text: string;
  readonly size: number;
  readonly rank: number;
}

/**
 * Divides a text into parts that cover every character of it, in order: at paragraphs where it can, else at sentences,
 * else at blanks, and within a word only where nothing else is left; never within a character.
 */
export function split(text: string, options: SplitOptions): Part[] {
  const pieces = piecesOf(text, options);
  const starts = [0];
  for (const piece of pieces) starts.push(starts.at(-1)! + bytesOf(piece.text));
  const parts: Part[] = [];
  for (let first = 0; first < pieces.length;) {
    const end = endOfPart(pieces, first, options);
    const whole = pieces.slice(first, end);
    parts.push({ text: whole.map((piece) => piece.text).join(''), start: starts[first]!, end: starts[end]! });
    first = end === pieces.length ? end : startOfNext(pieces, first, end, options);
  }
  return parts;
}

/** The piece behind the part that begins with `first`: the best place to divide at between `least` and `most`. */
function endOfPart(pieces: readonly Piece[], first: number, { least, most }: SplitOptions): number {
  let size = 0;
  let best = { end: first + 1, rank: -1 };
  for (let end = first; end < pieces.length; end++) {
    const piece = pieces[end]!;
    if (end > first && size + piece.size > most) return best.end;
    size += piece.size;
    if (size < least || piece.rank >= best.rank) best = { end: end + 1, rank: size < least ? -1 : piece.rank };
  }
  return pieces.length;
}

/** Goes back over pieces that the next part repeats; always behind `first`, so that it goes on. */
function startOfNext(pieces: readonly Piece[], first: number, end: number, { overlap }: SplitOptions): number {
  let next = end;
  let repeated = 0;
  while (next - 1 > first && repeated + pieces[next - 1]!.size <= overlap) repeated += pieces[--next]!.size;
  return next;
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

function piecesOf(text: string, { measure, piece }: SplitOptions): Piece[] {
  const pieces: Piece[] = [];
  for (const { segment } of SENTENCES.segment(text)) {
    const rank = segment.trim() === '' ? AFTER_PARAGRAPH : AFTER_SENTENCE;
    const halves = cutTo(segment, piece, measure);
    halves.forEach((part, place) =>
      pieces.push({ text: part, size: measure(part), rank: place === halves.length - 1 ? rank : WITHIN_SENTENCE }),
    );
  }
  return pieces;
}

/** Halves a text until each part has at most the size wanted, or is one character. */
export function cutTo(text: string, most: number, measure: (text: string) => number): string[] {
  if (measure(text) <= most) return [text];
  const middle = middleOf(text);
  if (middle === 0) return [text];
  return [...cutTo(text.slice(0, middle), most, measure), ...cutTo(text.slice(middle), most, measure)];
}

/** Behind the last blank of the first half, or in the very middle; 0 when there is nothing to halve. */
function middleOf(text: string): number {
  const half = text.length >> 1;
  const blank = /^[\s\S]*\s/u.exec(text.slice(0, half));
  // A blank far from the middle would make many crumbs.
  if (blank && blank[0].length * 2 >= half) return blank[0].length;
  const inPair = /[\uD800-\uDBFF]/.test(text.charAt(half - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(half));
  return inPair ? half - 1 : half;
}
