import { randomUUID } from 'node:crypto';
import type { RunStatement } from './database.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { Outcome } from './write.ts';

/** A client's key, the fingerprint of its input, and what to answer when the key comes again. */
export interface Idempotency {
  /** Scoped to agent and operation. */
  readonly key: string;
  /** SHA-256 of the canonical input. */
  readonly inputHash: string;
  /** The operation's result, as JSON can hold it. */
  result(outcome: Outcome): unknown;
}

interface Keyed {
  readonly index: number;
  readonly idempotency: Idempotency;
}

/** Outcome of a row whose key was used before with the same input: `result` is the first answer. */
export const REPLAY = 'REPLAY';
/** Outcome of a row whose key was used before with another input. */
export const KEY_REUSED = 'KEY_REUSED';

/**
 * Claims the keys of a batch inside its transaction: the unique key makes a second server wait for the first one's
 * commit. Rows whose key is taken get their outcome here and are not run.
 */
export async function claimIdempotencyKeys(
  run: RunStatement,
  rows: readonly Keyed[],
  outcomes: Map<number, Outcome>,
  now: Date,
): Promise<void> {
  const open = rows.filter(({ index }) => !outcomes.has(index));
  if (open.length === 0) return;
  const token = randomUUID();
  const claims = await run<{ index: number; mine: boolean; inputHash: string; result: string | null }>(
    'idempotency/claim',
    {
      token,
      now: toLocalDateTime(now),
      rows: open.map(({ index, idempotency }) => ({
        index: integer(index),
        key: idempotency.key,
        inputHash: idempotency.inputHash,
      })),
    },
  );
  for (const claim of claims) {
    if (claim.mine) continue;
    const same = open.find(({ index }) => index === claim.index)?.idempotency.inputHash === claim.inputHash;
    outcomes.set(
      claim.index,
      same ? { outcome: REPLAY, result: JSON.parse(claim.result ?? 'null') } : { outcome: KEY_REUSED },
    );
  }
}

/**
 * Stores the answers of rows that succeeded and gives back the keys of those that were refused.
 * @param subjects the memory that each row is about, by which a purge finds the answer
 */
export async function settleIdempotencyKeys(
  run: RunStatement,
  rows: readonly Keyed[],
  outcomes: ReadonlyMap<number, Outcome>,
  subjects: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  if (rows.length === 0) return;
  await run('idempotency/settle', {
    rows: rows.map(({ index, idempotency }) => {
      const outcome = outcomes.get(index);
      return {
        key: idempotency.key,
        result: outcome?.outcome === 'OK' ? JSON.stringify(idempotency.result(outcome)) : null,
        subjectId: subjects.get(index) ?? null,
      };
    }),
  });
}
