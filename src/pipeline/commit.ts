import { createHash } from 'node:crypto';
import { KEY_REUSED, REPLAY } from '../database/idempotency.ts';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import type { Outcome, Write } from '../database/writer.ts';
import { badUserInput, OperationRefused } from '../errors.ts';
import type { OperationContext } from './operation.ts';

/** A write whose idempotency the caller describes by its operation and input. */
export interface Commit<Result> extends Omit<Write, 'idempotency'> {
  /** Name of the operation, part of the idempotency key. */
  readonly operation: string;
  /** The parsed input, fingerprinted. */
  readonly input: unknown;
  /** The operation's result from an outcome that is OK. */
  result(outcome: Outcome): Result;
}

/** A commit's result, or the outcome that tells why there is none. */
export type Committed<Result> = { readonly result: Result } | { readonly refused: Outcome };

/**
 * Writes one row and turns its outcome into the operation's result. A key that was used before answers as it did then.
 * @throws OperationRefused CONFLICT when the key was used for another input; UNAVAILABLE when the database is away
 */
export async function commit<Result>(context: OperationContext, write: Commit<Result>): Promise<Committed<Result>> {
  const { operation, input, result, ...row } = write;
  const outcome = await context.services.writer.write({
    ...row,
    ...(context.idempotencyKey === undefined
      ? {}
      : { idempotency: { ...idempotencyKey(context, operation, input), result: (done: Outcome) => result(done) } }),
  });
  if (outcome.outcome === REPLAY) return { result: outcome['result'] as Result };
  if (outcome.outcome === KEY_REUSED) throw keyReused();
  return outcome.outcome === 'OK' ? { result: result(outcome) } : { refused: outcome };
}

/**
 * The first answer to a key, before anything else is looked at: what the operation would look for may be gone by now.
 * @returns undefined when the key is new or absent
 * @throws OperationRefused CONFLICT when the key was used for another input
 */
export async function earlierResult<Result>(context: OperationContext, operation: string, input: unknown): Promise<Result | undefined> {
  if (context.idempotencyKey === undefined) return undefined;
  const { key, inputHash } = idempotencyKey(context, operation, input);
  const [found] = await context.services.database.read<{ inputHash: string; result: string }>('idempotency/find', { key });
  if (!found) return undefined;
  if (found.inputHash !== inputHash) throw keyReused();
  return JSON.parse(found.result) as Result;
}

function idempotencyKey({ principal, idempotencyKey: key }: OperationContext, operation: string, input: unknown) {
  if (key === undefined || key.length === 0 || key.length > 255) {
    throw badUserInput('idempotencyKey', '1 to 255 characters', `${key?.length ?? 0} characters`);
  }
  return {
    key: [principal.agentId, operation, key].join('\u001f'),
    inputHash: createHash('sha256').update(canonical(input)).digest('hex'),
  };
}

/** JSON with sorted keys, so that equal inputs have one fingerprint. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function keyReused(): OperationRefused {
  return new OperationRefused('CONFLICT', 'the idempotency key was used before with another input', { reason: 'IDEMPOTENCY_KEY_REUSED' });
}

/** The refusal of a title that is taken; the id is there only when the caller may read the holder. */
export function titleTaken(namespace: string, title: string, outcome: Outcome): OperationRefused {
  const existingId = outcome['existingId'];
  return new OperationRefused('CONFLICT', `the title is taken in ${namespace}`, {
    reason: 'TITLE_TAKEN',
    namespace,
    title,
    ...(typeof existingId === 'string' ? { existingId } : {}),
  });
}

/** True when an outcome says that the title is taken, by the statement's own look or by the constraint. */
export function isTitleTaken({ outcome }: Outcome): boolean {
  return outcome === 'CONFLICT' || outcome === CONSTRAINT_VIOLATED;
}
