import { createHash } from 'node:crypto';
import { badUserInput } from '../errors.ts';

/**
 * Cursors of lists: opaque to clients, inside the place of a memory in the order of its list (ADR 0011). The first byte
 * is the version of the format; the next eight tell the list, so that a cursor is not read in another order.
 */

const VERSION = 1;
const LIST_BYTES = 8;
const HEAD_BYTES = 1 + LIST_BYTES + 1;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;
const ID = /^[A-Za-z0-9_:.@-]{1,128}$/;

/** A place in a list: behind the memory that has, or had, these values. */
export interface ListPlace {
  readonly priority: number;
  /** The time that the list goes by, as Neo4j writes a local datetime, with all its digits. */
  readonly at: string;
  readonly id: string;
}

/** What tells one list from another: its filters and its order. */
export function listFingerprint(list: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(list))
    .digest('hex')
    .slice(0, 2 * LIST_BYTES);
}

/** The cursor of a place in the list with this fingerprint. */
export function encodeListCursor({ priority, at, id }: ListPlace, fingerprint: string): string {
  return Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(fingerprint, 'hex'),
    Buffer.from([priority]),
    Buffer.from(`${at}|${id}`, 'utf8'),
  ]).toString('base64url');
}

/**
 * The place that a cursor names.
 * @throws OperationRefused BAD_USER_INPUT for a text that no list answered, and for a cursor of another list
 */
export function decodeListCursor(cursor: string, fingerprint: string): ListPlace {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what is not base64url, so the text must be what encoding gives.
  if (bytes.length <= HEAD_BYTES || bytes.toString('base64url') !== cursor || bytes.readUInt8(0) !== VERSION)
    throw notACursor(cursor);
  if (bytes.toString('hex', 1, 1 + LIST_BYTES) !== fingerprint)
    throw badUserInput('after', 'a cursor of a list with the same input', 'a cursor of another list');
  const priority = bytes.readUInt8(HEAD_BYTES - 1);
  const [at = '', id = '', ...more] = bytes.toString('utf8', HEAD_BYTES).split('|');
  if (more.length > 0 || priority < 1 || priority > 10 || !isInstant(at) || !ID.test(id)) throw notACursor(cursor);
  return { priority, at, id };
}

/** Whether Neo4j would read it: a day that exists, a time within the day. */
function isInstant(at: string): boolean {
  if (!INSTANT.test(at)) return false;
  const date = new Date(`${at}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(at.slice(0, 16));
}

function notACursor(cursor: string) {
  return badUserInput('after', 'a cursor of a list', `${cursor.length} characters`);
}
