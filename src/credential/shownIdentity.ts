import { type ClaimedIdentity, parseRoles, type Principal, principalOf } from '../agent/principal.ts';
import { badUserInput, OperationRefused } from '../errors.ts';
import type { Credentials } from './bearer.ts';

/**
 * Who a caller says that it is, besides any token.
 * @throws OperationRefused BAD_USER_INPUT for what is no text
 */
export function shownIdentity(shown: Credentials): ClaimedIdentity {
  return {
    agentId: textOf(shown, 'x-agent-id'),
    namespace: textOf(shown, 'x-namespace'),
    roles: textOf(shown, 'x-roles'),
  };
}

/**
 * A verified principal that also says who it is: agent and namespace must be those of its token; of the roles it may lay some
 * aside, and take none.
 * @throws OperationRefused FORBIDDEN when the two disagree
 */
export function inAgreement(principal: Principal, { agentId, namespace, roles }: ClaimedIdentity): Principal {
  if (agentId !== undefined && agentId !== principal.agentId) throw disagreement('x-agent-id');
  if (namespace !== undefined && namespace.normalize('NFC') !== principal.home) throw disagreement('x-namespace');
  if (roles === undefined) return principal;
  const kept = parseRoles(roles);
  if (kept.some((role) => !principal.roles.includes(role))) throw disagreement('x-roles');
  return { ...principal, ...principalOf(principal.agentId, principal.home, kept) };
}

function disagreement(field: string): OperationRefused {
  return new OperationRefused('FORBIDDEN', `${field} is not what the token says`, { field });
}

function textOf(shown: Credentials, key: string): string | undefined {
  const value = Object.hasOwn(shown, key) ? shown[key] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw badUserInput(key, 'a text', Array.isArray(value) ? 'a list' : typeof value);
}
