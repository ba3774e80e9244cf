import { statements } from '../generated/statements.ts';
import type { StatementName } from './database.ts';
import { inSlot, type VectorSlot } from './vectorSlot.ts';

/** The name of the one parameter that carries all others. */
export const SINGLE_PARAMETER = 'in';

const NESTED = { a: nestedIn('a'), b: nestedIn('b') } as const;

/**
 * A statement as it is sent: `$rows` becomes `$in.rows`. Neo4j plans a statement anew for each order of magnitude of the
 * lists and texts among its parameters (1, 10, 100 …), which took our larger statements a second each time; of a map it only
 * knows that it is one, so a single plan serves all sizes (ADR 0008).
 * @param slot whose vectors it reads and writes
 */
export function asSent(name: StatementName, slot: VectorSlot = 'a'): string {
  const text = NESTED[slot].get(name);
  if (text === undefined) throw new Error(`no statement ${name}`);
  return text;
}

function nestedIn(slot: VectorSlot): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(statements).map(([name, text]) => [
      name,
      inSlot(text.replaceAll(/\$(\w+)/g, `$$${SINGLE_PARAMETER}.$1`), slot),
    ]),
  );
}
