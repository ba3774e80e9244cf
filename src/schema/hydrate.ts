import { batchDelegateToSchema } from '@graphql-tools/batch-delegate';
import {
  GraphQLList,
  Kind,
  type FieldNode,
  type GraphQLResolveInfo,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Memory } from '../memory/memory.ts';
import { markAnswered } from './answered.ts';
import type { GraphContext } from './context.ts';
import { inHand } from './inHand.ts';

/** A memory as the schema takes it: in hand, or as the generated reads answered it. */
export type Hydrated = object;

/**
 * Hydration (design §4): a memory in hand is answered as it is when only its own fields are selected; when relations
 * are, the ids of a whole list go to the generated `memories` in one Cypher. One model of reading, no N+1, the same
 * authorization filter everywhere.
 * @param nodes the selections of a field of type Memory, see {@link memoryNodes}
 * @returns in the order of `memories`; null for one that vanished meanwhile
 */
export async function hydrate(
  memories: readonly Memory[],
  nodes: readonly FieldNode[],
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<(Hydrated | null)[]> {
  if (!selectsRelations(nodes, info)) return memories.map(inHand);
  const memoryType = info.schema.getType('Memory');
  if (!memoryType) throw new Error('the schema has no Memory');
  const selections = nodes.flatMap((node) => node.selectionSet?.selections ?? []);
  return await Promise.all(
    memories.map(async ({ id }) =>
      markAnswered(
        (await batchDelegateToSchema({
          schema: info.schema,
          operation: 'query' as never,
          fieldName: 'memories',
          key: id,
          argsFromKeys: (ids) => ({ where: { id: { in: ids } }, limit: ids.length }),
          valuesFromResults: (found: { [HYDRATED_ID]: string }[], ids) => {
            const byId = new Map(found.map((memory) => [memory[HYDRATED_ID], memory]));
            return ids.map((wanted) => byId.get(wanted) ?? null);
          },
          selectionSet: { kind: Kind.SELECTION_SET, selections: [ID_SELECTION, ...selections] },
          returnType: new GraphQLList(memoryType as never),
          context,
          info,
        })) as Hydrated | null,
      ),
    ),
  );
}

/** Alias under which the delegated query brings each memory's id, whatever the client selects. */
const HYDRATED_ID = '_hydratedId';
const ID_SELECTION: FieldNode = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: HYDRATED_ID },
  name: { kind: Kind.NAME, value: 'id' },
};

/** The selections of a field called `name` below the field that is being resolved, fragments looked into. */
export function memoryNodes(info: GraphQLResolveInfo, name: string): FieldNode[] {
  return info.fieldNodes.flatMap(({ selectionSet }) =>
    fieldsOf(selectionSet, info).filter((node) => node.name.value === name),
  );
}

function selectsRelations(nodes: readonly FieldNode[], info: GraphQLResolveInfo): boolean {
  return nodes.some(({ selectionSet }) =>
    fieldsOf(selectionSet, info).some(({ name }) => RELATION_FIELDS.has(name.value)),
  );
}

function fieldsOf(selectionSet: SelectionSetNode | undefined, info: GraphQLResolveInfo): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((selection: SelectionNode) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : info.fragments[selection.name.value]?.selectionSet;
    return fieldsOf(inner, info);
  });
}

/** Fields of a memory that lead to others. */
export const RELATIONS = [
  'previous',
  'next',
  'relatedTo',
  'relatedFrom',
  'supersedes',
  'supersededBy',
  'contradicts',
  'contradictedBy',
  'derivedFrom',
  'derivatives',
  'derivesFrom',
  'atoms',
  'reflectsOn',
  'reflectedBy',
];

/** Fields that only the generated reads can answer. */
const RELATION_FIELDS: ReadonlySet<string> = new Set(
  RELATIONS.flatMap((name) => [name, `${name}Connection`, `${name}Aggregate`]),
);
