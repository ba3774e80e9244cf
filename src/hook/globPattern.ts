import { RE2JS } from 're2js';

const SPECIAL = /\[!?\]?[^\]]*\]|\*\*\/|\*+|\?|[^[*?]+|\[/g;

/**
 * Compiles a glob: `*` any characters, `?` one, `[abc]`, `[a-z]` and `[!a]` one of a set; everything else stands for itself. In
 * a path `*`, `?` and sets stay within a segment and `**` goes over any number of them. Matching takes linear time (RE2),
 * which is why no glob library does it: those make expressions that RE2 does not read, or that stall.
 * @throws Error for a set without an end
 */
export function globPattern(glob: string, isPath: boolean): (text: string) => boolean {
  const one = isPath ? '[^/]' : '(?s:.)';
  const parts = glob.match(SPECIAL) ?? [];
  const compiled = RE2JS.compile(parts.map((part) => translate(part, one, isPath)).join(''));
  return (text) => compiled.matches(text);
}

function translate(part: string, one: string, isPath: boolean): string {
  if (part === '**/') return isPath ? '(?:.*/)?' : '(?s:.*)/';
  if (part.startsWith('**')) return '(?s:.*)';
  if (part === '*') return `${one}*`;
  if (part === '?') return one;
  if (part === '[') throw new Error('"[" has no "]"');
  return part.startsWith('[') ? set(part, isPath) : RE2JS.quote(part);
}

function set(part: string, isPath: boolean): string {
  const negated = part.startsWith('[!');
  const inside = part.slice(negated ? 2 : 1, -1).replace(/[\\[\]^&]/g, '\\$&');
  if (inside === '') throw new Error('an empty set');
  if (!negated) return `[${inside}]`;
  return `[^${isPath ? '/' : ''}${inside}]`;
}
