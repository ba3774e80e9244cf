import { badUserInput, OperationRefused } from '../errors.ts';

/**
 * Cursors of durable events: opaque to clients, inside the place of the event in the order of commits. The first byte
 * is the version of the format, so that it can change without misreading old cursors.
 */

const VERSION = 1;
const BOUND = 'a cursor of an event';

/** The cursor of the event at this place; 0 stands for the time before the first event. */
export function encodeCursor(seq: number): string {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeBigUInt64BE(BigInt(seq), 1);
  return bytes.toString('base64url');
}

/**
 * The place that a cursor names.
 * @throws OperationRefused BAD_USER_INPUT for a text that no event carries
 */
export function decodeCursor(cursor: string): number {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips what is not base64url, so the text must be what encoding gives.
  if (bytes.length !== 9 || bytes.toString('base64url') !== cursor || bytes.readUInt8(0) !== VERSION) {
    throw badUserInput('after', BOUND, `${cursor.length} characters`);
  }
  const seq = Number(bytes.readBigUInt64BE(1));
  if (!Number.isSafeInteger(seq)) throw badUserInput('after', BOUND, 'a place beyond all events');
  return seq;
}

/** The refusal of a well-formed cursor that is ahead of all events, such as one of another database. */
export function cursorAhead(): OperationRefused {
  return badUserInput('after', 'not beyond the newest event', 'a place beyond all events');
}

/**
 * The refusal of a cursor whose successors are gone.
 * @param pruned place of the newest event that is gone: its cursor is the oldest that can still be resumed from
 */
export function cursorTooOld(pruned: number): OperationRefused {
  return new OperationRefused('CURSOR_TOO_OLD', 'the events after this cursor are no longer kept', {
    oldest: encodeCursor(pruned),
  });
}
