import { neverEmpty } from '../search/lucene.ts';

/** From a question in plain language to a query of the full-text index. */

/** Words that carry no meaning in a question: Lucene's English stop words and the words questions are made of. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with ' +
    'i you he she we me my your his her its our us them am were been being do does did done has have had having can could should would may might must shall ' +
    'what which who whom whose when where why how about from so than too very just also any some'
  ).split(' '),
);

const MOST_WORDS = 64;

/** The words of a question that can find something, each once, at most 64; none when only stop words are left. */
export function wordsOf(question: string): string[] {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return [...new Set(words.filter((word) => !STOP_WORDS.has(word)))].slice(0, MOST_WORDS);
}

/** Required filter words; they decide, and do not score. */
export function filterClause(alternatives: readonly (readonly string[])[]): string {
  return alternatives.map((tokens) => `+keys:(${tokens.join(' ')})^0`).join(' ');
}

/** The Lucene query for a question: any of its words, in title, content or tags; null when it has none that count. */
export function textQuery(question: string, filter: string): string | null {
  const words = wordsOf(question).join(' ');
  if (words === '') return null;
  return `${filter} +${neverEmpty(`title:(${words}) content:(${words}) tagsText:(${words})`)}`.trim();
}
