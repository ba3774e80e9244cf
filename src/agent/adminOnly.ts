import { OperationRefused } from '../errors.ts';
import type { Principal } from './principal.ts';

/**
 * Lets admins alone go on.
 * @param what what only an admin does, for the refusal: "only an admin <what>"
 * @throws OperationRefused FORBIDDEN for everybody else
 */
export function adminOnly({ principal }: { readonly principal: Principal }, what: string): void {
  if (principal.roles.includes('admin')) return;
  throw new OperationRefused('FORBIDDEN', `only an admin ${what}`, { roles: principal.roles });
}
