import { badUserInput } from '../errors.ts';

/** Header, key of connection_init and key of `extensions` that bookmarks travel in (contract: "Read your own writes"). */
export const BOOKMARK_KEY = 'x-bookmark';

/** States of the database around one operation, so that a client reads its own writes on any server. */
export interface Bookmarks {
  /** States the client has seen: reads wait for them. */
  readonly received: readonly string[];
  /** States after what the operation did so far; what was received when it did nothing. */
  latest(): readonly string[];
}

/** A header must fit with all others into Node's 16 KiB. */
const VALUE_CHARACTERS = 8_192;
const MOST_BOOKMARKS = 64;

/**
 * Bookmarks as one header-safe value: base64url of a JSON list. The oldest are left out when they would not fit; the
 * driver keeps one for a database, so this does not happen in practice.
 */
export function encodeBookmarks(bookmarks: readonly string[]): string {
  for (let kept = bookmarks.slice(-MOST_BOOKMARKS); ; kept = kept.slice(1)) {
    const value = Buffer.from(JSON.stringify(kept)).toString('base64url');
    if (value.length <= VALUE_CHARACTERS) return value;
  }
}

/**
 * The bookmarks in a header or a connection parameter; none when it is absent.
 * @throws OperationRefused BAD_USER_INPUT for anything that {@link encodeBookmarks} does not make
 */
export function decodeBookmarks(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  const refused = badUserInput(BOOKMARK_KEY, 'a value that an answer of this service carried', describe(value));
  if (typeof value !== 'string' || value.length > VALUE_CHARACTERS || !/^[\w-]+$/.test(value)) throw refused;
  const list = parsed(Buffer.from(value, 'base64url').toString('utf8'));
  if (!Array.isArray(list) || list.length > MOST_BOOKMARKS || !list.every(isBookmark)) throw refused;
  return list;
}

/** Neo4j bookmarks are short printable ASCII. */
function isBookmark(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,512}$/.test(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : typeof value;
}
