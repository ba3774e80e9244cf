import { z } from 'zod';
import { TIERS } from '../../memory/memory.ts';

/** RFC 3339 text with `Z` or an offset. */
export const timestampSchema = z.iso.datetime({ offset: true, error: 'an RFC 3339 timestamp' });

/** The wire names of a closed set: `RELATED_TO` travels as `related_to`. */
export function wireEnum<const Names extends readonly [string, ...string[]]>(names: Names) {
  const wireNames = names.map((name) => name.toLowerCase()) as unknown as [
    Lowercase<Names[number]>,
    ...Lowercase<Names[number]>[],
  ];
  return z.enum(wireNames, `one of ${wireNames.join(', ')}`);
}

/** `short`, `mid` or `long`. */
export const wireTier = wireEnum(TIERS);

/** A member of a closed set as it travels. */
export function toWireName<Name extends string>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}

/** A member of a closed set as TypeScript and GraphQL know it. */
export function fromWireName<Name extends string>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>;
}

/** The object without entries that are null or undefined: on the wire, unset fields are left out. */
export function withoutUnset<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as never;
}

/** A wire timestamp as TypeScript keeps it: UTC with milliseconds. */
export function instant(timestamp: string): string {
  return new Date(timestamp).toISOString();
}

/** The same for one that may be unset. */
export function optionalInstant(timestamp: string | null | undefined): string | null {
  return timestamp == null ? null : instant(timestamp);
}
