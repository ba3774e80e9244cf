import { RE2JS } from 're2js';

/** Tests a namespace; null stands for an operation that names none. */
export type NamespaceMatcher = (namespace: string | null) => boolean;

const EVERYTHING: NamespaceMatcher = () => true;

/**
 * Compiles the `namespace` of a hook (spec memory-system §2.2, §2.3.1).
 *
 * - `*` or `**` alone: every namespace, and operations that name none. Nothing else matches the latter.
 * - `**` as a segment: any number of segments, also none: `acme/**` is `acme` and all below it.
 * - `*` inside a segment: any characters but `/`. `?`: one of them. Everything else stands for itself.
 *
 * Matching takes time linear in the namespace whatever the pattern (RE2): `*a*a*a*a*b` cannot stall a server.
 * @throws Error saying what is wrong with the pattern
 */
export function namespacePattern(text: string): NamespaceMatcher {
  const pattern = text.normalize('NFC');
  const segments = pattern.split('/').filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**');
  check(pattern, segments);
  if (pattern === '*' || (segments.length === 1 && segments[0] === '**')) return EVERYTHING;
  if (!/[*?]/.test(pattern)) return (namespace) => namespace === pattern;
  const compiled = RE2JS.compile(segments.map(translate).join(''));
  return (namespace) => namespace !== null && compiled.matches(namespace);
}

function check(pattern: string, segments: readonly string[]): void {
  if (segments.includes('')) throw new Error('no leading or trailing "/" and no empty segment');
  if (segments.some((segment) => segment !== '**' && segment.includes('**')))
    throw new Error('"**" must be a whole segment');
  if (/[[\]{}!\\\s]/u.test(pattern))
    throw new Error('only *, ** and ? are special; no [ ] { } ! \\ and no white space');
}

/** One segment with the slash before it. A `**` brings the slashes of both its sides, since it may be empty. */
function translate(segment: string, index: number, all: readonly string[]): string {
  if (segment === '**') {
    if (index === 0) return '(?:.*/)?';
    return index === all.length - 1 ? '(?:/.*)?' : '/(?:.*/)?';
  }
  const slash = index === 0 || all[index - 1] === '**' ? '' : '/';
  return (
    slash +
    segment
      .split(/([*?])/)
      .map(translatePart)
      .join('')
  );
}

function translatePart(part: string): string {
  if (part === '*') return '[^/]*';
  return part === '?' ? '[^/]' : RE2JS.quote(part);
}
