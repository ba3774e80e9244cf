import type { EventDraft } from '../database/write.ts';
import { APPROVERS, namedAgent, PERSONS, REGISTERED } from '../governance/deciders.ts';
import type { PendingAction } from './pendingAction.ts';

/** What may happen to an action that waits. */
export type PendingChange = 'QUEUED' | 'VOTED' | 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'FAILED';

/** What an event tells of an action: all but the input, which may hold text that a purge must find. */
export type PendingSnapshot = Omit<PendingAction, 'payload'>;

/** What is told of a change, to who asked, who may decide, approvers and admins. */
export function pendingChanged(action: PendingAction, change: PendingChange, actor: string): EventDraft {
  const { payload: _input, ...pending } = action;
  return {
    type: 'PENDING_ACTION_CHANGED',
    namespace: action.namespace,
    actor,
    readers: [...new Set([namedAgent(action.requestedBy), APPROVERS, ...deciders(action)])],
    memoryIds: action.memoryId === null ? [] : [action.memoryId],
    payload: { change, pending },
  };
}

function deciders({ approver: { kind, agentId } }: PendingAction): string[] {
  if (kind === 'CONSENSUS') return [REGISTERED];
  return kind === 'AGENT' && agentId !== null ? [namedAgent(agentId)] : [PERSONS];
}
