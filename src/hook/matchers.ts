import { RE2JS } from 're2js';
import type { WireObject } from './executor.ts';
import { globPattern } from './globPattern.ts';

/** How a matcher compares: the whole text as it stands, a glob, or a regular expression found anywhere in it. */
export const MATCHER_TYPES = ['exact', 'glob', 'regex'] as const;

/** One thing to look for. Letters count as they are. */
export interface Matcher {
  readonly type: (typeof MATCHER_TYPES)[number];
  readonly value: string;
}

/** What an event must be about for a hook to run (seed 003). Empty lists ask for nothing. */
export interface HookMatchers {
  readonly toolNames: readonly Matcher[];
  readonly sources: readonly Matcher[];
  readonly paths: readonly Matcher[];
  readonly tags: readonly string[];
}

/** Tests the payload of an event. */
export type PayloadTest = (payload: WireObject) => boolean;

type TextTest = (text: string) => boolean;

/**
 * Compiles matchers: each list that is not empty needs a hit (spec decisions-hooks-passes §B2.1). Expressions run in linear
 * time whatever they are (RE2).
 *
 * - tool names: `toolName`
 * - sources: `source`, `reason`, `kind` or `trigger`
 * - paths: `path`, `paths`, `source_uri` and the `uri` of citations; `file:` URLs as paths
 * - tags: one of `tags`; a payload without tags is not judged by them, since they are labels then
 *
 * Each is looked for in the payload, its `eventContext` and the `arguments` of that.
 * @throws Error naming the matcher that cannot be compiled
 */
export function compileMatchers(matchers: HookMatchers): PayloadTest {
  const { tags } = matchers;
  const tools = anyOf('toolNames', matchers.toolNames, false);
  const sources = anyOf('sources', matchers.sources, false);
  const paths = anyOf('paths', matchers.paths, true);
  return (payload) => {
    const places = placesOf(payload);
    return (
      (tools === null || texts(places, ['toolName']).some(tools)) &&
      (sources === null || texts(places, ['source', 'reason', 'kind', 'trigger']).some(sources)) &&
      (paths === null || pathsIn(places).some(paths)) &&
      (tags.length === 0 || hasTag(payload['tags'], tags))
    );
  };
}

function anyOf(list: string, matchers: readonly Matcher[], isPath: boolean): TextTest | null {
  if (matchers.length === 0) return null;
  const tests = matchers.map((matcher, index) => {
    try {
      return compile(matcher, isPath);
    } catch (error) {
      throw new Error(`${list}[${index}]: ${(error as Error).message}`, { cause: error });
    }
  });
  return (text) => tests.some((test) => test(text));
}

function compile({ type, value }: Matcher, isPath: boolean): TextTest {
  if (type === 'exact') return (text) => text === value;
  if (type === 'glob') return globPattern(value, isPath);
  const compiled = RE2JS.compile(value);
  return (text) => compiled.matcher(text).find();
}

function placesOf(payload: WireObject): readonly WireObject[] {
  const context = payload['eventContext'];
  if (!isObject(context)) return [payload];
  const parameters = context['arguments'];
  return isObject(parameters) ? [payload, context, parameters] : [payload, context];
}

function texts(places: readonly WireObject[], fields: readonly string[]): string[] {
  return places.flatMap((place) => fields.flatMap((field) => textsOf(place[field])));
}

function pathsIn(places: readonly WireObject[]): string[] {
  const cited = places.flatMap(({ citations }) =>
    Array.isArray(citations)
      ? citations.flatMap((citation) => (isObject(citation) ? textsOf(citation['uri']) : []))
      : [],
  );
  return [...texts(places, ['path', 'paths', 'file_path', 'source_uri']), ...cited].map(asPath);
}

function asPath(uri: string): string {
  return uri.startsWith('file://') ? uri.slice('file://'.length) : uri.replace(/^\.\//, '');
}

function hasTag(carried: unknown, wanted: readonly string[]): boolean {
  return !Array.isArray(carried) || wanted.some((tag) => carried.includes(tag));
}

function textsOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => typeof one === 'string');
}

function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
