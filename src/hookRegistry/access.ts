import { oversees } from '../agent/principal.ts';
import { OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';

/**
 * Lets admins and approvers alone look at hooks and their runs, which tell of memories of everybody.
 * @throws OperationRefused FORBIDDEN for everybody else
 */
export function refuseOnlookers({ principal }: OperationContext): void {
  if (oversees(principal)) return;
  throw new OperationRefused('FORBIDDEN', 'only an admin or approver may look at hooks', { roles: principal.roles });
}
