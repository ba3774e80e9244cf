import { z } from 'zod';
import { oversees } from '../agent/principal.ts';
import { toLocalDateTime } from '../database/values.ts';
import { namespaceSchema } from '../memory/bounds.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { PendingAction } from './pendingAction.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

const inputSchema = z.object({
  status: z.enum(['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED']).nullish(),
  namespace: namespaceSchema.nullish(),
});

/** `pendingActions`: the caller's own, those it may decide on, and everybody's for an approver or admin. */
export const pendingActions: Operation<z.output<typeof inputSchema>, void, PendingAction[]> = {
  name: 'pendingActions',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  async run({ services, principal, bookmarks }, { status, namespace }) {
    const rows = await services.database.read<{ record: PendingRecord }>(
      'pending/list',
      {
        status: status ?? null,
        namespace: namespace ?? null,
        everyone: oversees(principal),
        agentId: principal.agentId,
        now: toLocalDateTime(services.clock()),
      },
      { bookmarks },
    );
    return rows.map(({ record }) => pendingActionOf(record));
  },
};
