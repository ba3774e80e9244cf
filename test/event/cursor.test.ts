import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cursorAhead, cursorTooOld, decodeCursor, encodeCursor } from '../../src/event/cursor.ts';

describe('a cursor', () => {
  test('names the place it was made from', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (seq) => {
        expect(decodeCursor(encodeCursor(seq))).toBe(seq);
      }),
    );
  });

  test('can stand in a URL as it is', () => {
    fc.assert(fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (seq) => /^[\w-]+$/.test(encodeCursor(seq))));
  });

  test.each([
    ['empty', ''],
    ['a number', '17'],
    ['too short', Buffer.from([1, 0, 0]).toString('base64url')],
    ['too long', Buffer.alloc(10, 1).toString('base64url')],
    ['of another version', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 1]).toString('base64url')],
    ['with padding', `${encodeCursor(1)}=`],
    ['with a blank', `${encodeCursor(1)} `],
    ['with a line break', `${encodeCursor(1)}\n`],
    ['not base64url', '!!!!!!!!!!!!'],
    ['beyond what can be counted', Buffer.from([1, 255, 255, 255, 255, 255, 255, 255, 255]).toString('base64url')],
  ])('that is %s is refused', (_, cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', details: expect.objectContaining({ field: 'after' }) }),
    );
  });

  test('ahead of all events is bad input, one whose successors are gone is too old and names the oldest good one', () => {
    expect(cursorAhead()).toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'after' } });
    expect(cursorTooOld(7)).toMatchObject({ code: 'CURSOR_TOO_OLD', details: { oldest: encodeCursor(7) } });
  });
});
