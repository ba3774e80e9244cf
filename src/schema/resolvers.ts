import type { GraphQLResolveInfo } from 'graphql';
import { registerAgent } from '../agent/register.ts';
import { auditTrail } from '../audit/trail.ts';
import { verifyAuditChain } from '../audit/verifyChain.ts';
import { entity } from '../entity/find.ts';
import { registerEntity } from '../entity/register.ts';
import { notFound } from '../errors.ts';
import type {
  MutationAtomiseArgs,
  MutationCalibrateConfidenceArgs,
  MutationDecayConfidenceArgs,
  MutationInvalidateLinkArgs,
  MutationPromoteMemoryArgs,
  MutationRejectPendingActionArgs,
  MutationSetGovernancePolicyArgs,
  MutationSetNamespaceStandardArgs,
  MutationUpdateMemoryArgs,
  QueryListMemoriesArgs,
  Resolvers,
} from '../generated/resolverTypes.ts';
import { clearNamespaceStandard } from '../governance/clearStandard.ts';
import { effectivePolicy } from '../governance/effective.ts';
import { setGovernancePolicy } from '../governance/setPolicy.ts';
import { setNamespaceStandard } from '../governance/setStandard.ts';
import { paths } from '../graph/paths.ts';
import { hookExecutions } from '../hookRegistry/executions.ts';
import { hookLayers, hooks, skippedHooks } from '../hookRegistry/list.ts';
import { reloadHooks } from '../hookRegistry/reload.ts';
import { testHook } from '../hookRegistry/tryHook.ts';
import { subgraph } from '../graph/subgraph.ts';
import { traverse } from '../graph/traverse.ts';
import { invalidateLink } from '../link/invalidate.ts';
import { linkMemories } from '../link/link.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import { archivedMemories } from '../memory/archived.ts';
import { timeline } from '../link/timeline.ts';
import { checkDuplicate } from '../memory/checkDuplicate.ts';
import { atomise } from '../memory/atomise.ts';
import { potentialContradictions } from '../memory/contradictions.ts';
import { calibrateConfidence } from '../memory/calibrateConfidence.ts';
import { decayConfidence } from '../memory/decayConfidence.ts';
import { deleteMemory } from '../memory/delete.ts';
import { forgetMemories } from '../memory/forget.ts';
import { listMemories } from '../memory/list.ts';
import type { Memory } from '../memory/memory.ts';
import { purgeArchive } from '../memory/purge.ts';
import { purges } from '../memory/purges.ts';
import { promoteMemory } from '../memory/promote.ts';
import { recall } from '../memory/recall.ts';
import { restoreMemory } from '../memory/restore.ts';
import { searchMemories } from '../memory/search.ts';
import { stats } from '../memory/stats.ts';
import { storeMemory } from '../memory/store.ts';
import { storeMemories } from '../memory/storeMany.ts';
import { updateMemory } from '../memory/update.ts';
import { taxonomy } from '../namespace/taxonomy.ts';
import { approvePendingAction, rejectPendingAction } from '../pending/decide.ts';
import { approvals } from '../pending/inbox.ts';
import { pendingActions } from '../pending/list.ts';
import { quotaUsage } from '../quota/usage.ts';
import { reflect } from '../reflection/reflect.ts';
import { reflectionTree } from '../reflection/tree.ts';
import { agentById } from './agentById.ts';
import { verifyLink } from '../signature/verifyLink.ts';
import { verifyMemory } from '../signature/verifyMemory.ts';
import { verifyReflectionTree } from '../signature/verifyReflectionTree.ts';
import { isAnswered } from './answered.ts';
import { archivedInHand } from './archivedInHand.ts';
import type { GraphContext } from './context.ts';
import { explain } from './explain.ts';
import { hydrate, memoryNodes, type Hydrated } from './hydrate.ts';
import { JSONValue } from './json.ts';
import { listFields } from './listFields.ts';
import { memoryFields } from './memoryFields.ts';
import { operation, type Resolve } from './operationField.ts';
import { governanceFields } from './governanceFields.ts';
import { subscriptions } from './subscriptions.ts';

const taken = <Input>({ input }: { input: Input }): Input => input;

/** A field that holds one memory, or none. */
const memoryField: Resolve<unknown, { memory: Memory | null }, Promise<Hydrated | null | undefined>> = async (
  { memory },
  _args,
  context,
  info,
) => memory && (await hydrate([memory], info.fieldNodes, context, info))[0];

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
  Query: {
    memory: async (_source, { id }, context, info) => {
      const memory = await context.memories.load(id);
      return memory && (await hydrate([memory], info.fieldNodes, context, info))[0];
    },
    recall: operation(recall, taken),
    searchMemories: operation(searchMemories, taken),
    checkDuplicate: operation(checkDuplicate, (args) => args),
    listMemories: operation(listMemories, ({ input, ...page }: QueryListMemoriesArgs) => ({ ...input, ...page })),
    reflectionTree: operation(reflectionTree, (args) => args),
    subgraph: operation(subgraph, (args) => args),
    paths: operation(paths, (args) => args),
    traverse: operation(traverse, (args) => args),
    timeline: operation(timeline, (args) => args),
    taxonomy: operation(taxonomy, (args) => args),
    entity: operation(entity, (args) => args),
    effectivePolicy: operation(effectivePolicy, (args) => args),
    stats: operation(stats, (args) => args),
    agent: (_source, { id }, context, info) => agentById(id, context, info),
    pendingActions: operation(pendingActions, (args) => args),
    approvals: operation(approvals, (args) => args),
    quotaUsage: operation(quotaUsage, (args) => args),
    archivedMemories: operation(archivedMemories, (args) => args),
    purges: operation(purges, (args) => args),
    hooks: operation(hooks, (args) => args),
    hookLayers: operation(hookLayers, (args) => args),
    skippedHooks: operation(skippedHooks, (args) => args),
    hookExecutions: operation(hookExecutions, (args) => args),
    verifyMemory: operation(verifyMemory, (args) => args),
    verifyLink: operation(verifyLink, taken),
    verifyReflectionTree: operation(verifyReflectionTree, (args) => args),
    verifyAuditChain: operation(verifyAuditChain, (args) => args),
    auditTrail: operation(auditTrail, (args) => args),
  },
  Mutation: {
    storeMemory: operation(storeMemory, taken),
    storeMemories: (_source, { inputs, idempotencyKey }, context) =>
      storeMemories(inputs, { ...context.operation, idempotencyKey: idempotencyKey ?? undefined }, explain(context)),
    updateMemory: operation(updateMemory, ({ id, input, expectedVersion }: MutationUpdateMemoryArgs) => {
      const { editSource, ...fields } = input;
      return { id, fields, expectedVersion, editSource };
    }),
    promoteMemory: operation(promoteMemory, ({ id, toTier, toNamespace }: MutationPromoteMemoryArgs) => ({
      id,
      toTier,
      toNamespace,
    })),
    calibrateConfidence: operation(calibrateConfidence, ({ namespace, limit }: MutationCalibrateConfidenceArgs) => ({
      namespace,
      limit,
    })),
    decayConfidence: operation(decayConfidence, ({ namespace, limit }: MutationDecayConfidenceArgs) => ({
      namespace,
      limit,
    })),
    deleteMemory: operation(deleteMemory, ({ id }: { id: string }) => ({ id })),
    forgetMemories: operation(forgetMemories, taken),
    restoreMemory: operation(restoreMemory, ({ id }: { id: string }) => ({ id })),
    purgeArchive: operation(purgeArchive, (args) => args),
    linkMemories: operation(linkMemories, taken),
    invalidateLink: operation(invalidateLink, ({ input, validUntil }: MutationInvalidateLinkArgs) => ({
      ...input,
      validUntil,
    })),
    registerAgent: operation(registerAgent, taken),
    registerEntity: operation(registerEntity, taken),
    reflect: operation(reflect, taken),
    atomise: operation(atomise, ({ id, maxAtomTokens }: MutationAtomiseArgs) => ({ id, maxAtomTokens })),
    approvePendingAction: operation(approvePendingAction, ({ id }: { id: string }) => ({ id })),
    rejectPendingAction: operation(rejectPendingAction, ({ id, reason }: MutationRejectPendingActionArgs) => ({
      id,
      reason,
    })),
    setGovernancePolicy: operation(setGovernancePolicy, ({ namespace, policy }: MutationSetGovernancePolicyArgs) => ({
      namespace,
      policy,
    })),
    setNamespaceStandard: operation(
      setNamespaceStandard,
      ({ namespace, memoryId, parentNamespace }: MutationSetNamespaceStandardArgs) => ({
        namespace,
        memoryId,
        parentNamespace,
      }),
    ),
    clearNamespaceStandard: operation(clearNamespaceStandard, ({ namespace }: { namespace: string }) => ({
      namespace,
    })),
    reloadHooks: operation(reloadHooks, () => ({})),
    testHook: operation(testHook, ({ id, payload }: { id: string; payload: unknown }) => ({ id, payload })),
  },
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
  RegisterAgentPayload: {
    agent: async ({ agentId }, _args, context, info) => agentId && (await agentById(agentId, context, info)),
  },
  ...governanceFields,
  GraphEvent: { __resolveType: ({ __typename }) => __typename },
  PostStoreEvent: { memory: memoryField },
  PostUpdateEvent: { memory: memoryField },
  PostRestoreEvent: { memory: memoryField },
  PostPromoteEvent: { memory: memoryField },
  PostReflectEvent: { memory: memoryField },
} satisfies Omit<Resolvers, 'Memory'> & { Memory: object };
