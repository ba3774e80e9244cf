import type { GraphQLResolveInfo } from 'graphql';
import { notFound } from '../errors.ts';
import type { Resolvers } from '../generated/resolverTypes.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import { potentialContradictions } from '../memory/contradictions.ts';
import type { Memory } from '../memory/memory.ts';
import { agentById } from './agentById.ts';
import { isAnswered } from './answered.ts';
import { archivedInHand } from './archivedInHand.ts';
import type { GraphContext } from './context.ts';
import { hydrate, memoryNodes, type Hydrated } from './hydrate.ts';
import { JSONValue } from './json.ts';
import { listFields } from './listFields.ts';
import { memoryFields } from './memoryFields.ts';
import type { Resolve } from './operationField.ts';
import { governanceFields } from './governanceFields.ts';
import { subscriptions } from './subscriptions.ts';
import { mutations } from './mutations.ts';
import { queries } from './queries.ts';

/** A field that holds one memory, or none. */
const memoryField: Resolve<unknown, { memory: Memory | null }, Promise<Hydrated | null | undefined>> = async (
  { memory },
  _args,
  context,
  info,
) => memory && (await hydrate([memory], info.fieldNodes, context, info))[0];

/** A field that holds one agent, or none. */
const agentField: Resolve<unknown, { agentId: string | null }, Promise<object | null>> = async (
  { agentId },
  _args,
  context,
  info,
) => (agentId === null ? null : await agentById(agentId, context, info));

/** A field that always holds a memory: null where it vanished meanwhile would be an error of ours. */
const requiredMemory: Resolve<unknown, { memory: Memory }, Promise<Hydrated>> = async (
  { memory },
  _args,
  context,
  info,
) => {
  const [hydrated] = await hydrate([memory], info.fieldNodes, context, info);
  if (!hydrated) throw notFound('memory', memory.id);
  return hydrated;
};

/** A list of things that hold a memory; what vanished meanwhile is dropped. */
async function withMemories<Item extends { memory: Memory }>(
  items: readonly Item[],
  context: GraphContext,
  info: GraphQLResolveInfo,
) {
  const hydrated = await hydrate(
    items.map(({ memory }) => memory),
    memoryNodes(info, 'memory'),
    context,
    info,
  );
  return items.flatMap((item, index) => (hydrated[index] ? [{ ...item, memory: hydrated[index] }] : []));
}

/** Memories without those that vanished meanwhile. */
const present = (memories: readonly (Hydrated | null)[]): Hydrated[] => memories.filter((memory) => memory !== null);

/** The hits of a recall or a search. */
function hits<Hit extends { memory: Memory }>(
  answer: { hits: readonly Hit[] },
  _args: unknown,
  context: GraphContext,
  info: GraphQLResolveInfo,
) {
  return withMemories(answer.hits, context, info);
}

function end(side: 'sourceId' | 'targetId'): Resolve<unknown, MemoryLink, Promise<Hydrated | null | undefined>> {
  return async (link, _args, context, info) => {
    if (isAnswered(link)) return link[info.path.key] as Hydrated | null;
    const memory = await context.memories.load(link[side]);
    return memory && (await hydrate([memory], info.fieldNodes, context, info))[0];
  };
}

/** What answers each field that the generated schema does not answer by itself. */
export const resolvers = {
  JSON: JSONValue,
  Query: queries,
  Mutation: mutations,
  Subscription: subscriptions,
  Memory: memoryFields,
  MemoryLink: { source: end('sourceId'), target: end('targetId') },
  RecallResult: { hits },
  SearchResult: { hits },
  MemoryPage: listFields,
  DuplicateCandidate: { memory: requiredMemory },
  StoreMemoryPayload: {
    memory: memoryField,
    potentialContradictions: async ({ memory, detectConflicts }, _args, context, info) => {
      const found = memory && detectConflicts ? await potentialContradictions(context.operation, memory) : [];
      return present(await hydrate(found, info.fieldNodes, context, info));
    },
  },
  StoreMemoryResult: { memory: memoryField },
  UpdateMemoryPayload: { memory: memoryField },
  DecidePayload: { memory: memoryField },
  RestoreMemoryPayload: { memory: memoryField },
  ArchivedMemory: { memory: ({ memory }) => archivedInHand(memory) },
  PromoteMemoryPayload: { memory: memoryField },
  ReflectPayload: { memory: memoryField },
  AtomisePayload: {
    parent: async ({ parent }, _args, context, info) =>
      parent && (await hydrate([parent], info.fieldNodes, context, info))[0],
    atoms: async ({ atoms }, _args, context, info) => present(await hydrate(atoms, info.fieldNodes, context, info)),
  },
  ReflectionTree: {
    root: ({ root }, args, context, info) => requiredMemory({ memory: root }, args, context, info),
    nodes: (tree, _args, context, info) => withMemories(tree.nodes, context, info),
  },
  Subgraph: {
    nodes: async ({ nodes }, _args, context, info) => present(await hydrate(nodes, info.fieldNodes, context, info)),
  },
  MemoryPath: {
    memories: async ({ memories }, _args, context, info) =>
      present(await hydrate(memories, info.fieldNodes, context, info)),
  },
  Traversal: { nodes: (traversal, _args, context, info) => withMemories(traversal.nodes, context, info) },
  Entity: {
    memory: async ({ memory }, _args, context, info) => {
      const [hydrated] = await hydrate([memory], info.fieldNodes, context, info);
      if (!hydrated) throw notFound('memory', memory.id);
      return hydrated;
    },
  },
  RegisterEntityPayload: { memory: memoryField },
  RegisterAgentPayload: { agent: agentField },
  RevokeAgentKeyPayload: { agent: agentField },
  ...governanceFields,
  GraphEvent: { __resolveType: ({ __typename }) => __typename },
  PostStoreEvent: { memory: memoryField },
  PostUpdateEvent: { memory: memoryField },
  PostRestoreEvent: { memory: memoryField },
  PostPromoteEvent: { memory: memoryField },
  PostReflectEvent: { memory: memoryField },
} satisfies Omit<Resolvers, 'Memory'> & { Memory: object };
