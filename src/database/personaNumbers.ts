import type { RunStatement } from './database.ts';
import { integer } from './values.ts';
import type { Outcome } from './write.ts';

/** A new persona, and what it is counted by. */
export interface PersonaNumber {
  readonly id: string;
  /** Entity and namespace in one; part of the write's keys too, so that two of them never share a batch. */
  readonly key: string;
}

/** Numbers new personas (seed: `persona_version`), and notes the number in the outcome of each. */
export async function numberPersonas(
  run: RunStatement,
  personas: readonly (PersonaNumber & { readonly index: number })[],
  outcomes: Map<number, Outcome>,
): Promise<void> {
  if (personas.length === 0) return;
  // Sorted, so that two servers lock counters in one order.
  const sorted = personas.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = sorted.map(({ index, id, key }) => ({ index: integer(index), id, key }));
  const answers = await run<{ index: number; personaVersion: number }>('memory/number-persona', { rows });
  for (const { index, personaVersion } of answers) {
    const outcome = outcomes.get(index);
    if (outcome) outcomes.set(index, { ...outcome, personaVersion });
  }
}
