import { z } from 'zod';
import { agentIdSchema, memoryIdSchema, namespaceSchema } from '../../memory/bounds.ts';

const governanceContextSchema = z.object({
  namespace: namespaceSchema,
  action: z.string().min(1).max(64),
  agent_id: agentIdSchema,
  memory_id: memoryIdSchema.optional(),
});

/** `pre_governance_decision`: GovernanceContext. */
export const governanceContext = { payload: governanceContextSchema, delta: governanceContextSchema.partial() };

/** `post_governance_decision`: GovernanceDecision. */
export const governanceDecision = {
  payload: z.object({
    namespace: z.string(),
    action: z.string(),
    agent_id: z.string(),
    outcome: z.enum(['allow', 'deny', 'ask']),
    reason: z.string().optional(),
    pending_id: z.string().optional(),
  }),
};
