import { badUserInput } from '../errors.ts';
import type { SearchNode } from './parse.ts';

/** Where a search looks. */
const FIELDS = ['title', 'content', 'tagsText'] as const;

/**
 * A search as a Lucene query. Every text is escaped, so that nothing typed becomes an operator; each word is looked for
 * in title, content and tags, so that `a AND b` also matches with `a` in the title and `b` in the content.
 */
export function toLucene(node: SearchNode): string {
  return neverEmpty(clause(node));
}

/**
 * A query whose words the analyzer all drops (stop words, signs that are no words) would leave the filter words alone,
 * and match everything: beside a word that nothing has it matches nothing.
 */
export function neverEmpty(query: string): string {
  return `(${query} keys:nothing)`;
}

function clause(node: SearchNode): string {
  switch (node.kind) {
    case 'word':
      return inFields(wordQuery(node.text));
    case 'prefix':
      return inFields(`${escape(node.text.toLowerCase())}*`);
    case 'phrase':
      return inFields(phraseQuery(node.text));
    case 'near':
      return inFields(`${quoted(node.words.join(' '))}~${node.distance}`);
    case 'or':
      return `(${node.parts.map(clause).join(' OR ')})`;
    case 'not':
      return `(*:* -${clause(node.part)})`;
    case 'and':
      return `(${node.parts.map((part) => (part.kind === 'not' ? `-${clause(part.part)}` : `+${clause(part)}`)).join(' ')})`;
  }
}

/** A word with punctuation inside (`foo-bar`, `a.b`) is the phrase of its parts. */
function wordQuery(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text))
    throw badUserInput('query', 'words of letters or digits', `${text.length} characters of punctuation`);
  return /^[\p{L}\p{N}\p{M}_]+$/u.test(text) ? escape(text.toLowerCase()) : quoted(text);
}

function phraseQuery(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) throw badUserInput('query', 'a phrase with words', 'an empty phrase');
  return quoted(text);
}

function inFields(term: string): string {
  return `(${FIELDS.map((field) => `${field}:${term}`).join(' ')})`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, ' ')}"`;
}

function escape(text: string): string {
  return text.replaceAll(/[+\-&|!(){}[\]^"~*?:\\/]/g, '\\$&');
}
