import { z } from 'zod';
import { fromIso, integer } from '../database/values.ts';

/**
 * Properties of a node or relationship that have no name of their own in the format. JSON has one kind of number and no
 * instants, so those travel as `{"float": 1}`, `{"instant": "…Z"}`, `{"floats": […]}`; whole numbers, texts, truth
 * values and lists of them stand as they are.
 */
const scalarSchema = z.union([z.string(), z.boolean(), z.int()]);
const valueSchema = z.union([
  scalarSchema,
  z.array(z.string()),
  z.array(z.boolean()),
  z.array(z.int()),
  z.strictObject({ float: z.number() }),
  z.strictObject({ floats: z.array(z.number()) }),
  z.strictObject({ instant: z.iso.datetime() }),
]);
type TypedValue = z.output<typeof valueSchema>;

/** Typed properties as they travel, by name. */
export const typedPropertiesSchema = z.record(z.string().regex(/^[A-Za-z]\w{0,63}$/), valueSchema);

/** See {@link typedPropertiesSchema}. */
export type TypedProperties = Readonly<Record<string, TypedValue>>;

/**
 * Properties as they travel.
 * @param properties plain JSON, as the database module returns it
 * @param types which of them, each with the database's name of its type; in the order of the file
 * @returns undefined for none, so that nothing is written
 */
export function propertiesToWire(
  properties: Readonly<Record<string, unknown>>,
  types: readonly (readonly [string, string])[],
): TypedProperties | undefined {
  if (types.length === 0) return undefined;
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, type]) => [name, toWire(properties[name], type)]));
}

function toWire(value: unknown, type: string): TypedValue {
  if (type.startsWith('LOCAL DATETIME')) return { instant: value as string };
  if (type.startsWith('FLOAT')) return { float: value as number };
  if (type.startsWith('LIST<FLOAT')) return { floats: value as number[] };
  return value as TypedValue;
}

/** Travelled properties as parameters of a statement. */
export function propertiesFromWire(properties: TypedProperties = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, fromWire(value)]));
}

function fromWire(value: TypedValue): unknown {
  if (typeof value === 'number') return integer(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'number' ? integer(one) : one));
  if ('instant' in value) return fromIso(value.instant);
  return 'float' in value ? value.float : value.floats;
}
