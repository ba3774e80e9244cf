import { badUserInput } from '../errors.ts';
import { mayReadOwn } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { Memory } from './memory.ts';

/**
 * A write whose audience its writer could not read is refused (design §4).
 * @param memory as it would become; without an author it is the caller's own
 */
export function refuseUnreadable(
  { principal }: OperationContext,
  memory: Pick<Memory, 'scope' | 'namespace'> & Partial<Pick<Memory, 'agentId' | 'targetAgentId'>>,
): void {
  if (mayReadOwn(principal, { agentId: principal.agentId, ...memory })) return;
  throw badUserInput(
    'scope',
    `a scope whose memories in ${memory.namespace} can be read from home namespace ${principal.home}`,
    memory.scope,
  );
}
