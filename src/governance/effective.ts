import { z } from 'zod';
import { namespaceSchema } from '../memory/bounds.ts';
import type { Operation } from '../pipeline/operation.ts';
import type { EffectivePolicy } from './effectivePolicy.ts';

const inputSchema = z.object({ namespace: namespaceSchema });

/**
 * `effectivePolicy`: what counts in a namespace, and why. For everybody: whoever may be refused by a policy may read it. It
 * tells of policies alone, not of what is stored.
 */
export const effectivePolicy: Operation<z.output<typeof inputSchema>, void, EffectivePolicy> = {
  name: 'effectivePolicy',
  kind: 'read',
  input: inputSchema,
  prepare: async () => {},
  preHooks: [],
  governed: () => null,
  run: ({ services, bookmarks }, { namespace }) => services.governance.policies.read(namespace, bookmarks),
};
