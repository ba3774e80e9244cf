import type { Principal } from '../agent/principal.ts';
import { OperationRefused } from '../errors.ts';
import { execute } from '../pipeline/execute.ts';
import type { Services } from '../pipeline/services.ts';
import { promoteMemory } from './promote.ts';

/**
 * The promotion that a fifth recall earns (spec memory-system §3.4): an ordinary `promoteMemory` by the agent that
 * recalled, with its hooks, governance, version and event. Refused, the memory stays as it is and is counted on; its next
 * recall asks again. Nobody waits for the answer, so what somebody would have to approve is refused. The recalls of a
 * viewer, who may not write, promote nothing.
 */
export async function promoteByTouch(services: Services, id: string, principal: Principal): Promise<void> {
  try {
    await execute(promoteMemory, { id, toTier: 'LONG' }, { services, principal, bookmarks: [], unattended: true });
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    services.log.debug({ memoryId: id, agentId: principal.agentId, code: error.code }, 'a recall did not promote');
  }
}
