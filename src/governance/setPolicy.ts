import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import type { Operation } from '../pipeline/operation.ts';
import { changePolicy, type NamespaceResult } from './changePolicy.ts';
import { governedNamespaceSchema } from './namespaceInput.ts';
import { policyInputSchema } from './policyInput.ts';
import { toProperties, type PolicyValues } from './policyNode.ts';

const inputSchema = z.object({ namespace: governedNamespaceSchema, policy: policyInputSchema });

/** `setGovernancePolicy`: changes the given fields of a namespace's own policy; for admins. */
export const setGovernancePolicy: Operation<z.output<typeof inputSchema>, void, NamespaceResult> = {
  name: 'setGovernancePolicy',
  kind: 'write',
  input: inputSchema,
  prepare: async (context) => adminOnly(context, 'sets policies'),
  preHooks: [],
  governed: () => null,
  async run(context, { namespace, policy }) {
    const given = Object.entries(policy).filter(([, value]) => value !== undefined);
    const values = Object.fromEntries(given) as Partial<PolicyValues>;
    const committed = await changePolicy(context, {
      namespace,
      statement: 'governance/set-policy',
      row: { id: randomUUID(), changes: toProperties(values) },
      told: { policy: values },
    });
    if ('result' in committed) return committed.result;
    throw new Error(`unexpected outcome ${committed.refused.outcome}`);
  },
};
