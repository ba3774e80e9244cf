import type { Approver } from './approver.ts';
import type { EffectivePolicy } from './effectivePolicy.ts';
import type { GovernedRequest } from './request.ts';

/**
 * Names what an approval covers: an action in a namespace, by whom its policy names. What lies elsewhere by now, or is somebody
 * else's to decide, is not covered (spec memory-system §8.3).
 */
export function coverOf({ action, namespace }: GovernedRequest, { approver }: EffectivePolicy): string {
  return JSON.stringify([action, namespace, named(approver.value)]);
}

/** Whether both policies leave it to the same to decide. */
export function haveSameApprover(one: EffectivePolicy, other: EffectivePolicy): boolean {
  return JSON.stringify(named(one.approver.value)) === JSON.stringify(named(other.approver.value));
}

function named(approver: Approver): readonly (string | number)[] {
  if (approver.kind === 'agent') return ['agent', approver.agentId];
  return approver.kind === 'consensus' ? ['consensus', approver.count] : ['human'];
}
