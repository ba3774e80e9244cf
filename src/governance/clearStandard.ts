import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import type { Operation } from '../pipeline/operation.ts';
import { changePolicy, type NamespaceResult } from './changePolicy.ts';
import { governedNamespaceSchema } from './namespaceInput.ts';

const inputSchema = z.object({ namespace: governedNamespaceSchema });

/** `clearNamespaceStandard`: the standard, its policy and the explicit parent go; what was set stays. For admins. */
export const clearNamespaceStandard: Operation<z.output<typeof inputSchema>, void, NamespaceResult> = {
  name: 'clearNamespaceStandard',
  kind: 'write',
  input: inputSchema,
  prepare: async (context) => adminOnly(context, 'clears standards'),
  preHooks: [],
  governed: () => null,
  async run(context, { namespace }) {
    const committed = await changePolicy(context, {
      namespace,
      statement: 'governance/clear-standard',
      row: {},
      told: {},
      // What is not there has no standard, and need not be made.
      places: [],
    });
    if ('result' in committed) return committed.result;
    throw new Error(`unexpected outcome ${committed.refused.outcome}`);
  },
};
