import { oversees, type Principal } from '../agent/principal.ts';
import { OperationRefused } from '../errors.ts';
import { isSameAgent } from '../governance/approver.ts';
import type { PendingAction } from './pendingAction.ts';

/** What somebody is registered as. */
export interface Standing {
  readonly agentType: string | null;
}

/** The type of an agent that is a person (spec memory-system §1.2). */
const PERSON = 'human';

type Action = Pick<PendingAction, 'approver' | 'requestedBy'>;

/** Whether somebody decides for people: an agent of type human, an approver or an admin. */
export function isPerson(principal: Principal, standing: Standing | null): boolean {
  return oversees(principal) || standing?.agentType === PERSON;
}

/** Whether the caller may know of an action: who asked, who decides, approvers and admins. */
export function mayKnow(action: Action, principal: Principal, standing: Standing | null): boolean {
  return (
    oversees(principal) ||
    action.requestedBy === principal.agentId ||
    notEntitled(action, principal, standing) === undefined
  );
}

/**
 * Refuses whoever may not decide about an action (spec memory-system §8.3, its gap closed: never who asked).
 * @throws OperationRefused FORBIDDEN
 */
export function refuseNotEntitled(action: Action, principal: Principal, standing: Standing | null): void {
  if (isSameAgent(action.requestedBy, principal.agentId))
    throw new OperationRefused('FORBIDDEN', 'somebody else than who asked must decide', {
      requestedBy: action.requestedBy,
    });
  const why = notEntitled(action, principal, standing);
  if (why !== undefined) throw new OperationRefused('FORBIDDEN', why, { approver: action.approver });
}

function notEntitled(
  { approver, requestedBy }: Action,
  principal: Principal,
  standing: Standing | null,
): string | undefined {
  if (isSameAgent(requestedBy, principal.agentId)) return 'somebody else than who asked must decide';
  if (approver.kind === 'AGENT')
    return principal.agentId === approver.agentId ? undefined : `only agent ${approver.agentId} decides`;
  if (approver.kind === 'CONSENSUS') return standing ? undefined : 'only registered agents vote: register first';
  return isPerson(principal, standing) ? undefined : 'only a person, an approver or an admin decides';
}
