import { OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { GovernanceDecision } from './decide.ts';
import { decisionEvent, tell } from './decisionEvent.ts';
import type { Judgement } from './judge.ts';
import { hookRefusal } from './question.ts';

/**
 * Refuses what a hook of governance or a policy denies, and tells of it. What would wait for somebody, where it cannot, is
 * denied too. A recall's own promotion is refused without a word: it would be told of at each recall.
 * @param canWait whether the operation may wait for approval
 * @throws OperationRefused HOOK_DENIED or GOVERNANCE_DENIED
 */
export async function refuseDenied(
  context: OperationContext,
  { decisions, questions }: Judgement,
  canWait: boolean,
): Promise<void> {
  const byHook = questions.find(({ denied }) => denied !== null);
  if (byHook?.denied) {
    const { reason } = byHook.denied;
    context.services.governance.counted({ action: byHook.request.action, outcome: 'deny' });
    if (!context.unattended)
      await tell(context, decisionEvent(context, byHook, { outcome: 'DENY', level: null, reason, pendingId: null }));
    throw hookRefusal(byHook.denied);
  }
  warn(context, decisions);
  const denied = decisions.find(({ outcome }) => outcome === 'DENY' || (outcome === 'ASK' && !canWait));
  if (!denied) return;
  const { level, reason } = denied;
  context.services.governance.counted({ action: denied.request.action, outcome: 'deny' });
  if (!context.unattended)
    await tell(context, decisionEvent(context, denied, { outcome: 'DENY', level, reason, pendingId: null }));
  throw governanceDenied(denied);
}

/** The refusal of what a policy denies (seed: GovernanceRefusal). */
export function governanceDenied(denied: GovernanceDecision): OperationRefused {
  const { request, agentId, level, owner, reason } = denied;
  return new OperationRefused(
    'GOVERNANCE_DENIED',
    `${request.action.toLowerCase()} denied by governance: ${reason ?? ''}`,
    { action: request.action, deniedLevel: level, agentId, namespace: request.namespace, owner, reason },
  );
}

function warn({ services }: OperationContext, decisions: readonly GovernanceDecision[]): void {
  for (const { request, agentId, level, reason, outcome } of decisions) {
    if (outcome !== 'ALLOW' || reason === null) continue;
    const { action, namespace } = request;
    services.log.warn({ action, namespace, agentId, level, reason }, 'governance would not have allowed it');
    services.governance.counted({ action, outcome: 'advised' });
  }
}
