import { createHash } from 'node:crypto';
import { badUserInput, OperationRefused } from '../errors.ts';
import type { OperationContext } from './operation.ts';

/** A client's key, scoped to agent and operation, and the fingerprint of the input as the client sent it. */
export interface IdempotencyKey {
  readonly key: string;
  readonly inputHash: string;
}

/**
 * What a request's key stands for; undefined without one. The fingerprint is of the checked input before any hook, so
 * that a hook which changes its mind does not turn a repetition into a conflict.
 */
export function idempotencyOf(
  context: OperationContext,
  operation: string,
  input: unknown,
): IdempotencyKey | undefined {
  const { idempotencyKey: key, principal, pendingId } = context;
  const inputHash = createHash('sha256').update(canonicalJson(input)).digest('hex');
  // No agent's id has that character in it, so no client can send what comes to the same key.
  if (pendingId !== undefined) return { key: `approval\u001e${pendingId}`, inputHash };
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > 255)
    throw badUserInput('idempotencyKey', '1 to 255 characters', `${key.length} characters`);
  return { key: [principal.agentId, operation, key].join('\u001f'), inputHash };
}

/**
 * The first answer to a key, before anything else is looked at: what the operation would look for may be gone by now.
 * @returns undefined when the key is new
 * @throws OperationRefused CONFLICT when the key was used for another input
 */
export async function earlierResult<Result>(
  { services }: OperationContext,
  { key, inputHash }: IdempotencyKey,
): Promise<Result | undefined> {
  const [found] = await services.database.read<{ inputHash: string; result: string }>('idempotency/find', { key });
  if (!found) return undefined;
  if (found.inputHash !== inputHash) throw keyReused();
  return JSON.parse(found.result) as Result;
}

/** The refusal of a key that came with another input before. */
export function keyReused(): OperationRefused {
  return new OperationRefused('CONFLICT', 'the idempotency key was used before with another input', {
    reason: 'IDEMPOTENCY_KEY_REUSED',
  });
}

/** JSON with sorted keys, so that equal inputs have one fingerprint. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
