import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { isLocalDateTime, toDate, toLocalDateTime } from '../database/values.ts';

/** ISO-8601 with an offset; a value without one would mean another instant on another server. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Instants: any offset in, UTC with milliseconds out. Parsed values are what the database stores, because the generated
 * filters hand them on as they are (ADR 0002).
 */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description:
    'An instant, ISO-8601. Any offset is accepted on input (`2026-03-01T09:30:00+02:00`); a value without an offset is refused.\n' +
    'Answers are always UTC with milliseconds (`2026-03-01T07:30:00.000Z`). Years 0001 to 9999.',
  serialize(value) {
    if (value instanceof Date) return value.toISOString();
    return isLocalDateTime(value) ? toDate(value).toISOString() : String(value);
  },
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});

function parse(value: unknown) {
  const parts = typeof value === 'string' ? ISO.exec(value) : null;
  const instant = parts ? new Date(parts[0]) : null;
  if (!parts || !instant || Number.isNaN(instant.getTime()) || !isCalendarDay(parts)) {
    throw new GraphQLError('DateTime must be ISO-8601 with an offset, such as 2026-03-01T09:30:00Z');
  }
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) throw new GraphQLError('DateTime must lie in the years 0001 to 9999');
  return toLocalDateTime(instant);
}

/** JavaScript reads February 30 as March 2. */
function isCalendarDay(parts: RegExpExecArray): boolean {
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
