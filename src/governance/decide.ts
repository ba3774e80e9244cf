import { isSameAgent } from './approver.ts';
import type { EffectivePolicy } from './effectivePolicy.ts';
import type { GovernanceLevel } from './level.ts';
import type { LevelField } from './policyNode.ts';
import type { GovernedAction, GovernedRequest } from './request.ts';
import { isSystemNamespace } from './systemNamespace.ts';

/** The verdict of governance on one request (seed: GovernanceDecision). */
export interface GovernanceDecision {
  readonly request: GovernedRequest;
  /** Who would do it. */
  readonly agentId: string;
  readonly outcome: 'ALLOW' | 'DENY' | 'ASK';
  /** The level that decided; null where no level did. */
  readonly level: GovernanceLevel | null;
  /** Why it is not simply allowed. */
  readonly reason: string | null;
  /** Whom the level OWNER means; null for nobody. */
  readonly owner: string | null;
  /** Where the level comes from; null for the built-in default. */
  readonly policyId: string | null;
  readonly policy: EffectivePolicy;
}

/** What is known about who asks. */
export interface Actor {
  readonly agentId: string;
  /** Exempt from OWNER and REGISTERED, not from APPROVE. */
  readonly isAdmin: boolean;
  /** Whether there is an Agent node; asked only for the level REGISTERED. */
  readonly isRegistered: boolean;
  /** True when somebody approved just this (`coverOf`): APPROVE is satisfied, all else is judged anew. */
  readonly isApproved: boolean;
}

/** The field of a policy that says who may do an action (spec memory-system §8.2). */
const FIELD_OF: Readonly<Record<GovernedAction, LevelField>> = {
  STORE: 'write',
  REFLECT: 'write',
  UPDATE: 'update',
  DELETE: 'delete',
  PROMOTE: 'promote',
  LINK: 'link',
  CONSOLIDATE: 'consolidate',
};

/** Judges one request by the policy of its namespace. */
export function decide(request: GovernedRequest, policy: EffectivePolicy, actor: Actor): GovernanceDecision {
  const { value: level, policyId } = policy[FIELD_OF[request.action]];
  const isNew = request.action === 'STORE' || request.action === 'REFLECT';
  const owner = isNew ? policy.standardOwner : request.owner;
  const { agentId } = actor;
  const base = { request, agentId, level, owner, policyId, policy } as const;
  if (isSystemNamespace(request.namespace)) {
    const reason = `${request.namespace} is a namespace of the system, which clients may only read`;
    return { ...base, outcome: 'DENY', level: null, policyId: null, reason };
  }
  if (level === 'REGISTERED' && !actor.isRegistered && !actor.isAdmin)
    return { ...base, outcome: 'DENY', reason: `${agentId} is not a registered agent` };
  if (level === 'OWNER' && owner !== agentId && !actor.isAdmin)
    return { ...base, outcome: 'DENY', reason: ownerReason(isNew, owner) };
  if (level === 'APPROVE' && !actor.isApproved)
    return asked(base, `${request.action.toLowerCase()} needs approval in ${request.namespace}`);
  const above = policy.requireApprovalAboveDepth;
  if (!actor.isApproved && above.value !== null && (request.depth ?? 0) > above.value) {
    const reason = `reflections deeper than ${above.value} need approval in ${request.namespace}`;
    return asked({ ...base, level: 'APPROVE', policyId: above.policyId }, reason);
  }
  return { ...base, outcome: 'ALLOW', reason: null };
}

/** A question to the approver; a no where the only one who could answer it is who asks. */
function asked(about: Omit<GovernanceDecision, 'outcome' | 'reason'>, reason: string): GovernanceDecision {
  const { value: approver } = about.policy.approver;
  const isOwn = approver.kind === 'agent' && isSameAgent(approver.agentId, about.agentId);
  if (!isOwn) return { ...about, outcome: 'ASK', reason };
  return { ...about, outcome: 'DENY', reason: `${reason}, of ${approver.agentId}, who may not decide about its own` };
}

/** Whether it matters for a request that its agent is registered. */
export function asksForRegistration(request: GovernedRequest, policy: EffectivePolicy): boolean {
  return policy[FIELD_OF[request.action]].value === 'REGISTERED';
}

function ownerReason(isNew: boolean, owner: string | null): string {
  if (!isNew) return 'only the author may do this';
  return owner === null
    ? 'only the author of the standard may do this, and there is no standard'
    : 'only the author of the standard may do this';
}
