import { appendEvents } from '../database/appendEvents.ts';
import type { Approval } from '../database/approvals.ts';
import { refuseMovedPolicy } from '../database/policyVersion.ts';
import { fromIso, toLocalDateTime } from '../database/values.ts';
import type { GovernedRequest } from '../governance/request.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { underPolicies } from '../pipeline/underPolicies.ts';
import { pendingChanged } from './changed.ts';
import type { PendingAction } from './pendingAction.ts';
import { askedProperties, type PendingQuestion } from './question.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

/**
 * What was approved needs an approval of others too: of another policy that it touches, of one that has changed, or by another
 * hook. The same action waits on, for them; its input stays as it was approved.
 * @throws OperationRefused PENDING_ACTION_STATE_INVALID when somebody decided otherwise meanwhile
 * @throws Overtaken when the policies that ask have changed
 */
export async function askAnew(
  context: OperationContext,
  { id, decidedBy }: Approval,
  request: GovernedRequest,
  question: PendingQuestion,
): Promise<PendingAction> {
  const { services, judged } = context;
  const now = services.clock();
  const changes = {
    ...askedProperties(context, request, question),
    expiresAt: fromIso(new Date(now.getTime() + services.pendingLifetimeMs).toISOString()),
  };
  const action = await underPolicies(services, () =>
    services.database.write(async (run) => {
      const [found] = await run<{ record: PendingRecord }>('pending/ask-anew', {
        id,
        now: toLocalDateTime(now),
        changes,
      });
      if (!found) throw decidedMeanwhile(id);
      const waiting = pendingActionOf(found.record);
      const version = await appendEvents(run, [pendingChanged(waiting, 'QUEUED', decidedBy)], now);
      if (version !== null) refuseMovedPolicy(judged?.version, version);
      return waiting;
    }),
  );
  services.events.tail.wake();
  return action;
}
