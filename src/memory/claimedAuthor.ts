import { badUserInput, OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';

const FIELD = 'metadata.agent_id';

/**
 * The author of a memory is who is proven to write it. On the wire it stands in the metadata, and programs that write it there
 * by hand must not think that it was taken when it was not (spec memory-system §15.9: "claimed, not proven"). It cannot be
 * changed (§3.6).
 * @param author the author of a memory that is there already, and stays; absent for what is new, which is the caller's
 * @throws OperationRefused FORBIDDEN when `metadata.agent_id` names another agent; BAD_USER_INPUT when it is no text
 */
export function refuseClaimedAuthor(
  { principal }: OperationContext,
  metadata: Readonly<Record<string, unknown>> | null | undefined,
  author: string = principal.agentId,
): void {
  const claimed = metadata?.['agent_id'];
  if (claimed === undefined || claimed === author) return;
  if (typeof claimed !== 'string') throw badUserInput(FIELD, 'the id of the author as text, or absent', typeof claimed);
  throw new OperationRefused('FORBIDDEN', 'metadata.agent_id names another agent than the author', {
    field: FIELD,
    agentId: author,
  });
}
