import { appendEvents } from '../database/appendEvents.ts';
import { toLocalDateTime } from '../database/values.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { pendingChanged } from './changed.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

interface Voted {
  readonly outcome: 'COUNTED' | 'COUNTED_BEFORE' | 'DECISIVE' | 'DECIDED';
  readonly record: PendingRecord;
}

/**
 * Votes for an action that takes several votes. A second vote of the same agent changes nothing.
 * @returns true when this vote is the last that is missing: it is not counted here, but where the action is carried out
 * @throws OperationRefused PENDING_ACTION_STATE_INVALID when the action does not wait any more
 */
export async function vote({ services, principal }: OperationContext, id: string): Promise<boolean> {
  const now = services.clock();
  const { agentId } = principal;
  const voted = await services.database.write(async (run) => {
    const [row] = await run<Voted>('pending/vote', { id, agentId, now: toLocalDateTime(now) });
    if (row?.outcome === 'COUNTED')
      await appendEvents(run, [pendingChanged(pendingActionOf(row.record), 'VOTED', agentId)], now);
    return row;
  });
  services.events.tail.wake();
  if (!voted || voted.outcome === 'DECIDED') throw decidedMeanwhile(id, voted?.record.status);
  return voted.outcome === 'DECISIVE';
}
