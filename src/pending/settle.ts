import { appendEvents } from '../database/appendEvents.ts';
import { toLocalDateTime } from '../database/values.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { pendingChanged } from './changed.ts';
import type { PendingFailure } from './pendingAction.ts';
import { readPendingAction } from './read.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

/** How an action ends by itself, that is with no operation in the same commit. */
export type Ending =
  | { readonly change: 'APPROVED' }
  | { readonly change: 'REJECTED'; readonly reason: string | null }
  /** Approved, and refused for good when it was to be carried out. */
  | { readonly change: 'FAILED'; readonly failure: PendingFailure };

/**
 * Ends an action that waits, and tells of it.
 * @param token names the decision
 * @throws OperationRefused PENDING_ACTION_STATE_INVALID when somebody was faster, or nobody in time
 */
export async function settle(context: OperationContext, id: string, token: string, ending: Ending): Promise<void> {
  const { services, principal } = context;
  const now = services.clock();
  const decided = await services.database.write(async (run) => {
    const rows = await run<{ record: PendingRecord }>('pending/decide', {
      now: toLocalDateTime(now),
      rows: [{ id, decidedBy: principal.agentId, token, ...decisionOf(ending) }],
    });
    const events = rows.map(({ record }) => pendingChanged(pendingActionOf(record), ending.change, principal.agentId));
    await appendEvents(run, events, now);
    return events.length;
  });
  services.events.tail.wake();
  if (decided > 0) return;
  const { decisionToken, status } = await readPendingAction(context, id);
  // A retried commit may have gone through unseen.
  if (decisionToken !== token) throw decidedMeanwhile(id, status);
}

function decisionOf(ending: Ending) {
  const failure = ending.change === 'FAILED' ? ending.failure : null;
  return {
    status: ending.change === 'APPROVED' ? 'APPROVED' : 'REJECTED',
    approve: ending.change !== 'REJECTED',
    reason: ending.change === 'REJECTED' ? ending.reason : (failure?.message ?? null),
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
  };
}
