import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { mergeTypeDefs } from '@graphql-tools/merge';
import { parse, visit } from 'graphql';
import { typeDefinitions } from '../../src/generated/typeDefinitions.ts';
import type { GeneratedFile } from './generatedFile.mjs';

const PATH = 'src/generated/resolverTypes.ts';

/** The part of an event that has a resolver of its own. */
const WITH_MEMORY = '{ readonly memory: StoredMemory | null }';

/** What our resolvers answer with, where that is not the GraphQL type itself. */
const MAPPERS = {
  Memory: '../schema/hydrate.ts#Hydrated',
  MemoryLink: '../link/memoryLink.ts#MemoryLink as Link',
  PendingAction: '../pending/pendingAction.ts#PendingAction as Pending',
  ApprovalPage: '../pending/inbox.ts#InboxPage',
  OperationError: '../memory/storeMany.ts#OperationErrorData',
  StoreMemoryPayload: '../memory/storeResult.ts#StoreResult',
  StoreMemoriesPayload: '../memory/storeMany.ts#StoreManyResult',
  StoreMemoryResult: '../memory/storeMany.ts#StoreManyRow',
  DecayConfidencePayload: '../memory/decayConfidence.ts#DecayResult',
  PromoteMemoryPayload: '../memory/promote.ts#PromoteResult',
  DecidePayload: '../pending/decide.ts#Decided',
  UpdateMemoryPayload: '../memory/update.ts#UpdateResult',
  DeleteMemoryPayload: '../memory/delete.ts#DeleteResult',
  ForgetPayload: '../memory/forget.ts#ForgetResult',
  RestoreMemoryPayload: '../memory/restore.ts#RestoreResult',
  ArchivePage: '../memory/archived.ts#ArchivePage as PageOfArchive',
  ArchivedMemory: '../memory/archived.ts#ArchivedMemory as Archived',
  Purge: '../memory/removeForGood.ts#Purge as KeptPurge',
  PurgeArchivePayload: '../memory/purge.ts#PurgeResult',
  LinkMemoriesPayload: '../link/link.ts#LinkResult',
  AtomisePayload: '../memory/atomise.ts#AtomiseResult',
  ReflectPayload: '../reflection/reflect.ts#ReflectResult',
  RecallResult: '../memory/recall.ts#RecallAnswer',
  SearchResult: '../memory/search.ts#SearchAnswer',
  DuplicateCheck: '../memory/checkDuplicate.ts#DuplicateAnswer',
  DuplicateCandidate: '{ readonly memory: StoredMemory }',
  MemoryPage: '../memory/list.ts#ListAnswer',
  ReflectionTree: '../reflection/tree.ts#ReflectionTreeAnswer',
  Subgraph: '../graph/subgraph.ts#SubgraphAnswer',
  Entity: '../entity/find.ts#EntityAnswer',
  Agent: '{}',
  RegisterAgentPayload: '../agent/register.ts#RegisteredAgent',
  RevokeAgentKeyPayload: '../agent/register.ts#RegisteredAgent as AgentOfKey',
  RegisterEntityPayload: '../entity/registerResult.ts#RegisterResult',
  MemoryPaths: '../graph/paths.ts#PathsAnswer',
  MemoryPath: '../graph/paths.ts#MemoryPath as Path',
  Traversal: '../graph/traverse.ts#TraversalAnswer',
  Timeline: '../link/timeline.ts#TimelineAnswer',
  Taxonomy: '../namespace/taxonomy.ts#TaxonomyAnswer',
  Stats: '../memory/stats.ts#StatsAnswer',
  EffectivePolicy: '../governance/effectivePolicy.ts#EffectivePolicy as Effective',
  EffectiveApprover: '../governance/effectivePolicy.ts#EffectiveApprover as ApproverInForce',
  NamespacePayload: '../governance/changePolicy.ts#NamespaceResult',
  Namespace: 'object',
  GraphEvent: '../event/graphEvent.ts#GraphEvent as Event',
  PostStoreEvent: WITH_MEMORY,
  PostUpdateEvent: WITH_MEMORY,
  PostRestoreEvent: WITH_MEMORY,
  PostPromoteEvent: WITH_MEMORY,
  PostReflectEvent: WITH_MEMORY,
};

/**
 * Types of the resolvers of all that schema/ declares, so that the compiler knows when SDL and resolvers part. What
 * the library adds to it (filters, pages, aggregates) it resolves itself, so it is left out.
 */
export async function resolverTypes(): Promise<GeneratedFile> {
  const declared = mergeTypeDefs(typeDefinitions.map((text) => visit(parse(text), { Directive: () => null })));
  const text = await codegen({
    filename: PATH,
    schema: declared,
    documents: [],
    config: {},
    pluginMap: { typescript, resolvers },
    plugins: [
      { typescript: { enumsAsTypes: true, immutableTypes: true, disableDescriptions: true, ...SHARED } },
      { resolvers: { contextType: '../schema/context.ts#GraphContext', mappers: MAPPERS, ...SHARED } },
    ],
  });
  return { path: PATH, text: `${HEAD}${text}` };
}

const HEAD = `// Generated from schema/ by \`npm run generate\`. Do not edit.
import type { Memory as StoredMemory } from '../memory/memory.ts';
`;

const SHARED = {
  useTypeImports: true,
  importExtension: '.ts',
  scalars: { ID: 'string', DateTime: { input: 'unknown', output: 'string' }, JSON: 'unknown' },
  maybeValue: 'T | null | undefined',
  inputMaybeValue: 'T | null | undefined',
};
