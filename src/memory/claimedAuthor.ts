import { OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';

/**
 * The author of a memory is who is proven to write it. On the wire it stands in the metadata, and programs that write it there
 * by hand must not think that it was taken when it was not (spec memory-system §15.9: "claimed, not proven").
 * @param author the author of a memory that is there already, and stays
 * @throws OperationRefused FORBIDDEN when `metadata.agent_id` names another agent
 */
export function refuseClaimedAuthor(
  { principal }: OperationContext,
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  author?: string,
): void {
  const claimed = metadata?.['agent_id'];
  if (typeof claimed !== 'string' || claimed === principal.agentId || claimed === author) return;
  throw new OperationRefused('FORBIDDEN', 'metadata.agent_id names another agent than the one that writes', {
    field: 'metadata.agent_id',
    agentId: principal.agentId,
  });
}
