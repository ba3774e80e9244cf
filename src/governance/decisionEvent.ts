import { randomUUID } from 'node:crypto';
import type { EventDraft } from '../database/writer.ts';
import type { EventPayloads } from '../event/outboxEvent.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { OVERSEERS } from './audience.ts';
import type { GovernanceDecision } from './decide.ts';

/** What a decision came to, for its event. */
export type Told = Omit<EventPayloads['POST_GOVERNANCE_DECISION'], 'namespace' | 'agentId' | 'action' | 'memoryId'>;

/** The event of a decision: for the agent it concerns, and for those who oversee. */
export function decisionEvent(
  { principal }: OperationContext,
  { request, agentId }: Pick<GovernanceDecision, 'request' | 'agentId'>,
  told: Told,
): EventDraft {
  const { namespace, action, memoryId } = request;
  return {
    type: 'POST_GOVERNANCE_DECISION',
    namespace,
    actor: principal.agentId,
    readers: [...new Set([principal.agentId, agentId].map((agent) => `private·${agent}`)), OVERSEERS],
    memoryIds: memoryId === null ? [] : [memoryId],
    payload: { namespace, action, agentId, memoryId, ...told },
  };
}

/** Events of what policies allowed, to be committed with what they allowed; the built-in defaults are not worth one. */
export function allowEvents(context: OperationContext, decisions: readonly GovernanceDecision[]): EventDraft[] {
  return decisions
    .filter(({ outcome, policyId }) => outcome === 'ALLOW' && policyId !== null)
    .map((decision) => {
      const { level, reason } = decision;
      const pendingId = context.approval?.id ?? null;
      return decisionEvent(context, decision, { outcome: 'ALLOW', level, reason, pendingId });
    });
}

/** Writes the event of what was not allowed, by itself. A refusal stands also when it could not be written. */
export async function tell({ services }: OperationContext, event: EventDraft): Promise<void> {
  try {
    await services.writer.write({
      statement: 'governance/tell',
      row: { id: randomUUID() },
      keys: [],
      events: () => [event],
      recover: () => ({ outcome: 'OK' }),
    });
  } catch (error) {
    services.log.warn({ err: error, event: event.type }, 'a decision of governance was not noted');
  }
}
