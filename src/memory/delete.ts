import { z } from 'zod';
import { notFound } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { memoryIdSchema } from './bounds.ts';
import type { Memory } from './memory.ts';
import { readMemories } from './read.ts';

const inputSchema = z.object({ id: memoryIdSchema });

/** What `deleteMemory` did. */
export interface DeleteResult {
  readonly deletedId: string | null;
  readonly pending: PendingAction | null;
}

/** `deleteMemory`: archives one memory. It keeps its links, and its namespace stays. */
export const deleteMemory: Operation<z.output<typeof inputSchema>, Memory, DeleteResult> = {
  name: 'deleteMemory',
  kind: 'write',
  input: inputSchema,
  async prepare(context, { id }) {
    const [memory] = await readMemories(context, [id]);
    if (!memory) throw notFound('memory', id);
    return memory;
  },
  preHooks: (['pre_delete', 'pre_archive'] as const).map((event) => ({
    event,
    payload: ({ id }) => ({ id }),
    namespace: (_input, memory) => memory.namespace,
    apply: (input, delta) => ({ ...input, ...(typeof delta['id'] === 'string' ? { id: delta['id'] } : {}) }),
  })),
  governed: ({ id }, memory) => ({
    action: 'DELETE',
    namespace: memory.namespace,
    memoryId: id,
    owner: memory.agentId,
  }),
  async run(context, input) {
    const { id } = input;
    const committed = await commit<DeleteResult>(context, {
      statement: 'memory/delete',
      row: { id, reason: 'ARCHIVE', by: context.principal.agentId, reader: readerOf(context.principal) },
      keys: [`memory:${id}`],
      events: (outcome) => {
        const { namespace, readers } = outcome['record'] as { namespace: string; readers: string[] };
        return [
          {
            type: 'POST_DELETE',
            namespace,
            actor: context.principal.agentId,
            readers,
            memoryIds: [id],
            payload: { id, namespace },
          },
        ];
      },
      recover: () => ({ outcome: 'OK' }),
      result: () => ({ deletedId: id, pending: null }),
    });
    if ('result' in committed) return committed.result;
    throw notFound('memory', id);
  },
  pending: (pending) => ({ deletedId: null, pending }),
};
