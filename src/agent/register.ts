import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OperationRefused } from '../errors.ts';
import { namespaceSchema, tagsSchema } from '../memory/bounds.ts';
import { isWithin } from '../namespace/path.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import { commit } from '../pipeline/commit.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { readAgent, type KnownAgent } from './read.ts';
import { agentTypeSchema, publicKeySchema, registeredIdSchema, TRUSTED_TYPES } from './bounds.ts';

const inputSchema = z.object({
  agentId: registeredIdSchema,
  agentType: agentTypeSchema,
  capabilities: tagsSchema.nullish(),
  homeNamespace: namespaceSchema.nullish(),
  publicKey: publicKeySchema.nullish(),
});

/** An agent to register, checked. */
type RegisterAgent = z.output<typeof inputSchema>;

/** What `registerAgent` did. */
export interface RegisteredAgent {
  readonly agentId: string | null;
  readonly pending: PendingAction | null;
}

/** `registerAgent`: makes an agent known, or changes what is known of it (spec memory-system §1.2, §1.3). */
export const registerAgent: Operation<RegisterAgent, KnownAgent | null, RegisteredAgent> = {
  name: 'registerAgent',
  kind: 'write',
  input: inputSchema,
  prepare: ({ services, bookmarks }, { agentId }) => readAgent(services.database, agentId, bookmarks),
  preHooks: [],
  governed: () => null,
  check(context, input, known) {
    if (context.principal.roles.includes('admin')) return;
    refuseOtherAgent(context, input);
    if (input.homeNamespace !== known?.homeNamespace) refuseForeignHome(context, input);
    if (input.agentType !== known?.agentType) refuseUnprovenType(context, input);
  },
  async run(context, { agentId, agentType, capabilities, homeNamespace, publicKey }) {
    const { principal } = context;
    const committed = await commit<RegisteredAgent>(context, {
      statement: 'agent/register',
      row: {
        ...{ agentId, agentType, capabilities: capabilities ?? null, publicKey: publicKey ?? null },
        homeNamespace: homeNamespace ?? null,
        defaultHome: agentId === principal.agentId ? principal.home : 'global',
        isChosen: !principal.roles.includes('admin'),
        keyId: randomUUID(),
        by: principal.agentId,
      },
      keys: [`agent:${agentId}`],
      events: () => [],
      recover: () => ({ outcome: 'OK' }),
      result: () => ({ agentId, pending: null }),
    });
    if ('result' in committed) return committed.result;
    throw new Error(`unexpected outcome ${committed.refused.outcome}`);
  },
  pending: (pending) => ({ agentId: null, pending }),
};

function refuseOtherAgent({ principal }: OperationContext, { agentId }: RegisterAgent): void {
  if (agentId === principal.agentId) return;
  throw new OperationRefused('FORBIDDEN', 'only an admin registers another agent', { agentId });
}

function refuseForeignHome({ principal }: OperationContext, { homeNamespace }: RegisterAgent): void {
  if (homeNamespace == null || isWithin(homeNamespace, principal.home)) return;
  throw new OperationRefused('FORBIDDEN', 'only an admin gives an agent a home outside its own', {
    homeNamespace,
    home: principal.home,
  });
}

/** A person may approve what others ask for, so nobody becomes one by saying so; where callers are believed, they are. */
function refuseUnprovenType({ principal }: OperationContext, { agentType }: RegisterAgent): void {
  if (!TRUSTED_TYPES.has(agentType) || !principal.credential || principal.agentType === agentType) return;
  throw new OperationRefused('FORBIDDEN', `only an admin registers an agent of type ${agentType}`, { agentType });
}
