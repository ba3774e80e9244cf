import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OperationRefused } from '../../src/errors.ts';
import { decodeListCursor, encodeListCursor, listFingerprint } from '../../src/memory/listCursor.ts';

const LIST = listFingerprint(['PRIORITY_DESC', 'acme']);
const place = fc.record({
  priority: fc.integer({ min: 1, max: 10 }),
  at: fc
    .tuple(
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      fc.constantFrom(16, 19, 23),
      fc.constantFrom('', '456', '456789'),
    )
    // As Neo4j writes it: seconds and fractions are left out where they are zero.
    .map(([date, end, more]) => date.toISOString().slice(0, end) + (end === 23 ? more : '')),
  id: fc.stringMatching(/^[A-Za-z0-9_:.@-]{1,128}$/),
});

test('a cursor names the place it was made from', () => {
  fc.assert(fc.property(place, (one) => expect(decodeListCursor(encodeListCursor(one, LIST), LIST)).toEqual(one)));
});

test('a cursor of another list is refused', () => {
  fc.assert(
    fc.property(place, fc.json(), (one, other) => {
      expect(() => decodeListCursor(encodeListCursor(one, listFingerprint([other])), LIST)).toThrow(
        'a cursor of a list with the same input',
      );
    }),
  );
});

test('any other text is refused, or is the very cursor of the place it is read as', () => {
  const changed = fc.tuple(place, fc.nat(), fc.string({ minLength: 1, maxLength: 1 })).map(([one, at, character]) => {
    const cursor = encodeListCursor(one, LIST);
    return cursor.slice(0, at % cursor.length) + character + cursor.slice((at % cursor.length) + 1);
  });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), changed), (text) => {
      let read;
      try {
        read = decodeListCursor(text, LIST);
      } catch (error) {
        expect(error).toBeInstanceOf(OperationRefused);
        expect(error).toMatchObject({ code: 'BAD_USER_INPUT', details: { field: 'after' } });
        return;
      }
      expect(encodeListCursor(read, LIST)).toBe(text);
    }),
  );
});

describe('a well-formed cursor is refused', () => {
  const good = { priority: 5, at: '2026-03-01T09:30:00.123', id: 'a' };
  test.each([
    ['of priority 0', { ...good, priority: 0 }],
    ['of priority 11', { ...good, priority: 11 }],
    ['of a day that does not exist', { ...good, at: '2026-02-30T09:30:00' }],
    ['of an hour that does not exist', { ...good, at: '2026-03-01T25:30:00' }],
    ['of something else than a time', { ...good, at: 'now' }],
    ['without an id', { ...good, id: '' }],
    ['with an id of other characters', { ...good, id: 'a b' }],
    ['with more behind the id', { ...good, id: 'a|b' }],
  ])('%s', (_, one) => {
    expect(() => decodeListCursor(encodeListCursor(one, LIST), LIST)).toThrow('a cursor of a list');
  });
});
