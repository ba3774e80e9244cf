import { createHash } from 'node:crypto';
import { toLocalDateTime } from '../database/values.ts';
import type { OperationRefused } from '../errors.ts';
import { badUserInput, type ErrorCodeName, type ErrorDetails } from '../errors.ts';
import { execute } from '../pipeline/execute.ts';
import { earlierResult, idempotencyOf } from '../pipeline/idempotency.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { Memory } from './memory.ts';
import { storeMemory } from './store.ts';

const MOST_ROWS = 500;

/** A refusal as data. */
export interface OperationErrorData {
  readonly code: ErrorCodeName;
  readonly message: string;
  readonly details: ErrorDetails | null;
}

/** What became of one row. */
export interface StoreManyRow {
  readonly index: number;
  readonly memory: Memory | null;
  readonly created: boolean;
  readonly pending: PendingAction | null;
  readonly error: OperationErrorData | null;
}

/** What `storeMemories` did. */
export interface StoreManyResult {
  readonly results: readonly StoreManyRow[];
  readonly storedCount: number;
  readonly failedCount: number;
}

/**
 * `storeMemories`: each row goes through the pipeline as `storeMemory` does; the writer puts them into one batch.
 * @param explain turns what was thrown for a row into a refusal a client may see
 * @throws OperationRefused BAD_USER_INPUT for no row or more than 500; CONFLICT for a key used with other rows
 */
export async function storeMemories(
  inputs: readonly unknown[],
  context: OperationContext,
  explain: (error: unknown) => OperationRefused,
): Promise<StoreManyResult> {
  if (inputs.length === 0 || inputs.length > MOST_ROWS)
    throw badUserInput('inputs', `1 to ${MOST_ROWS} rows`, `${inputs.length} rows`);
  await refuseOtherRows(inputs, context);
  const results = await Promise.all(inputs.map((input, index) => storeRow(input, index, context, explain)));
  const failedCount = results.filter(({ error }) => error !== null).length;
  return { results, failedCount, storedCount: results.filter(({ memory }) => memory !== null).length };
}

async function storeRow(
  input: unknown,
  index: number,
  context: OperationContext,
  explain: (error: unknown) => OperationRefused,
): Promise<StoreManyRow> {
  const idempotencyKey = context.idempotencyKey === undefined ? undefined : rowKey(context.idempotencyKey, index);
  try {
    const { memory, created, pending } = await execute(storeMemory, input, { ...context, idempotencyKey });
    return { index, memory, created, pending, error: null };
  } catch (error) {
    const { code, message, details } = explain(error);
    return { index, memory: null, created: false, pending: null, error: { code, message, details: details ?? null } };
  }
}

/** The key of one row: of a length of its own, and nothing that a client would send with a `storeMemory`. */
function rowKey(key: string, index: number): string {
  return ['row', createHash('sha256').update(key).digest('hex'), index].join('\u001f');
}

/** A key stands for all rows of a call: it is noted with their common fingerprint before the first one. */
async function refuseOtherRows(inputs: readonly unknown[], context: OperationContext): Promise<void> {
  const idempotency = idempotencyOf(context, 'storeMemories', inputs);
  if (!idempotency) return;
  if ((await earlierResult<string>(context, idempotency)) !== undefined) return;
  await context.services.database.write((run) =>
    run('idempotency/note', { ...idempotency, now: toLocalDateTime(context.services.clock()) }),
  );
}
