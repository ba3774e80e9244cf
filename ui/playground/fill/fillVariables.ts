import { pageStorage } from '../storage.ts';
import { FILLS, type Ask } from './fills.ts';

const KEY = 'filled';

/**
 * Values for the variables that a shipped tab leaves to the page: those that are there and empty (`""` or `[]`), and those
 * that still hold what the page put in, for a title is free only once and a database may be another one today. What a
 * person typed is never touched.
 * @returns the values to set, by variable; empty when there is nothing to fill
 * @throws Error in words when the server refuses what the page asks of it
 */
export async function fillVariables(
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<Readonly<Record<string, unknown>>> {
  const fill = FILLS[operationName ?? ''];
  const wanted = fill?.variables.filter(
    (name) => isEmpty(variables[name]) || isOurs(operationName, name, variables[name]),
  );
  if (!fill || !wanted?.length) return {};
  const values = await fill.values(ask);
  remember(Object.fromEntries(wanted.map((name) => [`${operationName}.${name}`, values[name]])));
  return Object.fromEntries(wanted.map((name) => [name, values[name]]));
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function isOurs(operationName: string | null | undefined, name: string, value: unknown): boolean {
  return value !== undefined && JSON.stringify(filled()[`${operationName}.${name}`]) === JSON.stringify(value);
}

function filled(): Record<string, unknown> {
  try {
    return JSON.parse(pageStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

function remember(values: Record<string, unknown>): void {
  pageStorage.setItem(KEY, JSON.stringify({ ...filled(), ...values }));
}
