import neo4j, { type Integer, type LocalDateTime, type Vector } from 'neo4j-driver';

/**
 * Between JavaScript and Neo4j. Instants are stored as local datetimes in UTC, because the generated reads would need
 * APOC for zoned ones (ADR 0002); whole numbers must be marked, since a JavaScript number travels as a float.
 */

/** A parameter that arrives as INTEGER. */
export function integer(value: number): Integer {
  return neo4j.int(value);
}

/**
 * A vector as a parameter. It travels as 32-bit floats in one piece, which costs the driver and the server a fraction of
 * what a list of numbers does; statements store it by `toFloatList`, since Community has no vector properties (ADR 0004).
 */
export function vectorParameter(values: readonly number[]): unknown {
  return neo4j.vector(Float32Array.from(values));
}

/** The numbers of a {@link vectorParameter}. */
export function vectorValues(parameter: unknown): Float32Array {
  return (parameter as Vector<Float32Array>).asTypedArray();
}

/** An instant as the database keeps it. */
export function toLocalDateTime(instant: Date): LocalDateTime<number> {
  return new neo4j.types.LocalDateTime(
    instant.getUTCFullYear(),
    instant.getUTCMonth() + 1,
    instant.getUTCDate(),
    instant.getUTCHours(),
    instant.getUTCMinutes(),
    instant.getUTCSeconds(),
    instant.getUTCMilliseconds() * 1_000_000,
  );
}

/** Tells a stored instant from every other value. */
export function isLocalDateTime(value: unknown): value is LocalDateTime<number> {
  return neo4j.isLocalDateTime(value);
}

/** A stored instant as a Date, to the millisecond. */
export function toDate(stored: LocalDateTime<number>): Date {
  const date = new Date(0);
  date.setUTCFullYear(Number(stored.year), Number(stored.month) - 1, Number(stored.day));
  date.setUTCHours(
    Number(stored.hour),
    Number(stored.minute),
    Number(stored.second),
    Math.floor(Number(stored.nanosecond) / 1_000_000),
  );
  return date;
}

/** An ISO-8601 text in UTC with milliseconds, as a stored instant. */
export function fromIso(text: string): LocalDateTime<number> {
  return toLocalDateTime(new Date(text));
}

/** What a statement returned, as plain JSON: instants as ISO-8601 UTC text, nodes as their properties. */
export function toPlain(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isLocalDateTime(value)) return toDate(value).toISOString();
  if (neo4j.isInt(value)) return value.toNumber();
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(toPlain);
  if (neo4j.isNode(value) || neo4j.isRelationship(value)) {
    return toPlain((value as { properties: object }).properties);
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlain(inner)]));
}
