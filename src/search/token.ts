import { badUserInput } from '../errors.ts';

/** A piece of a search, with its place in the text, from 1. */
export type Token =
  | { readonly kind: 'word' | 'prefix' | 'phrase'; readonly text: string; readonly at: number }
  | { readonly kind: 'AND' | 'OR' | 'NOT' | '(' | ')'; readonly at: number }
  | { readonly kind: 'NEAR'; readonly words: readonly string[]; readonly distance: number; readonly at: number };

const MOST_TOKENS = 256;
const SPACE = /\s+/y;
const NEAR = /NEAR\s*\(([^()]*)\)/y;
const PHRASE = /"([^"]*)"/y;
const WORD = /[^\s()"]+/y;

/**
 * Cuts a search into tokens.
 * @throws OperationRefused BAD_USER_INPUT naming the place of a broken piece
 */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let place = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = place;
    const found = pattern.exec(query);
    if (found) place = pattern.lastIndex;
    return found;
  };
  while (place < query.length) {
    if (match(SPACE)) continue;
    const at = place + 1;
    const near = match(NEAR);
    if (near) {
      tokens.push({ kind: 'NEAR', ...nearOf(near[1] ?? '', at), at });
      continue;
    }
    const phrase = match(PHRASE);
    if (phrase) {
      tokens.push({ kind: 'phrase', text: phrase[1] ?? '', at });
      continue;
    }
    const character = query[place];
    if (character === '(' || character === ')') {
      place += 1;
      tokens.push({ kind: character, at });
      continue;
    }
    if (character === '"') throw badUserInput('query', 'a closing quote', `an open quote at character ${at}`);
    tokens.push(wordOf(match(WORD)?.[0] ?? '', at));
    if (tokens.length > MOST_TOKENS) throw badUserInput('query', `at most ${MOST_TOKENS} words and operators`, 'more');
  }
  return tokens;
}

function wordOf(text: string, at: number): Token {
  if (text === 'AND' || text === 'OR' || text === 'NOT') return { kind: text, at };
  if (text === 'NEAR')
    throw badUserInput('query', 'NEAR(word word, distance)', `NEAR without parentheses at character ${at}`);
  if (!text.includes('*')) return { kind: 'word', text, at };
  if (/^[^*]{2,}\*$/.test(text)) return { kind: 'prefix', text: text.slice(0, -1), at };
  throw badUserInput(
    'query',
    'a * only at the end of a word of two characters or more',
    `${text.length} characters at ${at}`,
  );
}

function nearOf(inside: string, at: number): { words: string[]; distance: number } {
  const [list = '', distance = '10', ...more] = inside.split(',').map((part) => part.trim());
  const words = list
    .split(/\s+/)
    .map((word) => word.replaceAll('"', ''))
    .filter(Boolean);
  const steps = Number(distance);
  if (
    more.length > 0 ||
    words.length < 2 ||
    words.length > 16 ||
    !Number.isInteger(steps) ||
    steps < 1 ||
    steps > 1000
  ) {
    throw badUserInput('query', 'NEAR(2 to 16 words, distance from 1 to 1,000)', `NEAR(…) at character ${at}`);
  }
  return { words, distance: steps };
}
