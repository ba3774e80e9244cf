import { describe, expect, test } from '@jest/globals';
import { parseValue } from 'graphql';
import { toDate } from '../../src/database/values.ts';
import { DateTime } from '../../src/schema/dateTime.ts';
import { JSONValue } from '../../src/schema/json.ts';

const read = (value: unknown): string => toDate(DateTime.parseValue(value)).toISOString();

describe('DateTime', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00+02:00', '2026-03-01T07:30:00.000Z'],
    ['2026-03-01T09:30:00-11:30', '2026-03-01T21:00:00.000Z'],
    ['2026-03-01t09:30:00.1z', '2026-03-01T09:30:00.100Z'],
    ['2026-03-01T09:30:00.123456789Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(read(text)).toBe(instant);
    expect(DateTime.serialize(DateTime.parseValue(text))).toBe(instant);
  });

  test.each([
    ...[
      '2026-03-01T09:30:00',
      '2026-03-01',
      '2026-03-01 09:30:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T25:00:00Z',
    ],
    ...[
      '2026-01-01T00:60:00Z',
      '2026-01-01T00:00:00+0200',
      '0000-01-01T00:00:00Z',
      '10000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-01:00',
      'now',
      '',
      5,
      null,
      {},
    ],
  ])('refuses %j', (value) => {
    expect(() => DateTime.parseValue(value)).toThrow(/^DateTime must/);
  });

  test('refuses a literal that is no text', () => {
    expect(() => DateTime.parseLiteral(parseValue('5'))).toThrow(/^DateTime must/);
  });
});

describe('JSON', () => {
  test.each<[string, unknown]>([
    ['{ a: [1, -2.5e3, "x", true, null], b: { c: {} } }', { a: [1, -2500, 'x', true, null], b: { c: {} } }],
    ['"text"', 'text'],
    ['[]', []],
    ['{ __proto__: { polluted: true } }', JSON.parse('{ "__proto__": { "polluted": true } }')],
  ])('reads the literal %s', (literal, value) => {
    expect(JSONValue.parseLiteral(parseValue(literal))).toEqual(value);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('takes variables inside, and no enum values', () => {
    expect(JSONValue.parseLiteral(parseValue('{ a: $x }'), { x: 1 })).toEqual({ a: 1 });
    expect(() => JSONValue.parseLiteral(parseValue('{ a: RED }'))).toThrow('EnumValue is not JSON');
  });
});
