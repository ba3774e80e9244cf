import { auditTrail } from '../audit/trail.ts';
import { verifyAuditChain } from '../audit/verifyChain.ts';
import { entity } from '../entity/find.ts';
import type { QueryListMemoriesArgs, Resolvers } from '../generated/resolverTypes.ts';
import { effectivePolicy } from '../governance/effective.ts';
import { paths } from '../graph/paths.ts';
import { hookExecutions } from '../hookRegistry/executions.ts';
import { hookLayers, hooks, skippedHooks } from '../hookRegistry/list.ts';
import { subgraph } from '../graph/subgraph.ts';
import { traverse } from '../graph/traverse.ts';
import { archivedMemories } from '../memory/archived.ts';
import { timeline } from '../link/timeline.ts';
import { checkDuplicate } from '../memory/checkDuplicate.ts';
import { listMemories } from '../memory/list.ts';
import { purges } from '../memory/purges.ts';
import { recall } from '../memory/recall.ts';
import { searchMemories } from '../memory/search.ts';
import { stats } from '../memory/stats.ts';
import { taxonomy } from '../namespace/taxonomy.ts';
import { approvals } from '../pending/inbox.ts';
import { pendingActions } from '../pending/list.ts';
import { quotaUsage } from '../quota/usage.ts';
import { reflectionTree } from '../reflection/tree.ts';
import { agentById } from './agentById.ts';
import { verifyLink } from '../signature/verifyLink.ts';
import { verifyMemory } from '../signature/verifyMemory.ts';
import { verifyReflectionTree } from '../signature/verifyReflectionTree.ts';
import { hydrate } from './hydrate.ts';
import { operation } from './operationField.ts';
import { taken } from './operationField.ts';

/** What answers each query that the generated schema does not answer by itself: one line an operation. */
export const queries = {
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
} satisfies Resolvers['Query'];
