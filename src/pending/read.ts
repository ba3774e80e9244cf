import { principalOf, type Principal } from '../agent/principal.ts';
import { toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { mayKnow, type Standing } from './entitled.ts';
import type { PendingAction } from './pendingAction.ts';
import { pendingActionOf, type PendingRecord } from './record.ts';

/** An action with what it takes to carry it out. */
export interface StoredAction extends PendingAction {
  /** Name of the operation. */
  readonly operation: string;
  /** Hooks whose questions it waits for. */
  readonly askedBy: readonly string[];
  /** What its approval covers (`coverOf`). */
  readonly covers: readonly string[];
  /** Who asked, with the rights of that moment. */
  readonly requester: Principal;
  /** Names the decision, once there is one. */
  readonly decisionToken: string | null;
  /** What the caller is registered as; null when it is not. */
  readonly standing: Standing | null;
}

/**
 * Reads one action, as far as the caller may know of it: its own, one it may decide on, or any for an approver or admin. One that
 * waits for a consensus is known to all who have its id: whoever may not vote yet is told what it takes.
 * @throws OperationRefused NOT_FOUND
 */
export async function readPendingAction(
  { services, principal, bookmarks }: OperationContext,
  id: string,
): Promise<StoredAction> {
  const [found] = await services.database.read<{
    record: PendingRecord;
    agentType: string | null;
    registered: boolean;
  }>('pending/read', { id, agentId: principal.agentId, now: toLocalDateTime(services.clock()) }, { bookmarks });
  if (!found) throw notFound('pending action', id);
  const { record, agentType, registered } = found;
  const standing = registered ? { agentType } : null;
  const action = pendingActionOf(record);
  if (action.approver.kind !== 'CONSENSUS' && !mayKnow(action, principal, standing))
    throw notFound('pending action', id);
  return {
    ...action,
    operation: record.operation,
    askedBy: record.askedBy,
    covers: record.covers ?? [],
    requester: principalOf(record.requestedBy, record.requesterHome, record.requesterRoles),
    decisionToken: record.decisionToken ?? null,
    standing,
  };
}
