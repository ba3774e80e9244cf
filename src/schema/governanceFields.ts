import { delegateToSchema } from '@graphql-tools/delegate';
import { GraphQLList, type GraphQLResolveInfo } from 'graphql';
import { ROOT } from '../governance/policyNode.ts';
import type { EffectiveApprover, EffectivePolicy } from '../governance/effectivePolicy.ts';
import type { GraphContext } from './context.ts';
import type { Resolve } from './operationField.ts';

/** Fields of what governance answers that are more than a value in hand. */
export const governanceFields = {
  NamespacePayload: {
    namespace: (async ({ namespace }, _args, context, info) =>
      namespace === ROOT ? null : await readNamespace(namespace, context, info)) as Resolve<
      unknown,
      { namespace: string },
      Promise<object | null>
    >,
    policy: (({ namespace }, _args, { operation: { services, bookmarks } }) =>
      services.governance.policies.read(namespace, bookmarks)) as Resolve<
      unknown,
      { namespace: string },
      Promise<EffectivePolicy>
    >,
  },
  EffectiveApprover: {
    human: ({ value }: EffectiveApprover) => value.kind === 'human',
    agent: ({ value }: EffectiveApprover) => (value.kind === 'agent' ? value.agentId : null),
    consensus: ({ value }: EffectiveApprover) => (value.kind === 'consensus' ? value.count : null),
  },
};

/** A namespace by the generated reads: the caller sees of it what it sees anywhere. */
async function readNamespace(path: string, context: GraphContext, info: GraphQLResolveInfo): Promise<object | null> {
  const found = (await delegateToSchema({
    schema: info.schema,
    operation: 'query' as never,
    fieldName: 'namespaces',
    args: { where: { path: { eq: path } }, limit: 1 },
    returnType: new GraphQLList(info.schema.getType('Namespace') as never),
    context,
    info,
  })) as object[];
  return found[0] ?? null;
}
