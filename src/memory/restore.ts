import { z } from 'zod';
import { fromIso } from '../database/values.ts';
import type { Outcome } from '../database/writer.ts';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import { notFound, OperationRefused } from '../errors.ts';
import { readerOf, readersOf } from '../governance/audience.ts';
import { commit, isTitleTaken, type Commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { refuseTooDeep } from '../reflection/depthCap.ts';
import { expiredHolderEvents } from './archiveEvent.ts';
import { memoryIdSchema } from './bounds.ts';
import { editSourceOf } from './editSource.ts';
import { expiryOf } from './expiry.ts';
import { TIERS, type Memory } from './memory.ts';
import { FOREVER, fromRecord, type MemoryRecord } from './record.ts';
import { titleKeyOf, titleWriteKey } from './titleKey.ts';

const TRIES = 3;

const inputSchema = z.object({ id: memoryIdSchema });

/** What `restoreMemory` did. */
export interface RestoreResult {
  readonly memory: Memory | null;
  readonly pending: PendingAction | null;
}

/** `restoreMemory`: brings a memory back from the archive, with its links and vector. Governed as an update of it. */
export const restoreMemory: Operation<z.output<typeof inputSchema>, Memory, RestoreResult> = {
  name: 'restoreMemory',
  kind: 'write',
  input: inputSchema,
  async prepare({ services, principal, bookmarks }, { id }) {
    const [row] = await services.database.read<{ record: MemoryRecord }>(
      'memory/archived-read',
      { id, reader: readerOf(principal) },
      { bookmarks },
    );
    if (!row) throw notFound('memory', id);
    return fromRecord(row.record);
  },
  preHooks: [],
  governed: ({ id }, memory) => ({
    action: 'UPDATE',
    namespace: memory.namespace,
    memoryId: id,
    owner: memory.agentId,
    depth: memory.reflectionDepth,
  }),
  check: refuseTooDeep,
  async run(context, { id }, archived) {
    let refused: Outcome = { outcome: CONSTRAINT_VIOLATED };
    // The constraint was faster than our look: the holder of the title is there now, so the next look finds it.
    for (let attempt = 1; attempt <= TRIES && refused.outcome === CONSTRAINT_VIOLATED; attempt++) {
      const committed = await commit<RestoreResult>(context, restoreWrite(context, archived));
      if ('result' in committed) return committed.result;
      refused = committed.refused;
    }
    if (isTitleTaken(refused)) throw collision(archived, refused);
    if (refused.outcome === 'NOT_ARCHIVED')
      throw new OperationRefused('CONFLICT', 'the memory is live', { reason: 'NOT_ARCHIVED', id });
    throw notFound('memory', id);
  },
  pending: (pending) => ({ memory: null, pending }),
};

function restoreWrite({ services, principal }: OperationContext, archived: Memory): Commit<RestoreResult> {
  const now = services.clock();
  const restored = (outcome: Outcome): Memory =>
    (outcome['memory'] as Memory | undefined) ?? fromRecord(outcome['record'] as MemoryRecord);
  return {
    statement: 'memory/restore',
    row: {
      id: archived.id,
      by: principal.agentId,
      editSource: editSourceOf(principal.agentId),
      reader: readerOf(principal),
      forever: fromIso(FOREVER),
      life: Object.fromEntries(
        TIERS.map((tier) => {
          const expiresAt = expiryOf(tier, {}, now);
          return [tier, expiresAt === null ? null : fromIso(expiresAt)];
        }),
      ),
    },
    keys: [`memory:${archived.id}`, titleWriteKey(titleKeyOf(archived))],
    events(outcome) {
      const memory = restored(outcome);
      return [
        {
          type: 'POST_RESTORE',
          namespace: memory.namespace,
          actor: principal.agentId,
          readers: readersOf(memory),
          memoryIds: [memory.id],
          payload: { memory },
        },
        ...expiredHolderEvents(outcome),
      ];
    },
    recover: (payload) => ({ outcome: 'OK', memory: (payload as { memory: Memory }).memory }),
    result: (outcome) => ({ memory: restored(outcome), pending: null }),
  };
}

/** The refusal of a restore whose title a live memory has; the id is there only when the caller may read the holder. */
function collision({ namespace, title }: Memory, { existingId }: Outcome): OperationRefused {
  return new OperationRefused('CONFLICT', `the title is taken in ${namespace}`, {
    reason: 'RESTORE_COLLISION',
    namespace,
    title,
    ...(typeof existingId === 'string' ? { existingId } : {}),
  });
}
