import { badUserInput } from '../errors.ts';
import { tokenize, type Token } from './token.ts';

/** A search as a tree. */
export type SearchNode =
  | { readonly kind: 'word' | 'prefix' | 'phrase'; readonly text: string }
  | { readonly kind: 'near'; readonly words: readonly string[]; readonly distance: number }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly part: SearchNode };

const DEEPEST = 20;

/**
 * Reads a search: OR binds weakest, then AND (also between neighbours), then NOT (seed: SearchQuery `q`).
 * @throws OperationRefused BAD_USER_INPUT that says what was expected, and where
 */
export function parseSearch(query: string): SearchNode {
  const tokens = tokenize(query);
  let place = 0;
  const peek = (): Token | undefined => tokens[place];

  function either(depth: number): SearchNode {
    if (depth > DEEPEST) throw badUserInput('query', `at most ${DEEPEST} levels of parentheses`, 'more');
    const parts = [all(depth)];
    while (peek()?.kind === 'OR') {
      place += 1;
      parts.push(all(depth));
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  }

  function all(depth: number): SearchNode {
    const parts = [one(depth)];
    for (let next = peek(); next && next.kind !== 'OR' && next.kind !== ')'; next = peek()) {
      if (next.kind === 'AND') place += 1;
      parts.push(one(depth));
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
  }

  function one(depth: number): SearchNode {
    const token = peek();
    if (!token) throw expected('a word', 'the end');
    place += 1;
    switch (token.kind) {
      case 'NOT':
        return { kind: 'not', part: one(depth) };
      case '(': {
        const inside = either(depth + 1);
        if (peek()?.kind !== ')')
          throw expected('a closing parenthesis', peek() ? `character ${peek()?.at}` : 'the end');
        place += 1;
        return inside;
      }
      case 'NEAR':
        return { kind: 'near', words: token.words, distance: token.distance };
      case 'word':
      case 'prefix':
      case 'phrase':
        return { kind: token.kind, text: token.text };
      default:
        throw expected('a word', `${token.kind} at character ${token.at}`);
    }
  }

  const tree = either(0);
  const rest = peek();
  if (rest) throw expected('the end', `${rest.kind} at character ${rest.at}`);
  if (!canMatch(tree)) throw badUserInput('query', 'at least one word that must be there', 'only NOT');
  return tree;
}

/** A search of NOT alone would ask for everything else; it must name something that is there. */
function canMatch(node: SearchNode): boolean {
  if (node.kind === 'not') return false;
  if (node.kind === 'and') return node.parts.some(canMatch);
  return node.kind === 'or' ? node.parts.every(canMatch) : true;
}

function expected(what: string, found: string) {
  return badUserInput('query', `${what} is expected`, found);
}
