import { z } from 'zod';
import { agentIdSchema, integerBetween } from '../memory/bounds.ts';
import type { Approver } from './approver.ts';
import { GOVERNANCE_LEVELS, type GovernanceLevel } from './level.ts';
import type { PolicyValues } from './policyNode.ts';

/** How many agents a consensus may take. */
const mostAgents = integerBetween(1, 100);
/** A depth of reflection. */
const depth = integerBetween(0, 1000);

const level = z.enum(GOVERNANCE_LEVELS, `one of ${GOVERNANCE_LEVELS.join(', ')}`);
const approver = z
  .object({ human: z.boolean().nullish(), agent: agentIdSchema.nullish(), consensus: mostAgents.nullish() })
  .transform((given, context): Approver => {
    const { human, agent, consensus } = given;
    const said = [human, agent, consensus].filter((value) => value != null);
    if (said.length === 1 && human !== false) {
      if (agent != null) return { kind: 'agent', agentId: agent };
      return consensus == null ? { kind: 'human' } : { kind: 'consensus', count: consensus };
    }
    const actual = human === false ? 'human: false' : `${said.length} of them`;
    context.addIssue({ code: 'custom', message: 'exactly one of human, agent, consensus', params: { actual } });
    return z.NEVER;
  });

/** A change of a policy: what is absent stays, null clears (contract: GovernancePolicyInput). */
export const policyInputSchema = z.object({
  write: level.nullish(),
  promote: level.nullish(),
  delete: level.nullish(),
  update: level.nullish(),
  link: level.nullish(),
  consolidate: level.nullish(),
  approver: approver.nullish(),
  inherit: z.boolean('true or false').nullish(),
  maxReflectionDepth: depth.nullish(),
  requireApprovalAboveDepth: depth.nullish(),
});

const LEVEL_BOUND = `one of ${GOVERNANCE_LEVELS.join(', ').toLowerCase()}`;
const wireLevel = z
  .enum(GOVERNANCE_LEVELS.map((name) => name.toLowerCase()) as Lowercase<GovernanceLevel>[], LEVEL_BOUND)
  .transform((name) => name.toUpperCase() as GovernanceLevel);

const wireApprover = z.union(
  [
    z.literal('human').transform((): Approver => ({ kind: 'human' })),
    z.strictObject({ agent: agentIdSchema }).transform(({ agent }): Approver => ({ kind: 'agent', agentId: agent })),
    z
      .strictObject({ consensus: mostAgents })
      .transform(({ consensus }): Approver => ({ kind: 'consensus', count: consensus })),
  ],
  '"human", {"agent": id} or {"consensus": 1 to 100}',
);

/**
 * `metadata.governance` of a standard, as the seed has it: `write` must be there, all else may be missing; keys that are not of
 * governance are left to those who know them (spec memory-system §1.4).
 */
export const wirePolicySchema = z
  .object(
    {
      write: wireLevel,
      promote: wireLevel.nullish(),
      delete: wireLevel.nullish(),
      update: wireLevel.nullish(),
      link: wireLevel.nullish(),
      consolidate: wireLevel.nullish(),
      approver: wireApprover.nullish(),
      inherit: z.boolean('true or false').nullish(),
      max_reflection_depth: depth.nullish(),
      require_approval_above_depth: depth.nullish(),
    },
    'an object with the policy',
  )
  .transform(({ max_reflection_depth: most, require_approval_above_depth: above, ...rest }): PolicyValues => ({
    write: rest.write,
    promote: rest.promote ?? null,
    delete: rest.delete ?? null,
    update: rest.update ?? null,
    link: rest.link ?? null,
    consolidate: rest.consolidate ?? null,
    approver: rest.approver ?? null,
    inherit: rest.inherit ?? null,
    maxReflectionDepth: most ?? null,
    requireApprovalAboveDepth: above ?? null,
  }));
