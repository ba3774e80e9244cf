import { BadRow } from '../checked.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * A line of JSON Lines.
 * @param text null for one too long to be read
 * @throws BadRow when it is no JSON object
 */
export function jsonObject(text: string | null): JsonObject {
  if (text === null) throw new BadRow('longer than 16 MiB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRow(`not JSON: ${(error as Error).message}`);
  }
  return asObject(value);
}

/**
 * A value that must be a JSON object.
 * @throws BadRow when it is not
 */
export function asObject(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new BadRow('not a JSON object');
}
