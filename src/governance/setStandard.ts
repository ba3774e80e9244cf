import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { adminOnly } from '../agent/adminOnly.ts';
import { badUserInput, notFound } from '../errors.ts';
import { memoryIdSchema } from '../memory/bounds.ts';
import type { Memory } from '../memory/memory.ts';
import { readMemories } from '../memory/read.ts';
import { isWithin, lineage } from '../namespace/path.ts';
import type { Operation, OperationContext } from '../pipeline/operation.ts';
import { Overtaken } from '../pipeline/overtaken.ts';
import { readerOf } from './audience.ts';
import { changePolicy, type NamespaceResult } from './changePolicy.ts';
import { governedNamespaceSchema, placesOf } from './namespaceInput.ts';
import { ROOT, standardProperties } from './policyNode.ts';
import { standardValues } from './standardValues.ts';

const inputSchema = z.object({
  namespace: governedNamespaceSchema,
  memoryId: memoryIdSchema,
  parentNamespace: governedNamespaceSchema.nullish(),
});

type StandardInput = z.output<typeof inputSchema>;

/**
 * `setNamespaceStandard`: a memory whose author has the say that OWNER means, and whose `metadata.governance` is a policy of
 * the namespace as it is now; for admins. Later changes of the memory count when it is set again: its author need not be one
 * who may set policies.
 */
export const setNamespaceStandard: Operation<StandardInput, Memory, NamespaceResult> = {
  name: 'setNamespaceStandard',
  kind: 'write',
  input: inputSchema,
  async prepare(context, input) {
    adminOnly(context, 'sets standards');
    const [memory] = await readMemories(context, [input.memoryId]);
    if (!memory) throw notFound('memory', input.memoryId);
    await refuseCircle(context, input);
    return memory;
  },
  preHooks: [],
  governed: () => null,
  async run(context, input, memory) {
    const { namespace, memoryId, parentNamespace } = input;
    const values = standardValues(memory.metadata);
    const { principal, services } = context;
    const committed = await changePolicy(context, {
      namespace,
      statement: 'governance/set-standard',
      row: {
        memoryId,
        memoryVersion: memory.version,
        policy: standardProperties(values, {
          id: randomUUID(),
          namespace,
          owner: memory.agentId,
          memoryId,
          by: principal.agentId,
          at: services.clock().toISOString(),
        }),
        parent: parentNamespace ?? null,
        reader: readerOf(principal),
      },
      told: { memoryId, parentNamespace: parentNamespace ?? null, policy: values },
      places: placesOf(namespace, parentNamespace),
    });
    if ('result' in committed) return committed.result;
    const { outcome } = committed.refused;
    if (outcome === 'NOT_FOUND') throw notFound('memory', memoryId);
    if (outcome === 'CYCLE') throw circle(input);
    if (outcome === 'VERSION_MOVED') throw new Overtaken();
    throw new Error(`unexpected outcome ${outcome}`);
  },
};

/** Looked at before anything is written, and again under the lock. */
async function refuseCircle({ services, bookmarks }: OperationContext, input: StandardInput): Promise<void> {
  const { namespace, parentNamespace } = input;
  if (parentNamespace == null) return;
  if (namespace === ROOT)
    throw badUserInput('parentNamespace', 'absent, since nothing is above the root', parentNamespace);
  if (parentNamespace === ROOT)
    throw badUserInput('parentNamespace', 'a namespace; the root is above all anyway', ROOT);
  if (isWithin(parentNamespace, namespace)) throw circle(input);
  const found = await services.database.read(
    'governance/reaches',
    { lineage: lineage(parentNamespace), namespace },
    { bookmarks },
  );
  if (found.length > 0) throw circle(input);
}

function circle({ namespace, parentNamespace }: StandardInput) {
  return badUserInput('parentNamespace', `a namespace that does not inherit from ${namespace}`, parentNamespace);
}
