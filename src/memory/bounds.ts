import { z } from 'zod';
import { instantSchema } from './instant.ts';

/**
 * The exact limits of a memory and its neighbours (spec memory-system §1.1, §1.3), as zod schemas whose messages are
 * the bound in words. `params.actual` carries the size that broke it.
 */

/** Lone surrogates cannot be stored as UTF-8; bidi overrides make text read otherwise than it is. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** What is wrong with a value: the bound in words, and the value or its size. */
export interface Breach {
  bound: string;
  actual: string | number;
}

/** A schema that refuses with a bound in words and the actual value or size. */
export function bounded<T extends z.ZodType>(schema: T, breach: (value: z.output<T>) => Breach | null): T {
  return schema.superRefine((value, context) => {
    const found = breach(value);
    if (found) context.addIssue({ code: 'custom', message: found.bound, params: { actual: found.actual } });
  });
}

/** UTF-8 size of a text. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** Characters as people count them for a bound: code points. */
export function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function forbiddenCharacter(text: string): Breach | null {
  for (const character of text) {
    if (character === '\n' || character === '\t') continue;
    if (FORBIDDEN.test(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
      return { bound: 'no control, bidi-override or unpaired surrogate characters', actual: `U+${code}` };
    }
  }
  return null;
}

/** Text without forbidden characters, blank or not, whose size the caller bounds. */
function text(breach: (value: string) => Breach | null, normalise: (value: string) => string = (value) => value) {
  const clean = bounded(z.string(), (value) => breach(value) ?? forbiddenCharacter(value));
  return z.string('text').transform(normalise).pipe(clean);
}

/** Non-blank text of at most `most` bytes. */
export function textOfBytes(most: number) {
  return text((value) => {
    const size = bytesOf(value);
    if (size > most) return { bound: `at most ${most.toLocaleString('en')} bytes`, actual: `${size} bytes` };
    return value.trim() === '' ? { bound: 'not blank', actual: `${size} bytes` } : null;
  });
}

/** Non-blank text of at most `most` characters. */
export function textOfCharacters(most: number, normalise?: (value: string) => string) {
  return text((value) => {
    const size = charactersOf(value);
    if (size > most) return { bound: `at most ${most.toLocaleString('en')} characters`, actual: `${size} characters` };
    return value.trim() === '' ? { bound: 'not blank', actual: `${size} characters` } : null;
  }, normalise);
}

/** A whole number within bounds; never clipped. */
export function integerBetween(least: number, most: number) {
  return numberThat(
    `a whole number from ${least} to ${most.toLocaleString('en')}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  );
}

/** A finite number within bounds; never clipped. */
export function numberBetween(least: number, most: number) {
  return numberThat(
    `a number from ${least} to ${most}`,
    (value) => Number.isFinite(value) && value >= least && value <= most,
  );
}

/** One sentence for all that is wrong with a number: another type, NaN, too small, too large. */
function numberThat(bound: string, holds: (value: number) => boolean) {
  return bounded(z.any() as unknown as z.ZodNumber, (value: unknown) => {
    if (typeof value !== 'number') return { bound, actual: value === undefined ? 'nothing' : typeof value };
    return holds(value) ? null : { bound, actual: Number.isFinite(value) ? value : String(value) };
  });
}

/** A list of at most `most` entries. */
export function listOf<T extends z.ZodType>(entry: T, most: number, least = 0) {
  return bounded(z.array(entry, 'a list'), (value) => {
    if (value.length > most) return { bound: `at most ${most} entries`, actual: `${value.length} entries` };
    return value.length < least ? { bound: `at least ${least} entries`, actual: `${value.length} entries` } : null;
  });
}

/** What no question needs and files bring along, such as carriage returns. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** A question or search, at most 8,192 characters; what cannot be typed or seen divides words (spec memory-system §4.1). */
export const questionSchema = textOfCharacters(8192, (value) => value.replaceAll(UNSEEN, ' '));

/** 1 to 512 characters, trimmed, in Unicode NFC so that equal-looking titles are one key. */
export const titleSchema = textOfCharacters(512, (value) => value.trim().normalize('NFC'));

/** 1 to 65,536 bytes. */
export const contentSchema = textOfBytes(65_536);

/** At most 50 labels of 1 to 128 bytes; a label named twice counts once. */
export const tagsSchema = listOf(
  text(tagBreach, (value) => value.normalize('NFC')),
  50,
).transform((tags) => [...new Set(tags)]);

function tagBreach(value: string): Breach | null {
  const size = bytesOf(value);
  if (size > 128) return { bound: 'at most 128 bytes', actual: `${size} bytes` };
  return value.trim() === '' ? { bound: 'not blank', actual: `${size} bytes` } : null;
}

/** A path in the namespace tree: at most 512 characters in at most 8 segments. */
export const namespaceSchema = text(namespaceBreach, (value) => value.normalize('NFC'));

function namespaceBreach(value: string): Breach | null {
  const size = charactersOf(value);
  if (size === 0) return { bound: 'not empty', actual: '0 characters' };
  if (size > 512) return { bound: 'at most 512 characters', actual: `${size} characters` };
  const segments = value.split('/');
  if (segments.length > 8) return { bound: 'at most 8 segments', actual: `${segments.length} segments` };
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return {
      bound: 'no leading or trailing "/", no empty, "." or ".." segment',
      actual: `${segments.length} segments`,
    };
  }
  return /[\s\\]/u.test(value) ? { bound: 'no white space and no backslash', actual: `${size} characters` } : null;
}

/** The id of a memory, ours or imported. */
export const memoryIdSchema = identifier(/^[A-Za-z0-9_:.@-]+$/, 'A-Z a-z 0-9 _ : . @ -');

/** The author of a memory from elsewhere: an agent, or an internal writer there. */
export const authorIdSchema = bounded(identifier(/^[A-Za-z0-9_:@./-]+$/, 'A-Z a-z 0-9 _ : @ . / -'), (value) =>
  value.startsWith('/') ? { bound: 'no leading "/"', actual: `${value.length} bytes` } : null,
);

/** The id of an agent. */
export const agentIdSchema = bounded(authorIdSchema, (value) =>
  RESERVED_AGENTS.has(value) ? { bound: 'not a name reserved for the system', actual: value } : null,
);

/** Names that internal writers use (spec memory-system §1.1). */
const RESERVED_AGENTS: ReadonlySet<string> = new Set([
  'daemon',
  'system',
  'federation-catchup',
  'subscription-dispatch',
  'ai:http-internal',
  'ai:migrate',
  'export-internal',
  'governance-internal',
  'embedding-backfill',
]);

function identifier(pattern: RegExp, alphabet: string) {
  return bounded(z.string('text'), (value) => {
    const size = bytesOf(value);
    if (size === 0 || size > 128) return { bound: '1 to 128 bytes', actual: `${size} bytes` };
    if (!pattern.test(value)) return { bound: `only ${alphabet}`, actual: `${size} bytes` };
    return value.includes('..') ? { bound: 'no ".."', actual: `${size} bytes` } : null;
  });
}

/** `uri:`, `doc:` or `file:` and something behind it, at most 4,096 characters. */
export const sourceUriSchema = bounded(textOfCharacters(4096), (value) =>
  /^(uri|doc|file):\S/.test(value)
    ? null
    : { bound: 'must begin with uri:, doc: or file:', actual: `${charactersOf(value)} characters` },
);

/** A byte range with `start` before `end`. */
export const spanSchema = bounded(
  z.object({ start: integerBetween(0, 2_147_483_647), end: integerBetween(1, 2_147_483_647) }, 'a span'),
  (span) => (span.start < span.end ? null : { bound: 'end after start', actual: `${span.start}..${span.end}` }),
);

/** What backs a memory up. */
export const citationSchema = z.object(
  {
    uri: textOfCharacters(4096),
    accessedAt: instantSchema,
    hash: bounded(z.string('text'), (value) =>
      /^[0-9a-fA-F]{64}$/.test(value) ? null : { bound: '64 hexadecimal digits', actual: `${value.length} characters` },
    ).nullish(),
    span: spanSchema.nullish(),
  },
  'a citation',
);

/** A signature as text, at most 128 characters; whether it holds is judged elsewhere. */
export const signatureSchema = bounded(z.string('text'), (value) =>
  value.length > 128 ? { bound: 'at most 128 characters', actual: `${value.length} characters` } : null,
);

/** A JSON object of at most 65,536 bytes, 32 levels deep, with clean text. */
export const metadataSchema = bounded(z.custom<Record<string, unknown>>(isObject, 'a JSON object'), (value) => {
  const depth = depthOf(value, 33);
  if (depth > 32) return { bound: 'at most 32 levels deep', actual: 'more than 32 levels' };
  const breach = jsonBreach(value);
  if (breach) return breach;
  const size = bytesOf(JSON.stringify(value));
  return size > 65_536 ? { bound: 'at most 65,536 bytes', actual: `${size} bytes` } : null;
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, limit - 1));
  return deepest + 1;
}

function jsonBreach(value: unknown): Breach | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return { bound: 'finite numbers', actual: String(value) };
  if (typeof value === 'string')
    return /[\0\p{Cs}]/u.test(value)
      ? { bound: 'no NUL and no unpaired surrogate', actual: `${value.length} characters` }
      : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const breach = jsonBreach(key) ?? jsonBreach(inner);
    if (breach) return breach;
  }
  return null;
}
