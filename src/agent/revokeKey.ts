import { z } from 'zod';
import { notFound, OperationRefused } from '../errors.ts';
import { authorIdSchema, textOfBytes } from '../memory/bounds.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { RegisteredAgent } from './register.ts';

const inputSchema = z.object({
  // The servers' own agent has a reserved name, and keys that an admin may have to revoke.
  agentId: authorIdSchema,
  keyId: textOfBytes(128),
});

/**
 * `revokeAgentKey`: ends a key without another in its place, by its owner or an admin. What it signed before stays as it
 * was; doing it again changes nothing.
 */
export const revokeAgentKey: Operation<z.output<typeof inputSchema>, void, RegisteredAgent> = {
  name: 'revokeAgentKey',
  kind: 'write',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  check({ principal }, { agentId }) {
    if (agentId === principal.agentId || principal.roles.includes('admin')) return;
    throw new OperationRefused('FORBIDDEN', 'only an admin revokes a key of another agent', { agentId });
  },
  async run(context, { agentId, keyId }) {
    const committed = await commit<RegisteredAgent>(context, {
      statement: 'agent/revoke-key',
      row: { agentId, keyId },
      keys: [`agent:${agentId}`],
      events: () => [],
      recover: () => ({ outcome: 'OK' }),
      result: () => ({ agentId, pending: null }),
    });
    if ('result' in committed) return committed.result;
    throw notFound('key', keyId);
  },
  pending: (pending) => ({ agentId: null, pending }),
};
