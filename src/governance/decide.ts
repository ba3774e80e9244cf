import type { Principal } from '../agent/principal.ts';
import type { GovernedAction, GovernedRequest } from './request.ts';

/** Who may do a thing without asking (seed: GovernanceLevel). */
export type GovernanceLevel = 'ANY' | 'OWNER';

/** The verdict of governance. */
export type GovernanceDecision =
  | { readonly outcome: 'allow' }
  | { readonly outcome: 'deny'; readonly level: GovernanceLevel; readonly reason: string };

/** The policy where no namespace says otherwise (seed: `GovernancePolicy::default`). */
const DEFAULT_LEVELS: Readonly<Record<GovernedAction, GovernanceLevel>> = {
  STORE: 'ANY',
  UPDATE: 'ANY',
  DELETE: 'OWNER',
  PROMOTE: 'ANY',
  REFLECT: 'ANY',
  LINK: 'ANY',
  CONSOLIDATE: 'ANY',
};

/** Judges one request; an admin may do everything. */
export function decide(request: GovernedRequest, principal: Principal): GovernanceDecision {
  const level = DEFAULT_LEVELS[request.action];
  if (level === 'ANY' || principal.readsAll || request.owner === principal.agentId) return { outcome: 'allow' };
  return { outcome: 'deny', level, reason: 'only the author may do this' };
}
