import type { Outcome, Write } from './write.ts';

/** Outcome of a row that was decided by policies that have changed since: it was not written, and must be decided anew. */
export const POLICY_MOVED = 'POLICY_MOVED';

/** Ends a transaction in which rows were written that policies of another version had allowed. */
export class PolicyMoved extends Error {
  override readonly name = 'PolicyMoved';
  /** The version that holds. */
  readonly version: number;
  /** Places of those rows in the batch. */
  readonly rows: ReadonlySet<number>;

  constructor(version: number, rows: ReadonlySet<number>) {
    super('policies changed since the rows were decided');
    this.version = version;
    this.rows = rows;
  }
}

interface Placed {
  readonly write: Write;
  readonly index: number;
}

/** How many rows changed a policy. */
export function policyChangesOf(done: readonly Placed[], outcomes: ReadonlyMap<number, Outcome>): number {
  return done.filter(({ index }) => outcomes.get(index)?.['policyChanged'] === true).length;
}

/**
 * Compares the version that rows were decided by with the one that is in force while the counter's lock is held (ADR 0016).
 * @throws PolicyMoved naming the rows that were decided by another one
 */
export function refuseMovedPolicies(done: readonly Placed[], version: number): void {
  const moved = done.filter(({ write }) => write.policyVersion !== undefined && write.policyVersion !== version);
  if (moved.length > 0) throw new PolicyMoved(version, new Set(moved.map(({ index }) => index)));
}

/**
 * The same for a transaction of its own, beside the writer's batches.
 * @param decidedBy the version that allowed it; undefined when none was asked
 * @throws PolicyMoved
 */
export function refuseMovedPolicy(decidedBy: number | undefined, version: number): void {
  if (decidedBy !== undefined && decidedBy !== version) throw new PolicyMoved(version, new Set());
}

/** The outcomes of a batch whose moved rows were left out of its second run. */
export async function withoutMoved<Row>(
  batch: readonly Row[],
  { rows, version }: PolicyMoved,
  again: (rest: readonly Row[]) => Promise<ReadonlyMap<number, Outcome>>,
): Promise<Map<number, Outcome>> {
  const rest = batch.map((row, index) => ({ row, index })).filter(({ index }) => !rows.has(index));
  const outcomes = rest.length === 0 ? new Map<number, Outcome>() : await again(rest.map(({ row }) => row));
  const placed = new Map<number, Outcome>([...rows].map((index) => [index, { outcome: POLICY_MOVED, version }]));
  rest.forEach(({ index }, place) => {
    const outcome = outcomes.get(place);
    if (outcome) placed.set(index, outcome);
  });
  return placed;
}
