import { oversees, type Role } from '../agent/principal.ts';
import { toLocalDateTime } from '../database/values.ts';
import { notFound } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { PendingAction } from './pendingAction.ts';

/** An action with what it takes to carry it out. */
export interface StoredAction extends PendingAction {
  /** Name of the operation. */
  readonly operation: string;
  /** Hooks whose questions it waits for. */
  readonly askedBy: readonly string[];
  readonly requesterHome: string;
  readonly requesterRoles: readonly Role[];
  /** Names the decision, once there is one. */
  readonly decisionToken: string | null;
}

/**
 * Reads one action, as far as the caller may know of it: its own, or any for an approver or admin.
 * @throws OperationRefused NOT_FOUND
 */
export async function readPendingAction(
  { services, principal, bookmarks }: OperationContext,
  id: string,
): Promise<StoredAction> {
  const [found] = await services.database.read<{ record: StoredAction & { payloadJson: string } }>(
    'pending/read',
    { id, now: toLocalDateTime(services.clock()) },
    { bookmarks },
  );
  if (!found || !(oversees(principal) || found.record.requestedBy === principal.agentId))
    throw notFound('pending action', id);
  const { payloadJson, ...plain } = found.record;
  return { ...plain, decisionToken: plain.decisionToken ?? null, payload: JSON.parse(payloadJson) as unknown };
}
