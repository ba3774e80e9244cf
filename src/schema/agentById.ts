import { batchDelegateToSchema } from '@graphql-tools/batch-delegate';
import { GraphQLList, Kind, type FieldNode, type GraphQLResolveInfo } from 'graphql';
import { markAnswered } from './answered.ts';
import type { GraphContext } from './context.ts';

/** Alias under which the delegated query brings each agent's id, whatever the client selects. */
const DELEGATED_ID = '_delegatedId';
const ID_SELECTION: FieldNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: DELEGATED_ID },
  name: { kind: Kind.NAME, value: 'agentId' },
};

/** One agent as the generated `agents` answers it, by the same authorization filter; null when there is none to be seen. */
export async function agentById(id: string, context: GraphContext, info: GraphQLResolveInfo): Promise<object | null> {
  const agentType = info.schema.getType('Agent');
  if (!agentType) throw new Error('the schema has no Agent');
  const found: unknown = await batchDelegateToSchema({
    schema: info.schema,
    operation: 'query' as never,
    fieldName: 'agents',
    key: id,
    argsFromKeys: (ids) => ({ where: { agentId: { in: ids } }, limit: ids.length }),
    valuesFromResults: (agents: { [DELEGATED_ID]: string }[], ids) => {
      const byId = new Map(agents.map((agent) => [agent[DELEGATED_ID], agent]));
      return ids.map((wanted) => byId.get(wanted) ?? null);
    },
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [ID_SELECTION, ...info.fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? [])],
    },
    returnType: new GraphQLList(agentType as never),
    context,
    info,
  });
  return markAnswered(found as object | null);
}
