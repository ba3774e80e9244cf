import type { EventDraft } from '../database/writer.ts';
import { readersOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import type { Memory } from './memory.ts';

/**
 * The event of a memory that rose to a higher tier.
 * @param more what else the payload needs so that a lost outcome can be rebuilt from it
 */
export function promoteEvent(
  { principal }: OperationContext,
  before: Memory,
  memory: Memory,
  more: Readonly<Record<string, unknown>> = {},
): EventDraft {
  return {
    type: 'POST_PROMOTE',
    namespace: memory.namespace,
    actor: principal.agentId,
    readers: readersOf(memory),
    memoryIds: [memory.id],
    payload: { id: memory.id, fromTier: before.tier, toTier: memory.tier, toNamespace: null, memory, ...more },
  };
}
