// Generated from schema/ by `npm run generate`. Do not edit.
import type { Memory as StoredMemory } from '../memory/memory.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Hydrated } from '../schema/hydrate.ts';
import type { MemoryLink as Link } from '../link/memoryLink.ts';
import type { PendingAction as Pending } from '../pending/pendingAction.ts';
import type { InboxPage } from '../pending/inbox.ts';
import type { OperationErrorData, StoreManyResult, StoreManyRow } from '../memory/storeMany.ts';
import type { StoreResult } from '../memory/storeResult.ts';
import type { DecayResult } from '../memory/decayConfidence.ts';
import type { PromoteResult } from '../memory/promote.ts';
import type { Decided } from '../pending/decide.ts';
import type { UpdateResult } from '../memory/update.ts';
import type { DeleteResult } from '../memory/delete.ts';
import type { ForgetResult } from '../memory/forget.ts';
import type { RestoreResult } from '../memory/restore.ts';
import type { ArchivePage as PageOfArchive, ArchivedMemory as Archived } from '../memory/archived.ts';
import type { Purge as KeptPurge } from '../memory/removeForGood.ts';
import type { PurgeResult } from '../memory/purge.ts';
import type { LinkResult } from '../link/link.ts';
import type { AtomiseResult } from '../memory/atomise.ts';
import type { ReflectResult } from '../reflection/reflect.ts';
import type { RecallAnswer } from '../memory/recall.ts';
import type { SearchAnswer } from '../memory/search.ts';
import type { DuplicateAnswer } from '../memory/checkDuplicate.ts';
import type { ListAnswer } from '../memory/list.ts';
import type { ReflectionTreeAnswer } from '../reflection/tree.ts';
import type { SubgraphAnswer } from '../graph/subgraph.ts';
import type { EntityAnswer } from '../entity/find.ts';
import type { RegisteredAgent, RegisteredAgent as AgentOfKey } from '../agent/register.ts';
import type { RegisterResult } from '../entity/registerResult.ts';
import type { PathsAnswer, MemoryPath as Path } from '../graph/paths.ts';
import type { TraversalAnswer } from '../graph/traverse.ts';
import type { TimelineAnswer } from '../link/timeline.ts';
import type { TaxonomyAnswer } from '../namespace/taxonomy.ts';
import type { StatsAnswer } from '../memory/stats.ts';
import type { EffectivePolicy as Effective, EffectiveApprover as ApproverInForce } from '../governance/effectivePolicy.ts';
import type { NamespaceResult } from '../governance/changePolicy.ts';
import type { GraphEvent as Event } from '../event/graphEvent.ts';
import type { GraphContext } from '../schema/context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  /** The `ID` scalar type represents a unique identifier, often used to refetch an object or as key for a cache. The ID type appears in a JSON response as a String; however, it is not intended to be human-readable. When expected as an input type, any string (such as `"4"`) or integer (such as `4`) input value will be accepted as an ID. */
  ID: { input: string; output: string; }
  /** The `String` scalar type represents textual data, represented as UTF-8 character sequences. The String type is most often used by GraphQL to represent free-form human-readable text. */
  String: { input: string; output: string; }
  /** The `Boolean` scalar type represents `true` or `false`. */
  Boolean: { input: boolean; output: boolean; }
  /** The `Int` scalar type represents non-fractional signed whole numeric values. Int can represent values between -(2^31) and 2^31 - 1. */
  Int: { input: number; output: number; }
  /** The `Float` scalar type represents signed double-precision fractional values as specified by [IEEE 754](https://en.wikipedia.org/wiki/IEEE_floating_point). */
  Float: { input: number; output: number; }
  DateTime: { input: unknown; output: string; }
  JSON: { input: unknown; output: unknown; }
};

export type Agent = {
  readonly __typename?: 'Agent';
  readonly agentId: Scalars['String']['output'];
  readonly agentType: Scalars['String']['output'];
  readonly capabilities: ReadonlyArray<Scalars['String']['output']>;
  readonly homeNamespace: Scalars['String']['output'];
  readonly registeredAt: Scalars['DateTime']['output'];
  readonly lastSeenAt: Scalars['DateTime']['output'];
  readonly keys: ReadonlyArray<AgentKey>;
};

export type AgentKey = {
  readonly __typename?: 'AgentKey';
  readonly id: Scalars['ID']['output'];
  readonly publicKey: Scalars['String']['output'];
  readonly addedAt: Scalars['DateTime']['output'];
  readonly addedBy: Scalars['String']['output'];
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type RegisterAgentInput = {
  readonly agentId: Scalars['String']['input'];
  readonly agentType: Scalars['String']['input'];
  readonly capabilities?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly homeNamespace?: InputMaybe<Scalars['String']['input']>;
  readonly publicKey?: InputMaybe<Scalars['String']['input']>;
};

export type RegisterAgentPayload = {
  readonly __typename?: 'RegisterAgentPayload';
  readonly agent?: Maybe<Agent>;
  readonly pending?: Maybe<PendingAction>;
};

export type RevokeAgentKeyPayload = {
  readonly __typename?: 'RevokeAgentKeyPayload';
  readonly agent?: Maybe<Agent>;
  readonly pending?: Maybe<PendingAction>;
};

export type Query = {
  readonly __typename?: 'Query';
  readonly agent?: Maybe<Agent>;
  readonly archivedMemories: ArchivePage;
  readonly purges: ReadonlyArray<Purge>;
  readonly verifyAuditChain: AuditChainVerification;
  readonly auditTrail: AuditTrail;
  readonly checkDuplicate: DuplicateCheck;
  readonly entity?: Maybe<Entity>;
  readonly effectivePolicy: EffectivePolicy;
  readonly subgraph: Subgraph;
  readonly stats: Stats;
  readonly hooks: HookPage;
  readonly hookLayers: ReadonlyArray<HookLayer>;
  readonly skippedHooks: SkippedHookPage;
  readonly hookExecutions: HookExecutionPage;
  readonly listMemories: MemoryPage;
  readonly approvals: ApprovalPage;
  readonly pendingActions: ReadonlyArray<PendingAction>;
  readonly quotaUsage: QuotaStatus;
  readonly recall: RecallResult;
  readonly searchMemories: SearchResult;
  readonly reflectionTree: ReflectionTree;
  readonly verifyMemory: MemoryVerification;
  readonly verifyLink: LinkVerification;
  readonly verifyReflectionTree: ReflectionTreeVerification;
  readonly memory?: Maybe<Memory>;
  readonly taxonomy: Taxonomy;
  readonly paths: MemoryPaths;
  readonly traverse: Traversal;
  readonly timeline: Timeline;
};


export type QueryAgentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryArchivedMemoriesArgs = {
  namespace?: InputMaybe<Scalars['String']['input']>;
  reason?: InputMaybe<ArchiveReason>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPurgesArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryVerifyAuditChainArgs = {
  after?: InputMaybe<Scalars['Float']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAuditTrailArgs = {
  memoryId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['Float']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryCheckDuplicateArgs = {
  title: Scalars['String']['input'];
  content: Scalars['String']['input'];
  namespace?: InputMaybe<Scalars['String']['input']>;
  threshold?: InputMaybe<Scalars['Float']['input']>;
};


export type QueryEntityArgs = {
  alias: Scalars['String']['input'];
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type QueryEffectivePolicyArgs = {
  namespace: Scalars['String']['input'];
};


export type QuerySubgraphArgs = {
  around?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  namespace?: InputMaybe<Scalars['String']['input']>;
  depth?: InputMaybe<Scalars['Int']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryStatsArgs = {
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type QueryHooksArgs = {
  event?: InputMaybe<Scalars['String']['input']>;
  scope?: InputMaybe<HookScope>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QuerySkippedHooksArgs = {
  scope?: InputMaybe<HookScope>;
  reason?: InputMaybe<HookSkipReason>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryHookExecutionsArgs = {
  filter?: InputMaybe<HookExecutionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryListMemoriesArgs = {
  input: ListMemoriesInput;
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryApprovalsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


export type QueryPendingActionsArgs = {
  status?: InputMaybe<PendingStatus>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type QueryQuotaUsageArgs = {
  agentId?: InputMaybe<Scalars['String']['input']>;
  namespace: Scalars['String']['input'];
};


export type QueryRecallArgs = {
  input: RecallInput;
};


export type QuerySearchMemoriesArgs = {
  input: SearchInput;
};


export type QueryReflectionTreeArgs = {
  id: Scalars['ID']['input'];
  direction?: InputMaybe<TreeDirection>;
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
};


export type QueryVerifyMemoryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryVerifyLinkArgs = {
  input: LinkRefInput;
};


export type QueryVerifyReflectionTreeArgs = {
  id: Scalars['ID']['input'];
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryMemoryArgs = {
  id: Scalars['ID']['input'];
};


export type QueryTaxonomyArgs = {
  namespace?: InputMaybe<Scalars['String']['input']>;
  depth?: InputMaybe<Scalars['Int']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryPathsArgs = {
  from: Scalars['ID']['input'];
  to: Scalars['ID']['input'];
  maxDepth?: InputMaybe<Scalars['Int']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  relations?: InputMaybe<ReadonlyArray<LinkRelation>>;
};


export type QueryTraverseArgs = {
  from: Scalars['ID']['input'];
  depth?: InputMaybe<Scalars['Int']['input']>;
  relations?: InputMaybe<ReadonlyArray<LinkRelation>>;
  direction?: InputMaybe<LinkDirection>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
  observedBy?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  limit?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryTimelineArgs = {
  id: Scalars['ID']['input'];
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  direction?: InputMaybe<LinkDirection>;
};

export type Mutation = {
  readonly __typename?: 'Mutation';
  readonly registerAgent: RegisterAgentPayload;
  readonly revokeAgentKey: RevokeAgentKeyPayload;
  readonly forgetMemories: ForgetPayload;
  readonly restoreMemory: RestoreMemoryPayload;
  readonly purgeArchive: PurgeArchivePayload;
  readonly atomise: AtomisePayload;
  readonly calibrateConfidence: CalibrateConfidencePayload;
  readonly decayConfidence: DecayConfidencePayload;
  readonly registerEntity: RegisterEntityPayload;
  readonly setGovernancePolicy: NamespacePayload;
  readonly setNamespaceStandard: NamespacePayload;
  readonly clearNamespaceStandard: NamespacePayload;
  readonly reloadHooks: ReloadHooksPayload;
  readonly testHook: TestHookPayload;
  readonly linkMemories: LinkMemoriesPayload;
  readonly invalidateLink: LinkMemoriesPayload;
  readonly approvePendingAction: DecidePayload;
  readonly rejectPendingAction: DecidePayload;
  readonly reflect: ReflectPayload;
  readonly storeMemory: StoreMemoryPayload;
  readonly storeMemories: StoreMemoriesPayload;
  readonly updateMemory: UpdateMemoryPayload;
  readonly deleteMemory: DeleteMemoryPayload;
  readonly promoteMemory: PromoteMemoryPayload;
};


export type MutationRegisterAgentArgs = {
  input: RegisterAgentInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRevokeAgentKeyArgs = {
  agentId: Scalars['String']['input'];
  keyId: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationForgetMemoriesArgs = {
  input: ForgetInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRestoreMemoryArgs = {
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationPurgeArchiveArgs = {
  olderThanDays?: InputMaybe<Scalars['Int']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
  ids?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationAtomiseArgs = {
  id: Scalars['ID']['input'];
  maxAtomTokens?: InputMaybe<Scalars['Int']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCalibrateConfidenceArgs = {
  namespace: Scalars['String']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationDecayConfidenceArgs = {
  namespace: Scalars['String']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRegisterEntityArgs = {
  input: RegisterEntityInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetGovernancePolicyArgs = {
  namespace: Scalars['String']['input'];
  policy: GovernancePolicyInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetNamespaceStandardArgs = {
  namespace: Scalars['String']['input'];
  memoryId: Scalars['ID']['input'];
  parentNamespace?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationClearNamespaceStandardArgs = {
  namespace: Scalars['String']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationReloadHooksArgs = {
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationTestHookArgs = {
  id: Scalars['ID']['input'];
  payload: Scalars['JSON']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationLinkMemoriesArgs = {
  input: LinkInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationInvalidateLinkArgs = {
  input: LinkRefInput;
  validUntil?: InputMaybe<Scalars['DateTime']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationApprovePendingActionArgs = {
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRejectPendingActionArgs = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationReflectArgs = {
  input: ReflectInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationStoreMemoryArgs = {
  input: StoreMemoryInput;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationStoreMemoriesArgs = {
  inputs: ReadonlyArray<StoreMemoryInput>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationUpdateMemoryArgs = {
  id: Scalars['ID']['input'];
  input: UpdateMemoryInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationDeleteMemoryArgs = {
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};


export type MutationPromoteMemoryArgs = {
  id: Scalars['ID']['input'];
  toTier?: InputMaybe<Tier>;
  toNamespace?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ArchiveReason =
  | 'ARCHIVE'
  | 'FORGET'
  | 'SUPERSEDED'
  | 'TTL_EXPIRED';

export type ArchivedMemory = {
  readonly __typename?: 'ArchivedMemory';
  readonly memory: Memory;
  readonly archivedAt: Scalars['DateTime']['output'];
  readonly archiveReason: ArchiveReason;
  readonly archivedBy: Scalars['String']['output'];
};

export type ArchivedMemoryEdge = {
  readonly __typename?: 'ArchivedMemoryEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: ArchivedMemory;
};

export type ArchivePage = {
  readonly __typename?: 'ArchivePage';
  readonly edges: ReadonlyArray<ArchivedMemoryEdge>;
  readonly pageInfo: ArchivePageInfo;
};

export type ArchivePageInfo = {
  readonly __typename?: 'ArchivePageInfo';
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type ForgetInput = {
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly pattern?: InputMaybe<Scalars['String']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly dryRun?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ForgetPayload = {
  readonly __typename?: 'ForgetPayload';
  readonly archivedIds?: Maybe<ReadonlyArray<Scalars['ID']['output']>>;
  readonly count: Scalars['Int']['output'];
  readonly skippedCount: Scalars['Int']['output'];
  readonly truncated: Scalars['Boolean']['output'];
  readonly dryRun: Scalars['Boolean']['output'];
  readonly pending?: Maybe<PendingAction>;
};

export type RestoreMemoryPayload = {
  readonly __typename?: 'RestoreMemoryPayload';
  readonly memory?: Maybe<Memory>;
  readonly pending?: Maybe<PendingAction>;
};

export type Purge = {
  readonly __typename?: 'Purge';
  readonly id: Scalars['ID']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly by: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
  readonly namespace?: Maybe<Scalars['String']['output']>;
  readonly olderThanDays?: Maybe<Scalars['Int']['output']>;
};

export type PurgeArchivePayload = {
  readonly __typename?: 'PurgeArchivePayload';
  readonly purge?: Maybe<Purge>;
  readonly purgedCount: Scalars['Int']['output'];
  readonly truncated: Scalars['Boolean']['output'];
  readonly pending?: Maybe<PendingAction>;
};

export type AtomisePayload = {
  readonly __typename?: 'AtomisePayload';
  readonly parent?: Maybe<Memory>;
  readonly atoms: ReadonlyArray<Memory>;
  readonly pending?: Maybe<PendingAction>;
};

export type AuditSubject =
  | 'MEMORY'
  | 'LINK'
  | 'EVENT';

export type AuditBreakReason =
  | 'MISSING'
  | 'CHANGED'
  | 'ORDER'
  | 'HEAD'
  | 'UNFILED'
  | 'MEMORY_CHANGED'
  | 'MEMORY_MISSING'
  | 'LINK_CHANGED';

export type AuditBreak = {
  readonly __typename?: 'AuditBreak';
  readonly seq: Scalars['Float']['output'];
  readonly reason: AuditBreakReason;
};

export type AuditHead = {
  readonly __typename?: 'AuditHead';
  readonly seq: Scalars['Float']['output'];
  readonly hash: Scalars['String']['output'];
};

export type AuditChainVerification = {
  readonly __typename?: 'AuditChainVerification';
  readonly valid: Scalars['Boolean']['output'];
  readonly checked: Scalars['Int']['output'];
  readonly firstBroken?: Maybe<AuditBreak>;
  readonly head: AuditHead;
  readonly nextAfter?: Maybe<Scalars['Float']['output']>;
};

export type AuditRevision = {
  readonly __typename?: 'AuditRevision';
  readonly seq: Scalars['Float']['output'];
  readonly eventType: Scalars['String']['output'];
  readonly eventId: Scalars['ID']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor: Scalars['String']['output'];
  readonly subjectKind: AuditSubject;
  readonly subjectId?: Maybe<Scalars['ID']['output']>;
  readonly relation?: Maybe<LinkRelation>;
  readonly targetId?: Maybe<Scalars['ID']['output']>;
  readonly recordDigest?: Maybe<Scalars['String']['output']>;
  readonly prevHash?: Maybe<Scalars['String']['output']>;
  readonly hash?: Maybe<Scalars['String']['output']>;
};

export type AuditTrail = {
  readonly __typename?: 'AuditTrail';
  readonly revisions: ReadonlyArray<AuditRevision>;
  readonly nextAfter?: Maybe<Scalars['Float']['output']>;
};

export type DecayConfidencePayload = {
  readonly __typename?: 'DecayConfidencePayload';
  readonly decayedCount: Scalars['Int']['output'];
  readonly pending?: Maybe<PendingAction>;
};

export type SourceBaseline = {
  readonly __typename?: 'SourceBaseline';
  readonly source: Scalars['String']['output'];
  readonly memories: Scalars['Int']['output'];
  readonly contested: Scalars['Int']['output'];
  readonly baseline: Scalars['Float']['output'];
};

export type CalibrateConfidencePayload = {
  readonly __typename?: 'CalibrateConfidencePayload';
  readonly calibratedCount: Scalars['Int']['output'];
  readonly baselines: ReadonlyArray<SourceBaseline>;
  readonly pending?: Maybe<PendingAction>;
};

export type DuplicateCheck = {
  readonly __typename?: 'DuplicateCheck';
  readonly isDuplicate: Scalars['Boolean']['output'];
  readonly threshold: Scalars['Float']['output'];
  readonly nearest?: Maybe<DuplicateCandidate>;
  readonly candidatesScanned: Scalars['Int']['output'];
  readonly degraded: Scalars['Boolean']['output'];
};

export type DuplicateCandidate = {
  readonly __typename?: 'DuplicateCandidate';
  readonly memory: Memory;
  readonly similarity: Scalars['Float']['output'];
};

export type Entity = {
  readonly __typename?: 'Entity';
  readonly memory: Memory;
  readonly aliases: ReadonlyArray<Scalars['String']['output']>;
};

export type RegisterEntityInput = {
  readonly canonicalName: Scalars['String']['input'];
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly aliases?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly scope?: InputMaybe<Scope>;
};

export type RegisterEntityPayload = {
  readonly __typename?: 'RegisterEntityPayload';
  readonly memory?: Maybe<Memory>;
  readonly aliases: ReadonlyArray<Scalars['String']['output']>;
  readonly created: Scalars['Boolean']['output'];
  readonly pending?: Maybe<PendingAction>;
};

export type EventType =
  | 'POST_STORE'
  | 'POST_UPDATE'
  | 'POST_DELETE'
  | 'POST_ARCHIVE'
  | 'POST_RESTORE'
  | 'POST_PROMOTE'
  | 'POST_LINK'
  | 'POST_LINK_INVALIDATE'
  | 'POST_REFLECT'
  | 'POST_CONSOLIDATE'
  | 'POST_GOVERNANCE_DECISION'
  | 'PENDING_ACTION_CHANGED'
  | 'POST_TRANSCRIPT_STORE'
  | 'ON_INDEX_EVICTION'
  | 'ON_COMPACTION_ROLLBACK'
  | 'POST_RECALL'
  | 'POST_SEARCH'
  | 'CAUGHT_UP';

export type GraphEvent = {
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
};

export type PostStoreEvent = GraphEvent & {
  readonly __typename?: 'PostStoreEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memory?: Maybe<Memory>;
};

export type PostUpdateEvent = GraphEvent & {
  readonly __typename?: 'PostUpdateEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memory?: Maybe<Memory>;
  readonly changed: ReadonlyArray<Scalars['String']['output']>;
};

export type PostDeleteEvent = GraphEvent & {
  readonly __typename?: 'PostDeleteEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memoryId: Scalars['ID']['output'];
};

export type PostArchiveEvent = GraphEvent & {
  readonly __typename?: 'PostArchiveEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memoryId: Scalars['ID']['output'];
  readonly reason: ArchiveReason;
};

export type PostRestoreEvent = GraphEvent & {
  readonly __typename?: 'PostRestoreEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memory?: Maybe<Memory>;
};

export type PostPromoteEvent = GraphEvent & {
  readonly __typename?: 'PostPromoteEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memoryId: Scalars['ID']['output'];
  readonly fromTier: Tier;
  readonly toTier: Tier;
  readonly toNamespace?: Maybe<Scalars['String']['output']>;
  readonly memory?: Maybe<Memory>;
};

export type PostLinkEvent = GraphEvent & {
  readonly __typename?: 'PostLinkEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly link: MemoryLink;
};

export type PostLinkInvalidateEvent = GraphEvent & {
  readonly __typename?: 'PostLinkInvalidateEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly link: MemoryLink;
};

export type PostReflectEvent = GraphEvent & {
  readonly __typename?: 'PostReflectEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly memory?: Maybe<Memory>;
  readonly reflectsOn: ReadonlyArray<Scalars['ID']['output']>;
  readonly reflectionDepth: Scalars['Int']['output'];
};

export type PostRecallEvent = GraphEvent & {
  readonly __typename?: 'PostRecallEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly recallId: Scalars['ID']['output'];
  readonly query: Scalars['String']['output'];
  readonly memoryIds: ReadonlyArray<Scalars['ID']['output']>;
  readonly tokensUsed: Scalars['Int']['output'];
};

export type PostSearchEvent = GraphEvent & {
  readonly __typename?: 'PostSearchEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly query: Scalars['String']['output'];
  readonly memoryIds: ReadonlyArray<Scalars['ID']['output']>;
};

export type CaughtUpEvent = GraphEvent & {
  readonly __typename?: 'CaughtUpEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
};

export type PostGovernanceDecisionEvent = GraphEvent & {
  readonly __typename?: 'PostGovernanceDecisionEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly action: GovernedAction;
  readonly agentId: Scalars['String']['output'];
  readonly outcome: GovernanceOutcome;
  readonly level?: Maybe<GovernanceLevel>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly pendingId?: Maybe<Scalars['ID']['output']>;
  readonly memoryId?: Maybe<Scalars['ID']['output']>;
};

export type Subscription = {
  readonly __typename?: 'Subscription';
  readonly events: GraphEvent;
  readonly postStore: PostStoreEvent;
  readonly postUpdate: PostUpdateEvent;
  readonly postLink: PostLinkEvent;
  readonly postLinkInvalidate: PostLinkInvalidateEvent;
  readonly postDelete: PostDeleteEvent;
  readonly postArchive: PostArchiveEvent;
  readonly postRestore: PostRestoreEvent;
  readonly postPromote: PostPromoteEvent;
  readonly postReflect: PostReflectEvent;
  readonly postGovernanceDecision: PostGovernanceDecisionEvent;
  readonly postRecall: PostRecallEvent;
  readonly postSearch: PostSearchEvent;
  readonly hookExecuted: HookExecutionRecord;
  readonly pendingActionChanged: PendingActionChangedEvent;
};


export type SubscriptionEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  types?: InputMaybe<ReadonlyArray<EventType>>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostStoreArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostUpdateArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostLinkArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostLinkInvalidateArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostDeleteArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostArchiveArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostRestoreArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostPromoteArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostReflectArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostGovernanceDecisionArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostRecallArgs = {
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPostSearchArgs = {
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionHookExecutedArgs = {
  hookId?: InputMaybe<Scalars['ID']['input']>;
  event?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};


export type SubscriptionPendingActionChangedArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  namespace?: InputMaybe<Scalars['String']['input']>;
};

export type GovernanceLevel =
  | 'ANY'
  | 'REGISTERED'
  | 'OWNER'
  | 'APPROVE';

export type GovernanceOutcome =
  | 'ALLOW'
  | 'DENY'
  | 'ASK';

export type ApproverInput = {
  readonly human?: InputMaybe<Scalars['Boolean']['input']>;
  readonly agent?: InputMaybe<Scalars['String']['input']>;
  readonly consensus?: InputMaybe<Scalars['Int']['input']>;
};

export type GovernancePolicyInput = {
  readonly write?: InputMaybe<GovernanceLevel>;
  readonly promote?: InputMaybe<GovernanceLevel>;
  readonly delete?: InputMaybe<GovernanceLevel>;
  readonly update?: InputMaybe<GovernanceLevel>;
  readonly link?: InputMaybe<GovernanceLevel>;
  readonly consolidate?: InputMaybe<GovernanceLevel>;
  readonly approver?: InputMaybe<ApproverInput>;
  readonly inherit?: InputMaybe<Scalars['Boolean']['input']>;
  readonly maxReflectionDepth?: InputMaybe<Scalars['Int']['input']>;
  readonly requireApprovalAboveDepth?: InputMaybe<Scalars['Int']['input']>;
};

export type EffectiveLevel = {
  readonly __typename?: 'EffectiveLevel';
  readonly value: GovernanceLevel;
  readonly sourceNamespace?: Maybe<Scalars['String']['output']>;
  readonly policyId?: Maybe<Scalars['ID']['output']>;
};

export type EffectiveApprover = {
  readonly __typename?: 'EffectiveApprover';
  readonly human: Scalars['Boolean']['output'];
  readonly agent?: Maybe<Scalars['String']['output']>;
  readonly consensus?: Maybe<Scalars['Int']['output']>;
  readonly sourceNamespace?: Maybe<Scalars['String']['output']>;
  readonly policyId?: Maybe<Scalars['ID']['output']>;
};

export type EffectiveDepth = {
  readonly __typename?: 'EffectiveDepth';
  readonly value?: Maybe<Scalars['Int']['output']>;
  readonly sourceNamespace?: Maybe<Scalars['String']['output']>;
  readonly policyId?: Maybe<Scalars['ID']['output']>;
};

export type EffectivePolicy = {
  readonly __typename?: 'EffectivePolicy';
  readonly namespace: Scalars['String']['output'];
  readonly version: Scalars['Int']['output'];
  readonly chain: ReadonlyArray<Scalars['String']['output']>;
  readonly write: EffectiveLevel;
  readonly promote: EffectiveLevel;
  readonly delete: EffectiveLevel;
  readonly update: EffectiveLevel;
  readonly link: EffectiveLevel;
  readonly consolidate: EffectiveLevel;
  readonly approver: EffectiveApprover;
  readonly maxReflectionDepth: EffectiveDepth;
  readonly requireApprovalAboveDepth: EffectiveDepth;
  readonly standardOwner?: Maybe<Scalars['String']['output']>;
};

export type NamespacePayload = {
  readonly __typename?: 'NamespacePayload';
  readonly namespace?: Maybe<Namespace>;
  readonly policy?: Maybe<EffectivePolicy>;
  readonly pending?: Maybe<PendingAction>;
};

export type Subgraph = {
  readonly __typename?: 'Subgraph';
  readonly nodes: ReadonlyArray<Memory>;
  readonly links: ReadonlyArray<MemoryLink>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type TierCount = {
  readonly __typename?: 'TierCount';
  readonly tier: Tier;
  readonly count: Scalars['Int']['output'];
};

export type NamespaceCount = {
  readonly __typename?: 'NamespaceCount';
  readonly namespace: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
};

export type Stats = {
  readonly __typename?: 'Stats';
  readonly total: Scalars['Int']['output'];
  readonly byTier: ReadonlyArray<TierCount>;
  readonly byNamespace: ReadonlyArray<NamespaceCount>;
  readonly expiringSoon: Scalars['Int']['output'];
  readonly linksCount: Scalars['Int']['output'];
  readonly storeSizeBytes?: Maybe<Scalars['Float']['output']>;
};

export type HookScope =
  | 'MANAGED'
  | 'PROJECT'
  | 'USER';

export type HookFailMode =
  | 'OPEN'
  | 'CLOSED';

export type HookSkipReason =
  | 'INVALID_SCHEMA'
  | 'UNSUPPORTED_VERSION'
  | 'DUPLICATE_ID'
  | 'MISSING_EXECUTABLE'
  | 'INVALID_MATCHER';

export type HookMatcherType =
  | 'EXACT'
  | 'GLOB'
  | 'REGEX';

export type HookMatcher = {
  readonly __typename?: 'HookMatcher';
  readonly type: HookMatcherType;
  readonly value: Scalars['String']['output'];
};

export type HookMatchers = {
  readonly __typename?: 'HookMatchers';
  readonly toolNames: ReadonlyArray<HookMatcher>;
  readonly sources: ReadonlyArray<HookMatcher>;
  readonly paths: ReadonlyArray<HookMatcher>;
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
};

export type Hook = {
  readonly __typename?: 'Hook';
  readonly id: Scalars['ID']['output'];
  readonly event: Scalars['String']['output'];
  readonly scope: HookScope;
  readonly rank: Scalars['Int']['output'];
  readonly sourcePath?: Maybe<Scalars['String']['output']>;
  readonly url?: Maybe<Scalars['String']['output']>;
  readonly command?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly workingDirectory: Scalars['String']['output'];
  readonly environment: ReadonlyArray<Scalars['String']['output']>;
  readonly mode: Scalars['String']['output'];
  readonly priority: Scalars['Int']['output'];
  readonly timeoutMs: Scalars['Int']['output'];
  readonly enabled: Scalars['Boolean']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly failMode: HookFailMode;
  readonly allowParallel: Scalars['Boolean']['output'];
  readonly matchers?: Maybe<HookMatchers>;
  readonly notes?: Maybe<Scalars['String']['output']>;
  readonly firesIn?: Maybe<Scalars['String']['output']>;
  readonly note?: Maybe<Scalars['String']['output']>;
};

export type HookEdge = {
  readonly __typename?: 'HookEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: Hook;
};

export type HookPage = {
  readonly __typename?: 'HookPage';
  readonly edges: ReadonlyArray<HookEdge>;
  readonly totalCount: Scalars['Int']['output'];
  readonly pageInfo: HookPageInfo;
};

export type HookPageInfo = {
  readonly __typename?: 'HookPageInfo';
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type HookFile = {
  readonly __typename?: 'HookFile';
  readonly path: Scalars['String']['output'];
  readonly checksum: Scalars['String']['output'];
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly stale: Scalars['Boolean']['output'];
};

export type HookLayer = {
  readonly __typename?: 'HookLayer';
  readonly scope: HookScope;
  readonly rank: Scalars['Int']['output'];
  readonly path: Scalars['String']['output'];
  readonly checksum?: Maybe<Scalars['String']['output']>;
  readonly loadedHooks: Scalars['Int']['output'];
  readonly stale: Scalars['Boolean']['output'];
  readonly errors: ReadonlyArray<Scalars['String']['output']>;
  readonly files: ReadonlyArray<HookFile>;
  readonly skippedHooks: ReadonlyArray<SkippedHook>;
};

export type SkippedHook = {
  readonly __typename?: 'SkippedHook';
  readonly hookId?: Maybe<Scalars['ID']['output']>;
  readonly scope: HookScope;
  readonly path: Scalars['String']['output'];
  readonly reason: HookSkipReason;
  readonly details: Scalars['String']['output'];
};

export type SkippedHookEdge = {
  readonly __typename?: 'SkippedHookEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: SkippedHook;
};

export type SkippedHookPage = {
  readonly __typename?: 'SkippedHookPage';
  readonly edges: ReadonlyArray<SkippedHookEdge>;
  readonly totalCount: Scalars['Int']['output'];
  readonly pageInfo: HookPageInfo;
};

export type ReloadHooksPayload = {
  readonly __typename?: 'ReloadHooksPayload';
  readonly changed: Scalars['Boolean']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly layers: ReadonlyArray<HookLayer>;
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly pending?: Maybe<PendingAction>;
};

export type HookDecision =
  | 'ALLOW'
  | 'MODIFY'
  | 'DENY'
  | 'ASK_USER'
  | 'SKIPPED';

export type HookExecutionRecord = {
  readonly __typename?: 'HookExecutionRecord';
  readonly id: Scalars['ID']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly event: Scalars['String']['output'];
  readonly hookId: Scalars['ID']['output'];
  readonly scope: HookScope;
  readonly precedenceRank: Scalars['Int']['output'];
  readonly decision: HookDecision;
  readonly overridden: Scalars['Boolean']['output'];
  readonly durationMs: Scalars['Float']['output'];
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly stdout: ReadonlyArray<Scalars['String']['output']>;
  readonly stderr: ReadonlyArray<Scalars['String']['output']>;
  readonly payloadHash: Scalars['String']['output'];
  readonly namespace?: Maybe<Scalars['String']['output']>;
  readonly agentId?: Maybe<Scalars['String']['output']>;
  readonly trigger?: Maybe<Scalars['String']['output']>;
  readonly memoryId?: Maybe<Scalars['ID']['output']>;
};

export type HookExecutionEdge = {
  readonly __typename?: 'HookExecutionEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: HookExecutionRecord;
};

export type HookExecutionPage = {
  readonly __typename?: 'HookExecutionPage';
  readonly edges: ReadonlyArray<HookExecutionEdge>;
  readonly pageInfo: HookPageInfo;
};

export type HookExecutionFilter = {
  readonly hookId?: InputMaybe<Scalars['ID']['input']>;
  readonly event?: InputMaybe<Scalars['String']['input']>;
  readonly scope?: InputMaybe<HookScope>;
  readonly decision?: InputMaybe<HookDecision>;
  readonly memoryId?: InputMaybe<Scalars['ID']['input']>;
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly agentId?: InputMaybe<Scalars['String']['input']>;
  readonly since?: InputMaybe<Scalars['DateTime']['input']>;
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
};

export type TestHookPayload = {
  readonly __typename?: 'TestHookPayload';
  readonly decision: HookDecision;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly code?: Maybe<Scalars['Int']['output']>;
  readonly prompt?: Maybe<Scalars['String']['output']>;
  readonly delta?: Maybe<Scalars['JSON']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly durationMs: Scalars['Float']['output'];
  readonly stdout: ReadonlyArray<Scalars['String']['output']>;
  readonly stderr: ReadonlyArray<Scalars['String']['output']>;
  readonly pending?: Maybe<PendingAction>;
};

export type LinkRelation =
  | 'RELATED_TO'
  | 'SUPERSEDES'
  | 'CONTRADICTS'
  | 'DERIVED_FROM'
  | 'DERIVES_FROM'
  | 'REFLECTS_ON';

export type LinkDirection =
  | 'OUT'
  | 'IN'
  | 'BOTH';

export type AttestLevel =
  | 'UNSIGNED'
  | 'SELF_SIGNED'
  | 'PEER_ATTESTED'
  | 'SIGNED_BY_PEER'
  | 'DAEMON_SIGNED';

export type MemoryLink = {
  readonly __typename?: 'MemoryLink';
  readonly relation: LinkRelation;
  readonly sourceId: Scalars['ID']['output'];
  readonly targetId: Scalars['ID']['output'];
  readonly source?: Maybe<Memory>;
  readonly target?: Maybe<Memory>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly observedBy?: Maybe<Scalars['String']['output']>;
  readonly validFrom?: Maybe<Scalars['DateTime']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly signature?: Maybe<Scalars['String']['output']>;
  readonly attestLevel: AttestLevel;
};

export type LinkInput = {
  readonly sourceId: Scalars['ID']['input'];
  readonly targetId: Scalars['ID']['input'];
  readonly relation?: InputMaybe<LinkRelation>;
  readonly validFrom?: InputMaybe<Scalars['DateTime']['input']>;
  readonly validUntil?: InputMaybe<Scalars['DateTime']['input']>;
  readonly signature?: InputMaybe<Scalars['String']['input']>;
};

export type LinkRefInput = {
  readonly sourceId: Scalars['ID']['input'];
  readonly targetId: Scalars['ID']['input'];
  readonly relation: LinkRelation;
};

export type LinkMemoriesPayload = {
  readonly __typename?: 'LinkMemoriesPayload';
  readonly link?: Maybe<MemoryLink>;
  readonly created: Scalars['Boolean']['output'];
  readonly previousValidUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly pending?: Maybe<PendingAction>;
};

export type MemoryOrder =
  | 'PRIORITY_DESC'
  | 'UPDATED_AT_DESC'
  | 'CREATED_AT_DESC';

export type ListMemoriesInput = {
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly subtree?: InputMaybe<Scalars['Boolean']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly kinds?: InputMaybe<ReadonlyArray<MemoryKind>>;
  readonly minPriority?: InputMaybe<Scalars['Int']['input']>;
  readonly since?: InputMaybe<Scalars['DateTime']['input']>;
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly agentId?: InputMaybe<Scalars['String']['input']>;
  readonly orderBy?: InputMaybe<MemoryOrder>;
};

export type MemoryPage = {
  readonly __typename?: 'MemoryPage';
  readonly edges: ReadonlyArray<MemoryPageEdge>;
  readonly pageInfo: MemoryPageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type MemoryPageEdge = {
  readonly __typename?: 'MemoryPageEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: Memory;
};

export type MemoryPageInfo = {
  readonly __typename?: 'MemoryPageInfo';
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type Tier =
  | 'SHORT'
  | 'MID'
  | 'LONG';

export type MemoryKind =
  | 'OBSERVATION'
  | 'REFLECTION'
  | 'PERSONA'
  | 'CONCEPT'
  | 'ENTITY'
  | 'CLAIM'
  | 'RELATION'
  | 'EVENT'
  | 'CONVERSATION'
  | 'DECISION';

export type Scope =
  | 'PRIVATE'
  | 'TEAM'
  | 'UNIT'
  | 'ORG'
  | 'COLLECTIVE';

export type ConfidenceSource =
  | 'CALLER_PROVIDED'
  | 'AUTO_DERIVED'
  | 'CALIBRATED'
  | 'DECAYED'
  | 'CURATOR_DERIVED'
  | 'DEFAULT';

export type EmbeddingStatus =
  | 'READY'
  | 'PENDING'
  | 'NONE';

export type Span = {
  readonly __typename?: 'Span';
  readonly start: Scalars['Int']['output'];
  readonly end: Scalars['Int']['output'];
};

export type Citation = {
  readonly __typename?: 'Citation';
  readonly uri: Scalars['String']['output'];
  readonly accessedAt: Scalars['DateTime']['output'];
  readonly hash?: Maybe<Scalars['String']['output']>;
  readonly span?: Maybe<Span>;
};

export type Memory = {
  readonly __typename?: 'Memory';
  readonly id: Scalars['ID']['output'];
  readonly tier: Tier;
  readonly namespace: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  readonly content: Scalars['String']['output'];
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  readonly priority: Scalars['Int']['output'];
  readonly confidence: Scalars['Float']['output'];
  readonly source: Scalars['String']['output'];
  readonly accessCount: Scalars['Int']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
  readonly lastAccessedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly metadata: Scalars['JSON']['output'];
  readonly reflectionDepth: Scalars['Int']['output'];
  readonly memoryKind: MemoryKind;
  readonly entityId?: Maybe<Scalars['String']['output']>;
  readonly personaVersion?: Maybe<Scalars['Int']['output']>;
  readonly citations: ReadonlyArray<Citation>;
  readonly sourceUri?: Maybe<Scalars['String']['output']>;
  readonly sourceSpan?: Maybe<Span>;
  readonly confidenceSource: ConfidenceSource;
  readonly confidenceSignals?: Maybe<Scalars['JSON']['output']>;
  readonly confidenceDecayedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly version: Scalars['Int']['output'];
  readonly agentId: Scalars['String']['output'];
  readonly scope: Scope;
  readonly targetAgentId?: Maybe<Scalars['String']['output']>;
  readonly embeddingStatus: EmbeddingStatus;
  readonly episode?: Maybe<Scalars['String']['output']>;
  readonly signature?: Maybe<Scalars['String']['output']>;
  readonly signedBy?: Maybe<Scalars['String']['output']>;
  readonly attestLevel: AttestLevel;
  readonly previous: ReadonlyArray<Memory>;
  readonly next: ReadonlyArray<Memory>;
  readonly relatedTo: ReadonlyArray<Memory>;
  readonly relatedFrom: ReadonlyArray<Memory>;
  readonly supersedes: ReadonlyArray<Memory>;
  readonly supersededBy: ReadonlyArray<Memory>;
  readonly contradicts: ReadonlyArray<Memory>;
  readonly contradictedBy: ReadonlyArray<Memory>;
  readonly derivedFrom: ReadonlyArray<Memory>;
  readonly derivatives: ReadonlyArray<Memory>;
  readonly derivesFrom: ReadonlyArray<Memory>;
  readonly atoms: ReadonlyArray<Memory>;
  readonly reflectsOn: ReadonlyArray<Memory>;
  readonly reflectedBy: ReadonlyArray<Memory>;
  readonly links: ReadonlyArray<MemoryLink>;
  readonly history: ReadonlyArray<MemoryVersion>;
  readonly readers: ReadonlyArray<Scalars['String']['output']>;
  readonly liveUntil: Scalars['DateTime']['output'];
  readonly metadataJson: Scalars['String']['output'];
  readonly citationsJson: Scalars['String']['output'];
  readonly sourceSpanStart?: Maybe<Scalars['Int']['output']>;
  readonly sourceSpanEnd?: Maybe<Scalars['Int']['output']>;
  readonly attestLevelKept?: Maybe<AttestLevel>;
  readonly confidenceSignalsJson?: Maybe<Scalars['String']['output']>;
};


export type MemoryLinksArgs = {
  direction?: InputMaybe<LinkDirection>;
  relations?: InputMaybe<ReadonlyArray<LinkRelation>>;
  asOf?: InputMaybe<Scalars['DateTime']['input']>;
};


export type MemoryHistoryArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  before?: InputMaybe<Scalars['Int']['input']>;
};

export type MemoryLinkProperties = {
  readonly __typename?: 'MemoryLinkProperties';
  readonly createdAt: Scalars['DateTime']['output'];
  readonly observedBy?: Maybe<Scalars['String']['output']>;
  readonly validFrom?: Maybe<Scalars['DateTime']['output']>;
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly signature?: Maybe<Scalars['String']['output']>;
  readonly attestLevel: AttestLevel;
};

export type Namespace = {
  readonly __typename?: 'Namespace';
  readonly path: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly depth: Scalars['Int']['output'];
  readonly parent: ReadonlyArray<Namespace>;
  readonly children: ReadonlyArray<Namespace>;
  readonly memories: ReadonlyArray<Memory>;
};

export type PendingStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'EXPIRED';

export type GovernedAction =
  | 'STORE'
  | 'UPDATE'
  | 'DELETE'
  | 'PROMOTE'
  | 'REFLECT'
  | 'LINK'
  | 'CONSOLIDATE';

export type ApproverKind =
  | 'HUMAN'
  | 'AGENT'
  | 'CONSENSUS';

export type Approver = {
  readonly __typename?: 'Approver';
  readonly kind: ApproverKind;
  readonly agentId?: Maybe<Scalars['String']['output']>;
  readonly count?: Maybe<Scalars['Int']['output']>;
};

export type Approval = {
  readonly __typename?: 'Approval';
  readonly agentId: Scalars['String']['output'];
  readonly approvedAt: Scalars['DateTime']['output'];
};

export type PendingFailure = {
  readonly __typename?: 'PendingFailure';
  readonly code: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
};

export type PendingAction = {
  readonly __typename?: 'PendingAction';
  readonly id: Scalars['ID']['output'];
  readonly action: GovernedAction;
  readonly status: PendingStatus;
  readonly namespace: Scalars['String']['output'];
  readonly memoryId?: Maybe<Scalars['ID']['output']>;
  readonly payload: Scalars['JSON']['output'];
  readonly requestedBy: Scalars['String']['output'];
  readonly requestedAt: Scalars['DateTime']['output'];
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly approver: Approver;
  readonly approvals: ReadonlyArray<Approval>;
  readonly votesNeeded?: Maybe<Scalars['Int']['output']>;
  readonly decidedBy?: Maybe<Scalars['String']['output']>;
  readonly decidedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly failure?: Maybe<PendingFailure>;
};

export type ApprovalPage = {
  readonly __typename?: 'ApprovalPage';
  readonly edges: ReadonlyArray<ApprovalEdge>;
  readonly pageInfo: ApprovalPageInfo;
};

export type ApprovalEdge = {
  readonly __typename?: 'ApprovalEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node: PendingAction;
};

export type ApprovalPageInfo = {
  readonly __typename?: 'ApprovalPageInfo';
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
  readonly endCursor?: Maybe<Scalars['String']['output']>;
};

export type DecidePayload = {
  readonly __typename?: 'DecidePayload';
  readonly pending: PendingAction;
  readonly memory?: Maybe<Memory>;
};

export type PendingChange =
  | 'QUEUED'
  | 'VOTED'
  | 'APPROVED'
  | 'REJECTED'
  | 'EXPIRED'
  | 'FAILED';

export type PendingActionChangedEvent = GraphEvent & {
  readonly __typename?: 'PendingActionChangedEvent';
  readonly cursor: Scalars['String']['output'];
  readonly type: EventType;
  readonly namespace: Scalars['String']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly actor?: Maybe<Scalars['String']['output']>;
  readonly change: PendingChange;
  readonly actionId: Scalars['ID']['output'];
  readonly action: GovernedAction;
  readonly status: PendingStatus;
  readonly memoryId?: Maybe<Scalars['ID']['output']>;
  readonly requestedBy: Scalars['String']['output'];
  readonly requestedAt: Scalars['DateTime']['output'];
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly approver: Approver;
  readonly approvals: ReadonlyArray<Approval>;
  readonly votesNeeded?: Maybe<Scalars['Int']['output']>;
  readonly decidedBy?: Maybe<Scalars['String']['output']>;
  readonly decidedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly failure?: Maybe<PendingFailure>;
};

export type Jwt = {
  readonly __typename?: 'JWT';
  readonly sub?: Maybe<Scalars['String']['output']>;
  readonly readsAll?: Maybe<Scalars['Boolean']['output']>;
  readonly private?: Maybe<Scalars['String']['output']>;
  readonly team?: Maybe<Scalars['String']['output']>;
  readonly unit?: Maybe<Scalars['String']['output']>;
  readonly org?: Maybe<Scalars['String']['output']>;
  readonly lineage?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
  readonly below?: Maybe<Scalars['String']['output']>;
};

export type QuotaStatus = {
  readonly __typename?: 'QuotaStatus';
  readonly agentId: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
  readonly maxMemoriesPerDay?: Maybe<Scalars['Int']['output']>;
  readonly maxStorageBytes?: Maybe<Scalars['Float']['output']>;
  readonly maxLinksPerDay?: Maybe<Scalars['Int']['output']>;
  readonly currentMemoriesToday: Scalars['Int']['output'];
  readonly currentStorageBytes: Scalars['Float']['output'];
  readonly currentLinksToday: Scalars['Int']['output'];
  readonly dayStartedAt: Scalars['DateTime']['output'];
  readonly createdAt?: Maybe<Scalars['DateTime']['output']>;
  readonly updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type RecallMode =
  | 'HYBRID'
  | 'KEYWORD'
  | 'SEMANTIC';

export type RecallInput = {
  readonly query: Scalars['String']['input'];
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly limit?: InputMaybe<Scalars['Int']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly kinds?: InputMaybe<ReadonlyArray<MemoryKind>>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly since?: InputMaybe<Scalars['DateTime']['input']>;
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
  readonly asAgent?: InputMaybe<Scalars['String']['input']>;
  readonly budgetTokens?: InputMaybe<Scalars['Int']['input']>;
  readonly includeAtomised?: InputMaybe<Scalars['Boolean']['input']>;
  readonly mode?: InputMaybe<RecallMode>;
  readonly touch?: InputMaybe<Scalars['Boolean']['input']>;
};

export type RecallResult = {
  readonly __typename?: 'RecallResult';
  readonly recallId: Scalars['ID']['output'];
  readonly mode: RecallMode;
  readonly hits: ReadonlyArray<RecallHit>;
  readonly tokensUsed: Scalars['Int']['output'];
  readonly meta: RecallMeta;
};

export type RecallHit = {
  readonly __typename?: 'RecallHit';
  readonly memory: Memory;
  readonly score: Scalars['Float']['output'];
  readonly tokens: Scalars['Int']['output'];
  readonly passage?: Maybe<Span>;
};

export type RecallMeta = {
  readonly __typename?: 'RecallMeta';
  readonly vectorCandidates: Scalars['Int']['output'];
  readonly textCandidates: Scalars['Int']['output'];
  readonly degraded: Scalars['Boolean']['output'];
  readonly awaitingEmbedding: Scalars['Int']['output'];
  readonly budgetRemaining?: Maybe<Scalars['Int']['output']>;
  readonly dropped: Scalars['Int']['output'];
  readonly budgetOverflow: Scalars['Boolean']['output'];
  readonly tookMs: Scalars['Float']['output'];
  readonly denied?: Maybe<HookDenial>;
};

export type HookDenial = {
  readonly __typename?: 'HookDenial';
  readonly hookId: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
  readonly code: Scalars['Int']['output'];
};

export type SearchInput = {
  readonly query: Scalars['String']['input'];
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly limit?: InputMaybe<Scalars['Int']['input']>;
  readonly minPriority?: InputMaybe<Scalars['Int']['input']>;
  readonly since?: InputMaybe<Scalars['DateTime']['input']>;
  readonly until?: InputMaybe<Scalars['DateTime']['input']>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly agentId?: InputMaybe<Scalars['String']['input']>;
  readonly asAgent?: InputMaybe<Scalars['String']['input']>;
  readonly includeAtomised?: InputMaybe<Scalars['Boolean']['input']>;
};

export type SearchResult = {
  readonly __typename?: 'SearchResult';
  readonly hits: ReadonlyArray<SearchHit>;
  readonly totalCount: Scalars['Int']['output'];
};

export type SearchHit = {
  readonly __typename?: 'SearchHit';
  readonly memory: Memory;
  readonly score: Scalars['Float']['output'];
};

export type TreeDirection =
  | 'SOURCES'
  | 'DEPENDENTS';

export type ReflectInput = {
  readonly sourceIds: ReadonlyArray<Scalars['ID']['input']>;
  readonly title: Scalars['String']['input'];
  readonly content: Scalars['String']['input'];
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly priority?: InputMaybe<Scalars['Int']['input']>;
  readonly confidence?: InputMaybe<Scalars['Float']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly depth?: InputMaybe<Scalars['Int']['input']>;
  readonly scope?: InputMaybe<Scope>;
};

export type ReflectPayload = {
  readonly __typename?: 'ReflectPayload';
  readonly memory?: Maybe<Memory>;
  readonly pending?: Maybe<PendingAction>;
};

export type ReflectionTree = {
  readonly __typename?: 'ReflectionTree';
  readonly root: Memory;
  readonly maxDepth: Scalars['Int']['output'];
  readonly nodes: ReadonlyArray<ReflectionNode>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type ReflectionNode = {
  readonly __typename?: 'ReflectionNode';
  readonly memory: Memory;
  readonly distance: Scalars['Int']['output'];
  readonly parentId?: Maybe<Scalars['ID']['output']>;
  readonly attestLevel?: Maybe<AttestLevel>;
};

export type SignatureStatus =
  | 'TAMPERED'
  | 'KEY_UNKNOWN'
  | 'KEY_REVOKED'
  | 'UNSIGNED'
  | 'VALID';

export type AuditStatus =
  | 'MATCHES'
  | 'DIFFERS'
  | 'NOT_AUDITED';

export type MemoryVerification = {
  readonly __typename?: 'MemoryVerification';
  readonly memoryId: Scalars['ID']['output'];
  readonly status: SignatureStatus;
  readonly signature: SignatureStatus;
  readonly audit: AuditStatus;
  readonly attestLevel: AttestLevel;
  readonly signedBy?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['String']['output']>;
  readonly keyRevokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly signedForm: Scalars['String']['output'];
  readonly revisionSeq?: Maybe<Scalars['Float']['output']>;
};

export type LinkVerification = {
  readonly __typename?: 'LinkVerification';
  readonly sourceId: Scalars['ID']['output'];
  readonly targetId: Scalars['ID']['output'];
  readonly relation: LinkRelation;
  readonly status: SignatureStatus;
  readonly signature: SignatureStatus;
  readonly audit: AuditStatus;
  readonly attestLevel: AttestLevel;
  readonly signedBy?: Maybe<Scalars['ID']['output']>;
  readonly agentId?: Maybe<Scalars['String']['output']>;
  readonly keyRevokedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly signedForm: Scalars['String']['output'];
  readonly revisionSeq?: Maybe<Scalars['Float']['output']>;
};

export type ReflectionTreeVerification = {
  readonly __typename?: 'ReflectionTreeVerification';
  readonly status: SignatureStatus;
  readonly nodes: ReadonlyArray<MemoryVerification>;
  readonly links: ReadonlyArray<LinkVerification>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type OnConflict =
  | 'ERROR'
  | 'MERGE'
  | 'VERSION';

export type CitationInput = {
  readonly uri: Scalars['String']['input'];
  readonly accessedAt: Scalars['DateTime']['input'];
  readonly hash?: InputMaybe<Scalars['String']['input']>;
  readonly span?: InputMaybe<SpanInput>;
};

export type SpanInput = {
  readonly start: Scalars['Int']['input'];
  readonly end: Scalars['Int']['input'];
};

export type StoreMemoryInput = {
  readonly title: Scalars['String']['input'];
  readonly content: Scalars['String']['input'];
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly kind?: InputMaybe<MemoryKind>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly priority?: InputMaybe<Scalars['Int']['input']>;
  readonly confidence?: InputMaybe<Scalars['Float']['input']>;
  readonly deriveConfidence?: InputMaybe<Scalars['Boolean']['input']>;
  readonly source?: InputMaybe<Scalars['String']['input']>;
  readonly scope?: InputMaybe<Scope>;
  readonly targetAgentId?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly ttlSecs?: InputMaybe<Scalars['Int']['input']>;
  readonly citations?: InputMaybe<ReadonlyArray<CitationInput>>;
  readonly sourceUri?: InputMaybe<Scalars['String']['input']>;
  readonly sourceSpan?: InputMaybe<SpanInput>;
  readonly entityId?: InputMaybe<Scalars['String']['input']>;
  readonly onConflict?: InputMaybe<OnConflict>;
  readonly detectConflicts?: InputMaybe<Scalars['Boolean']['input']>;
  readonly force?: InputMaybe<Scalars['Boolean']['input']>;
  readonly signature?: InputMaybe<Scalars['String']['input']>;
  readonly createdAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly follows?: InputMaybe<Scalars['ID']['input']>;
  readonly episode?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateMemoryInput = {
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly content?: InputMaybe<Scalars['String']['input']>;
  readonly tier?: InputMaybe<Tier>;
  readonly namespace?: InputMaybe<Scalars['String']['input']>;
  readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly priority?: InputMaybe<Scalars['Int']['input']>;
  readonly confidence?: InputMaybe<Scalars['Float']['input']>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly sourceUri?: InputMaybe<Scalars['String']['input']>;
  readonly scope?: InputMaybe<Scope>;
  readonly editSource?: InputMaybe<EditSource>;
};

export type StoreMemoryPayload = {
  readonly __typename?: 'StoreMemoryPayload';
  readonly memory?: Maybe<Memory>;
  readonly created: Scalars['Boolean']['output'];
  readonly pending?: Maybe<PendingAction>;
  readonly potentialContradictions: ReadonlyArray<Memory>;
};

export type StoreMemoriesPayload = {
  readonly __typename?: 'StoreMemoriesPayload';
  readonly results: ReadonlyArray<StoreMemoryResult>;
  readonly storedCount: Scalars['Int']['output'];
  readonly failedCount: Scalars['Int']['output'];
};

export type StoreMemoryResult = {
  readonly __typename?: 'StoreMemoryResult';
  readonly index: Scalars['Int']['output'];
  readonly memory?: Maybe<Memory>;
  readonly created: Scalars['Boolean']['output'];
  readonly pending?: Maybe<PendingAction>;
  readonly error?: Maybe<OperationError>;
};

export type OperationError = {
  readonly __typename?: 'OperationError';
  readonly code: Scalars['String']['output'];
  readonly message: Scalars['String']['output'];
  readonly details?: Maybe<Scalars['JSON']['output']>;
};

export type UpdateMemoryPayload = {
  readonly __typename?: 'UpdateMemoryPayload';
  readonly memory?: Maybe<Memory>;
  readonly pending?: Maybe<PendingAction>;
};

export type DeleteMemoryPayload = {
  readonly __typename?: 'DeleteMemoryPayload';
  readonly deletedId?: Maybe<Scalars['ID']['output']>;
  readonly pending?: Maybe<PendingAction>;
};

export type Taxonomy = {
  readonly __typename?: 'Taxonomy';
  readonly nodes: ReadonlyArray<TaxonomyNode>;
  readonly totalCount: Scalars['Int']['output'];
  readonly truncated: Scalars['Boolean']['output'];
};

export type TaxonomyNode = {
  readonly __typename?: 'TaxonomyNode';
  readonly path: Scalars['String']['output'];
  readonly name: Scalars['String']['output'];
  readonly depth: Scalars['Int']['output'];
  readonly parent?: Maybe<Scalars['String']['output']>;
  readonly count: Scalars['Int']['output'];
  readonly subtreeCount: Scalars['Int']['output'];
};

export type MemoryPaths = {
  readonly __typename?: 'MemoryPaths';
  readonly paths: ReadonlyArray<MemoryPath>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type MemoryPath = {
  readonly __typename?: 'MemoryPath';
  readonly length: Scalars['Int']['output'];
  readonly memories: ReadonlyArray<Memory>;
  readonly links: ReadonlyArray<MemoryLink>;
};

export type Traversal = {
  readonly __typename?: 'Traversal';
  readonly nodes: ReadonlyArray<TraversalNode>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type TraversalNode = {
  readonly __typename?: 'TraversalNode';
  readonly memory: Memory;
  readonly distance: Scalars['Int']['output'];
  readonly path: ReadonlyArray<Scalars['ID']['output']>;
  readonly link: MemoryLink;
};

export type Timeline = {
  readonly __typename?: 'Timeline';
  readonly events: ReadonlyArray<TimelineEvent>;
  readonly truncated: Scalars['Boolean']['output'];
};

export type TimelineEvent = {
  readonly __typename?: 'TimelineEvent';
  readonly direction: LinkDirection;
  readonly sourceId: Scalars['ID']['output'];
  readonly targetId: Scalars['ID']['output'];
  readonly relation: LinkRelation;
  readonly validFrom: Scalars['DateTime']['output'];
  readonly validUntil?: Maybe<Scalars['DateTime']['output']>;
  readonly observedBy?: Maybe<Scalars['String']['output']>;
  readonly title: Scalars['String']['output'];
  readonly namespace: Scalars['String']['output'];
};

export type EditSource =
  | 'HUMAN'
  | 'LLM'
  | 'HOOK'
  | 'AGENT';

export type MemoryVersion = {
  readonly __typename?: 'MemoryVersion';
  readonly memoryId: Scalars['ID']['output'];
  readonly version: Scalars['Int']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly changedBy: Scalars['String']['output'];
  readonly editSource: EditSource;
  readonly changed: ReadonlyArray<Scalars['String']['output']>;
  readonly title: Scalars['String']['output'];
  readonly content: Scalars['String']['output'];
  readonly tags: ReadonlyArray<Scalars['String']['output']>;
  readonly priority: Scalars['Int']['output'];
  readonly confidence: Scalars['Float']['output'];
  readonly tier: Tier;
  readonly namespace: Scalars['String']['output'];
  readonly scope: Scope;
  readonly metadata: Scalars['JSON']['output'];
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly sourceUri?: Maybe<Scalars['String']['output']>;
  readonly signature?: Maybe<Scalars['String']['output']>;
  readonly signedBy?: Maybe<Scalars['String']['output']>;
  readonly attestLevel: AttestLevel;
};

export type PromoteMemoryPayload = {
  readonly __typename?: 'PromoteMemoryPayload';
  readonly memory?: Maybe<Memory>;
  readonly pending?: Maybe<PendingAction>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Agent: ResolverTypeWrapper<{}>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AgentKey: ResolverTypeWrapper<AgentKey>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  RegisterAgentInput: RegisterAgentInput;
  RegisterAgentPayload: ResolverTypeWrapper<RegisteredAgent>;
  RevokeAgentKeyPayload: ResolverTypeWrapper<AgentOfKey>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ArchiveReason: ArchiveReason;
  ArchivedMemory: ResolverTypeWrapper<Archived>;
  ArchivedMemoryEdge: ResolverTypeWrapper<Omit<ArchivedMemoryEdge, 'node'> & { node: ResolversTypes['ArchivedMemory'] }>;
  ArchivePage: ResolverTypeWrapper<PageOfArchive>;
  ArchivePageInfo: ResolverTypeWrapper<ArchivePageInfo>;
  ForgetInput: ForgetInput;
  ForgetPayload: ResolverTypeWrapper<ForgetResult>;
  RestoreMemoryPayload: ResolverTypeWrapper<RestoreResult>;
  Purge: ResolverTypeWrapper<KeptPurge>;
  PurgeArchivePayload: ResolverTypeWrapper<PurgeResult>;
  AtomisePayload: ResolverTypeWrapper<AtomiseResult>;
  AuditSubject: AuditSubject;
  AuditBreakReason: AuditBreakReason;
  AuditBreak: ResolverTypeWrapper<AuditBreak>;
  AuditHead: ResolverTypeWrapper<AuditHead>;
  AuditChainVerification: ResolverTypeWrapper<AuditChainVerification>;
  AuditRevision: ResolverTypeWrapper<AuditRevision>;
  AuditTrail: ResolverTypeWrapper<AuditTrail>;
  DecayConfidencePayload: ResolverTypeWrapper<DecayResult>;
  SourceBaseline: ResolverTypeWrapper<SourceBaseline>;
  CalibrateConfidencePayload: ResolverTypeWrapper<Omit<CalibrateConfidencePayload, 'pending'> & { pending?: Maybe<ResolversTypes['PendingAction']> }>;
  DuplicateCheck: ResolverTypeWrapper<DuplicateAnswer>;
  DuplicateCandidate: ResolverTypeWrapper<{ readonly memory: StoredMemory }>;
  Entity: ResolverTypeWrapper<EntityAnswer>;
  RegisterEntityInput: RegisterEntityInput;
  RegisterEntityPayload: ResolverTypeWrapper<RegisterResult>;
  EventType: EventType;
  GraphEvent: ResolverTypeWrapper<Event>;
  PostStoreEvent: ResolverTypeWrapper<{ readonly memory: StoredMemory | null }>;
  PostUpdateEvent: ResolverTypeWrapper<{ readonly memory: StoredMemory | null }>;
  PostDeleteEvent: ResolverTypeWrapper<PostDeleteEvent>;
  PostArchiveEvent: ResolverTypeWrapper<PostArchiveEvent>;
  PostRestoreEvent: ResolverTypeWrapper<{ readonly memory: StoredMemory | null }>;
  PostPromoteEvent: ResolverTypeWrapper<{ readonly memory: StoredMemory | null }>;
  PostLinkEvent: ResolverTypeWrapper<Omit<PostLinkEvent, 'link'> & { link: ResolversTypes['MemoryLink'] }>;
  PostLinkInvalidateEvent: ResolverTypeWrapper<Omit<PostLinkInvalidateEvent, 'link'> & { link: ResolversTypes['MemoryLink'] }>;
  PostReflectEvent: ResolverTypeWrapper<{ readonly memory: StoredMemory | null }>;
  PostRecallEvent: ResolverTypeWrapper<PostRecallEvent>;
  PostSearchEvent: ResolverTypeWrapper<PostSearchEvent>;
  CaughtUpEvent: ResolverTypeWrapper<CaughtUpEvent>;
  PostGovernanceDecisionEvent: ResolverTypeWrapper<PostGovernanceDecisionEvent>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  GovernanceLevel: GovernanceLevel;
  GovernanceOutcome: GovernanceOutcome;
  ApproverInput: ApproverInput;
  GovernancePolicyInput: GovernancePolicyInput;
  EffectiveLevel: ResolverTypeWrapper<EffectiveLevel>;
  EffectiveApprover: ResolverTypeWrapper<ApproverInForce>;
  EffectiveDepth: ResolverTypeWrapper<EffectiveDepth>;
  EffectivePolicy: ResolverTypeWrapper<Effective>;
  NamespacePayload: ResolverTypeWrapper<NamespaceResult>;
  Subgraph: ResolverTypeWrapper<SubgraphAnswer>;
  TierCount: ResolverTypeWrapper<TierCount>;
  NamespaceCount: ResolverTypeWrapper<NamespaceCount>;
  Stats: ResolverTypeWrapper<StatsAnswer>;
  HookScope: HookScope;
  HookFailMode: HookFailMode;
  HookSkipReason: HookSkipReason;
  HookMatcherType: HookMatcherType;
  HookMatcher: ResolverTypeWrapper<HookMatcher>;
  HookMatchers: ResolverTypeWrapper<HookMatchers>;
  Hook: ResolverTypeWrapper<Hook>;
  HookEdge: ResolverTypeWrapper<HookEdge>;
  HookPage: ResolverTypeWrapper<HookPage>;
  HookPageInfo: ResolverTypeWrapper<HookPageInfo>;
  HookFile: ResolverTypeWrapper<HookFile>;
  HookLayer: ResolverTypeWrapper<HookLayer>;
  SkippedHook: ResolverTypeWrapper<SkippedHook>;
  SkippedHookEdge: ResolverTypeWrapper<SkippedHookEdge>;
  SkippedHookPage: ResolverTypeWrapper<SkippedHookPage>;
  ReloadHooksPayload: ResolverTypeWrapper<Omit<ReloadHooksPayload, 'pending'> & { pending?: Maybe<ResolversTypes['PendingAction']> }>;
  HookDecision: HookDecision;
  HookExecutionRecord: ResolverTypeWrapper<HookExecutionRecord>;
  HookExecutionEdge: ResolverTypeWrapper<HookExecutionEdge>;
  HookExecutionPage: ResolverTypeWrapper<HookExecutionPage>;
  HookExecutionFilter: HookExecutionFilter;
  TestHookPayload: ResolverTypeWrapper<Omit<TestHookPayload, 'pending'> & { pending?: Maybe<ResolversTypes['PendingAction']> }>;
  LinkRelation: LinkRelation;
  LinkDirection: LinkDirection;
  AttestLevel: AttestLevel;
  MemoryLink: ResolverTypeWrapper<Link>;
  LinkInput: LinkInput;
  LinkRefInput: LinkRefInput;
  LinkMemoriesPayload: ResolverTypeWrapper<LinkResult>;
  MemoryOrder: MemoryOrder;
  ListMemoriesInput: ListMemoriesInput;
  MemoryPage: ResolverTypeWrapper<ListAnswer>;
  MemoryPageEdge: ResolverTypeWrapper<Omit<MemoryPageEdge, 'node'> & { node: ResolversTypes['Memory'] }>;
  MemoryPageInfo: ResolverTypeWrapper<MemoryPageInfo>;
  Tier: Tier;
  MemoryKind: MemoryKind;
  Scope: Scope;
  ConfidenceSource: ConfidenceSource;
  EmbeddingStatus: EmbeddingStatus;
  Span: ResolverTypeWrapper<Span>;
  Citation: ResolverTypeWrapper<Citation>;
  Memory: ResolverTypeWrapper<Hydrated>;
  MemoryLinkProperties: ResolverTypeWrapper<MemoryLinkProperties>;
  Namespace: ResolverTypeWrapper<object>;
  PendingStatus: PendingStatus;
  GovernedAction: GovernedAction;
  ApproverKind: ApproverKind;
  Approver: ResolverTypeWrapper<Approver>;
  Approval: ResolverTypeWrapper<Approval>;
  PendingFailure: ResolverTypeWrapper<PendingFailure>;
  PendingAction: ResolverTypeWrapper<Pending>;
  ApprovalPage: ResolverTypeWrapper<InboxPage>;
  ApprovalEdge: ResolverTypeWrapper<Omit<ApprovalEdge, 'node'> & { node: ResolversTypes['PendingAction'] }>;
  ApprovalPageInfo: ResolverTypeWrapper<ApprovalPageInfo>;
  DecidePayload: ResolverTypeWrapper<Decided>;
  PendingChange: PendingChange;
  PendingActionChangedEvent: ResolverTypeWrapper<PendingActionChangedEvent>;
  JWT: ResolverTypeWrapper<Jwt>;
  QuotaStatus: ResolverTypeWrapper<QuotaStatus>;
  RecallMode: RecallMode;
  RecallInput: RecallInput;
  RecallResult: ResolverTypeWrapper<RecallAnswer>;
  RecallHit: ResolverTypeWrapper<Omit<RecallHit, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  RecallMeta: ResolverTypeWrapper<RecallMeta>;
  HookDenial: ResolverTypeWrapper<HookDenial>;
  SearchInput: SearchInput;
  SearchResult: ResolverTypeWrapper<SearchAnswer>;
  SearchHit: ResolverTypeWrapper<Omit<SearchHit, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  TreeDirection: TreeDirection;
  ReflectInput: ReflectInput;
  ReflectPayload: ResolverTypeWrapper<ReflectResult>;
  ReflectionTree: ResolverTypeWrapper<ReflectionTreeAnswer>;
  ReflectionNode: ResolverTypeWrapper<Omit<ReflectionNode, 'memory'> & { memory: ResolversTypes['Memory'] }>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  SignatureStatus: SignatureStatus;
  AuditStatus: AuditStatus;
  MemoryVerification: ResolverTypeWrapper<MemoryVerification>;
  LinkVerification: ResolverTypeWrapper<LinkVerification>;
  ReflectionTreeVerification: ResolverTypeWrapper<ReflectionTreeVerification>;
  OnConflict: OnConflict;
  CitationInput: CitationInput;
  SpanInput: SpanInput;
  StoreMemoryInput: StoreMemoryInput;
  UpdateMemoryInput: UpdateMemoryInput;
  StoreMemoryPayload: ResolverTypeWrapper<StoreResult>;
  StoreMemoriesPayload: ResolverTypeWrapper<StoreManyResult>;
  StoreMemoryResult: ResolverTypeWrapper<StoreManyRow>;
  OperationError: ResolverTypeWrapper<OperationErrorData>;
  UpdateMemoryPayload: ResolverTypeWrapper<UpdateResult>;
  DeleteMemoryPayload: ResolverTypeWrapper<DeleteResult>;
  Taxonomy: ResolverTypeWrapper<TaxonomyAnswer>;
  TaxonomyNode: ResolverTypeWrapper<TaxonomyNode>;
  MemoryPaths: ResolverTypeWrapper<PathsAnswer>;
  MemoryPath: ResolverTypeWrapper<Path>;
  Traversal: ResolverTypeWrapper<TraversalAnswer>;
  TraversalNode: ResolverTypeWrapper<Omit<TraversalNode, 'memory' | 'link'> & { memory: ResolversTypes['Memory'], link: ResolversTypes['MemoryLink'] }>;
  Timeline: ResolverTypeWrapper<TimelineAnswer>;
  TimelineEvent: ResolverTypeWrapper<TimelineEvent>;
  EditSource: EditSource;
  MemoryVersion: ResolverTypeWrapper<MemoryVersion>;
  PromoteMemoryPayload: ResolverTypeWrapper<PromoteResult>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Agent: {};
  String: Scalars['String']['output'];
  AgentKey: AgentKey;
  ID: Scalars['ID']['output'];
  RegisterAgentInput: RegisterAgentInput;
  RegisterAgentPayload: RegisteredAgent;
  RevokeAgentKeyPayload: AgentOfKey;
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  Float: Scalars['Float']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  ArchivedMemory: Archived;
  ArchivedMemoryEdge: Omit<ArchivedMemoryEdge, 'node'> & { node: ResolversParentTypes['ArchivedMemory'] };
  ArchivePage: PageOfArchive;
  ArchivePageInfo: ArchivePageInfo;
  ForgetInput: ForgetInput;
  ForgetPayload: ForgetResult;
  RestoreMemoryPayload: RestoreResult;
  Purge: KeptPurge;
  PurgeArchivePayload: PurgeResult;
  AtomisePayload: AtomiseResult;
  AuditBreak: AuditBreak;
  AuditHead: AuditHead;
  AuditChainVerification: AuditChainVerification;
  AuditRevision: AuditRevision;
  AuditTrail: AuditTrail;
  DecayConfidencePayload: DecayResult;
  SourceBaseline: SourceBaseline;
  CalibrateConfidencePayload: Omit<CalibrateConfidencePayload, 'pending'> & { pending?: Maybe<ResolversParentTypes['PendingAction']> };
  DuplicateCheck: DuplicateAnswer;
  DuplicateCandidate: { readonly memory: StoredMemory };
  Entity: EntityAnswer;
  RegisterEntityInput: RegisterEntityInput;
  RegisterEntityPayload: RegisterResult;
  GraphEvent: Event;
  PostStoreEvent: { readonly memory: StoredMemory | null };
  PostUpdateEvent: { readonly memory: StoredMemory | null };
  PostDeleteEvent: PostDeleteEvent;
  PostArchiveEvent: PostArchiveEvent;
  PostRestoreEvent: { readonly memory: StoredMemory | null };
  PostPromoteEvent: { readonly memory: StoredMemory | null };
  PostLinkEvent: Omit<PostLinkEvent, 'link'> & { link: ResolversParentTypes['MemoryLink'] };
  PostLinkInvalidateEvent: Omit<PostLinkInvalidateEvent, 'link'> & { link: ResolversParentTypes['MemoryLink'] };
  PostReflectEvent: { readonly memory: StoredMemory | null };
  PostRecallEvent: PostRecallEvent;
  PostSearchEvent: PostSearchEvent;
  CaughtUpEvent: CaughtUpEvent;
  PostGovernanceDecisionEvent: PostGovernanceDecisionEvent;
  Subscription: Record<PropertyKey, never>;
  ApproverInput: ApproverInput;
  GovernancePolicyInput: GovernancePolicyInput;
  EffectiveLevel: EffectiveLevel;
  EffectiveApprover: ApproverInForce;
  EffectiveDepth: EffectiveDepth;
  EffectivePolicy: Effective;
  NamespacePayload: NamespaceResult;
  Subgraph: SubgraphAnswer;
  TierCount: TierCount;
  NamespaceCount: NamespaceCount;
  Stats: StatsAnswer;
  HookMatcher: HookMatcher;
  HookMatchers: HookMatchers;
  Hook: Hook;
  HookEdge: HookEdge;
  HookPage: HookPage;
  HookPageInfo: HookPageInfo;
  HookFile: HookFile;
  HookLayer: HookLayer;
  SkippedHook: SkippedHook;
  SkippedHookEdge: SkippedHookEdge;
  SkippedHookPage: SkippedHookPage;
  ReloadHooksPayload: Omit<ReloadHooksPayload, 'pending'> & { pending?: Maybe<ResolversParentTypes['PendingAction']> };
  HookExecutionRecord: HookExecutionRecord;
  HookExecutionEdge: HookExecutionEdge;
  HookExecutionPage: HookExecutionPage;
  HookExecutionFilter: HookExecutionFilter;
  TestHookPayload: Omit<TestHookPayload, 'pending'> & { pending?: Maybe<ResolversParentTypes['PendingAction']> };
  MemoryLink: Link;
  LinkInput: LinkInput;
  LinkRefInput: LinkRefInput;
  LinkMemoriesPayload: LinkResult;
  ListMemoriesInput: ListMemoriesInput;
  MemoryPage: ListAnswer;
  MemoryPageEdge: Omit<MemoryPageEdge, 'node'> & { node: ResolversParentTypes['Memory'] };
  MemoryPageInfo: MemoryPageInfo;
  Span: Span;
  Citation: Citation;
  Memory: Hydrated;
  MemoryLinkProperties: MemoryLinkProperties;
  Namespace: object;
  Approver: Approver;
  Approval: Approval;
  PendingFailure: PendingFailure;
  PendingAction: Pending;
  ApprovalPage: InboxPage;
  ApprovalEdge: Omit<ApprovalEdge, 'node'> & { node: ResolversParentTypes['PendingAction'] };
  ApprovalPageInfo: ApprovalPageInfo;
  DecidePayload: Decided;
  PendingActionChangedEvent: PendingActionChangedEvent;
  JWT: Jwt;
  QuotaStatus: QuotaStatus;
  RecallInput: RecallInput;
  RecallResult: RecallAnswer;
  RecallHit: Omit<RecallHit, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  RecallMeta: RecallMeta;
  HookDenial: HookDenial;
  SearchInput: SearchInput;
  SearchResult: SearchAnswer;
  SearchHit: Omit<SearchHit, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  ReflectInput: ReflectInput;
  ReflectPayload: ReflectResult;
  ReflectionTree: ReflectionTreeAnswer;
  ReflectionNode: Omit<ReflectionNode, 'memory'> & { memory: ResolversParentTypes['Memory'] };
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  MemoryVerification: MemoryVerification;
  LinkVerification: LinkVerification;
  ReflectionTreeVerification: ReflectionTreeVerification;
  CitationInput: CitationInput;
  SpanInput: SpanInput;
  StoreMemoryInput: StoreMemoryInput;
  UpdateMemoryInput: UpdateMemoryInput;
  StoreMemoryPayload: StoreResult;
  StoreMemoriesPayload: StoreManyResult;
  StoreMemoryResult: StoreManyRow;
  OperationError: OperationErrorData;
  UpdateMemoryPayload: UpdateResult;
  DeleteMemoryPayload: DeleteResult;
  Taxonomy: TaxonomyAnswer;
  TaxonomyNode: TaxonomyNode;
  MemoryPaths: PathsAnswer;
  MemoryPath: Path;
  Traversal: TraversalAnswer;
  TraversalNode: Omit<TraversalNode, 'memory' | 'link'> & { memory: ResolversParentTypes['Memory'], link: ResolversParentTypes['MemoryLink'] };
  Timeline: TimelineAnswer;
  TimelineEvent: TimelineEvent;
  MemoryVersion: MemoryVersion;
  PromoteMemoryPayload: PromoteResult;
};

export type AgentResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Agent'] = ResolversParentTypes['Agent']> = {
  agentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  agentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  capabilities?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  homeNamespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  registeredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastSeenAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  keys?: Resolver<Array<ResolversTypes['AgentKey']>, ParentType, ContextType>;
};

export type AgentKeyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AgentKey'] = ResolversParentTypes['AgentKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  publicKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  addedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  addedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RegisterAgentPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RegisterAgentPayload'] = ResolversParentTypes['RegisterAgentPayload']> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type RevokeAgentKeyPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RevokeAgentKeyPayload'] = ResolversParentTypes['RevokeAgentKeyPayload']> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  agent?: Resolver<Maybe<ResolversTypes['Agent']>, ParentType, ContextType, RequireFields<QueryAgentArgs, 'id'>>;
  archivedMemories?: Resolver<ResolversTypes['ArchivePage'], ParentType, ContextType, RequireFields<QueryArchivedMemoriesArgs, 'first'>>;
  purges?: Resolver<Array<ResolversTypes['Purge']>, ParentType, ContextType, RequireFields<QueryPurgesArgs, 'first'>>;
  verifyAuditChain?: Resolver<ResolversTypes['AuditChainVerification'], ParentType, ContextType, RequireFields<QueryVerifyAuditChainArgs, 'after' | 'first'>>;
  auditTrail?: Resolver<ResolversTypes['AuditTrail'], ParentType, ContextType, RequireFields<QueryAuditTrailArgs, 'memoryId' | 'after' | 'first'>>;
  checkDuplicate?: Resolver<ResolversTypes['DuplicateCheck'], ParentType, ContextType, RequireFields<QueryCheckDuplicateArgs, 'title' | 'content' | 'threshold'>>;
  entity?: Resolver<Maybe<ResolversTypes['Entity']>, ParentType, ContextType, RequireFields<QueryEntityArgs, 'alias'>>;
  effectivePolicy?: Resolver<ResolversTypes['EffectivePolicy'], ParentType, ContextType, RequireFields<QueryEffectivePolicyArgs, 'namespace'>>;
  subgraph?: Resolver<ResolversTypes['Subgraph'], ParentType, ContextType, RequireFields<QuerySubgraphArgs, 'depth' | 'limit'>>;
  stats?: Resolver<ResolversTypes['Stats'], ParentType, ContextType, Partial<QueryStatsArgs>>;
  hooks?: Resolver<ResolversTypes['HookPage'], ParentType, ContextType, RequireFields<QueryHooksArgs, 'first'>>;
  hookLayers?: Resolver<Array<ResolversTypes['HookLayer']>, ParentType, ContextType>;
  skippedHooks?: Resolver<ResolversTypes['SkippedHookPage'], ParentType, ContextType, RequireFields<QuerySkippedHooksArgs, 'first'>>;
  hookExecutions?: Resolver<ResolversTypes['HookExecutionPage'], ParentType, ContextType, RequireFields<QueryHookExecutionsArgs, 'first'>>;
  listMemories?: Resolver<ResolversTypes['MemoryPage'], ParentType, ContextType, RequireFields<QueryListMemoriesArgs, 'input' | 'first'>>;
  approvals?: Resolver<ResolversTypes['ApprovalPage'], ParentType, ContextType, RequireFields<QueryApprovalsArgs, 'first'>>;
  pendingActions?: Resolver<Array<ResolversTypes['PendingAction']>, ParentType, ContextType, Partial<QueryPendingActionsArgs>>;
  quotaUsage?: Resolver<ResolversTypes['QuotaStatus'], ParentType, ContextType, RequireFields<QueryQuotaUsageArgs, 'namespace'>>;
  recall?: Resolver<ResolversTypes['RecallResult'], ParentType, ContextType, RequireFields<QueryRecallArgs, 'input'>>;
  searchMemories?: Resolver<ResolversTypes['SearchResult'], ParentType, ContextType, RequireFields<QuerySearchMemoriesArgs, 'input'>>;
  reflectionTree?: Resolver<ResolversTypes['ReflectionTree'], ParentType, ContextType, RequireFields<QueryReflectionTreeArgs, 'id' | 'direction' | 'maxDepth'>>;
  verifyMemory?: Resolver<ResolversTypes['MemoryVerification'], ParentType, ContextType, RequireFields<QueryVerifyMemoryArgs, 'id'>>;
  verifyLink?: Resolver<ResolversTypes['LinkVerification'], ParentType, ContextType, RequireFields<QueryVerifyLinkArgs, 'input'>>;
  verifyReflectionTree?: Resolver<ResolversTypes['ReflectionTreeVerification'], ParentType, ContextType, RequireFields<QueryVerifyReflectionTreeArgs, 'id' | 'maxDepth'>>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType, RequireFields<QueryMemoryArgs, 'id'>>;
  taxonomy?: Resolver<ResolversTypes['Taxonomy'], ParentType, ContextType, RequireFields<QueryTaxonomyArgs, 'depth' | 'limit'>>;
  paths?: Resolver<ResolversTypes['MemoryPaths'], ParentType, ContextType, RequireFields<QueryPathsArgs, 'from' | 'to' | 'maxDepth' | 'limit'>>;
  traverse?: Resolver<ResolversTypes['Traversal'], ParentType, ContextType, RequireFields<QueryTraverseArgs, 'from' | 'depth' | 'direction' | 'limit'>>;
  timeline?: Resolver<ResolversTypes['Timeline'], ParentType, ContextType, RequireFields<QueryTimelineArgs, 'id' | 'limit' | 'direction'>>;
};

export type MutationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  registerAgent?: Resolver<ResolversTypes['RegisterAgentPayload'], ParentType, ContextType, RequireFields<MutationRegisterAgentArgs, 'input'>>;
  revokeAgentKey?: Resolver<ResolversTypes['RevokeAgentKeyPayload'], ParentType, ContextType, RequireFields<MutationRevokeAgentKeyArgs, 'agentId' | 'keyId'>>;
  forgetMemories?: Resolver<ResolversTypes['ForgetPayload'], ParentType, ContextType, RequireFields<MutationForgetMemoriesArgs, 'input'>>;
  restoreMemory?: Resolver<ResolversTypes['RestoreMemoryPayload'], ParentType, ContextType, RequireFields<MutationRestoreMemoryArgs, 'id'>>;
  purgeArchive?: Resolver<ResolversTypes['PurgeArchivePayload'], ParentType, ContextType, Partial<MutationPurgeArchiveArgs>>;
  atomise?: Resolver<ResolversTypes['AtomisePayload'], ParentType, ContextType, RequireFields<MutationAtomiseArgs, 'id' | 'maxAtomTokens'>>;
  calibrateConfidence?: Resolver<ResolversTypes['CalibrateConfidencePayload'], ParentType, ContextType, RequireFields<MutationCalibrateConfidenceArgs, 'namespace' | 'limit'>>;
  decayConfidence?: Resolver<ResolversTypes['DecayConfidencePayload'], ParentType, ContextType, RequireFields<MutationDecayConfidenceArgs, 'namespace' | 'limit'>>;
  registerEntity?: Resolver<ResolversTypes['RegisterEntityPayload'], ParentType, ContextType, RequireFields<MutationRegisterEntityArgs, 'input'>>;
  setGovernancePolicy?: Resolver<ResolversTypes['NamespacePayload'], ParentType, ContextType, RequireFields<MutationSetGovernancePolicyArgs, 'namespace' | 'policy'>>;
  setNamespaceStandard?: Resolver<ResolversTypes['NamespacePayload'], ParentType, ContextType, RequireFields<MutationSetNamespaceStandardArgs, 'namespace' | 'memoryId'>>;
  clearNamespaceStandard?: Resolver<ResolversTypes['NamespacePayload'], ParentType, ContextType, RequireFields<MutationClearNamespaceStandardArgs, 'namespace'>>;
  reloadHooks?: Resolver<ResolversTypes['ReloadHooksPayload'], ParentType, ContextType, Partial<MutationReloadHooksArgs>>;
  testHook?: Resolver<ResolversTypes['TestHookPayload'], ParentType, ContextType, RequireFields<MutationTestHookArgs, 'id' | 'payload'>>;
  linkMemories?: Resolver<ResolversTypes['LinkMemoriesPayload'], ParentType, ContextType, RequireFields<MutationLinkMemoriesArgs, 'input'>>;
  invalidateLink?: Resolver<ResolversTypes['LinkMemoriesPayload'], ParentType, ContextType, RequireFields<MutationInvalidateLinkArgs, 'input'>>;
  approvePendingAction?: Resolver<ResolversTypes['DecidePayload'], ParentType, ContextType, RequireFields<MutationApprovePendingActionArgs, 'id'>>;
  rejectPendingAction?: Resolver<ResolversTypes['DecidePayload'], ParentType, ContextType, RequireFields<MutationRejectPendingActionArgs, 'id'>>;
  reflect?: Resolver<ResolversTypes['ReflectPayload'], ParentType, ContextType, RequireFields<MutationReflectArgs, 'input'>>;
  storeMemory?: Resolver<ResolversTypes['StoreMemoryPayload'], ParentType, ContextType, RequireFields<MutationStoreMemoryArgs, 'input'>>;
  storeMemories?: Resolver<ResolversTypes['StoreMemoriesPayload'], ParentType, ContextType, RequireFields<MutationStoreMemoriesArgs, 'inputs'>>;
  updateMemory?: Resolver<ResolversTypes['UpdateMemoryPayload'], ParentType, ContextType, RequireFields<MutationUpdateMemoryArgs, 'id' | 'input'>>;
  deleteMemory?: Resolver<ResolversTypes['DeleteMemoryPayload'], ParentType, ContextType, RequireFields<MutationDeleteMemoryArgs, 'id'>>;
  promoteMemory?: Resolver<ResolversTypes['PromoteMemoryPayload'], ParentType, ContextType, RequireFields<MutationPromoteMemoryArgs, 'id'>>;
};

export type ArchivedMemoryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArchivedMemory'] = ResolversParentTypes['ArchivedMemory']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  archivedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  archiveReason?: Resolver<ResolversTypes['ArchiveReason'], ParentType, ContextType>;
  archivedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ArchivedMemoryEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArchivedMemoryEdge'] = ResolversParentTypes['ArchivedMemoryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ArchivedMemory'], ParentType, ContextType>;
};

export type ArchivePageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArchivePage'] = ResolversParentTypes['ArchivePage']> = {
  edges?: Resolver<Array<ResolversTypes['ArchivedMemoryEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['ArchivePageInfo'], ParentType, ContextType>;
};

export type ArchivePageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ArchivePageInfo'] = ResolversParentTypes['ArchivePageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ForgetPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ForgetPayload'] = ResolversParentTypes['ForgetPayload']> = {
  archivedIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  skippedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  dryRun?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type RestoreMemoryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RestoreMemoryPayload'] = ResolversParentTypes['RestoreMemoryPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type PurgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Purge'] = ResolversParentTypes['Purge']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  namespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  olderThanDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type PurgeArchivePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PurgeArchivePayload'] = ResolversParentTypes['PurgeArchivePayload']> = {
  purge?: Resolver<Maybe<ResolversTypes['Purge']>, ParentType, ContextType>;
  purgedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type AtomisePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AtomisePayload'] = ResolversParentTypes['AtomisePayload']> = {
  parent?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  atoms?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type AuditBreakResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditBreak'] = ResolversParentTypes['AuditBreak']> = {
  seq?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['AuditBreakReason'], ParentType, ContextType>;
};

export type AuditHeadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditHead'] = ResolversParentTypes['AuditHead']> = {
  seq?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AuditChainVerificationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditChainVerification'] = ResolversParentTypes['AuditChainVerification']> = {
  valid?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  checked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  firstBroken?: Resolver<Maybe<ResolversTypes['AuditBreak']>, ParentType, ContextType>;
  head?: Resolver<ResolversTypes['AuditHead'], ParentType, ContextType>;
  nextAfter?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type AuditRevisionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditRevision'] = ResolversParentTypes['AuditRevision']> = {
  seq?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  eventType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subjectKind?: Resolver<ResolversTypes['AuditSubject'], ParentType, ContextType>;
  subjectId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  relation?: Resolver<Maybe<ResolversTypes['LinkRelation']>, ParentType, ContextType>;
  targetId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  recordDigest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prevHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type AuditTrailResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['AuditTrail'] = ResolversParentTypes['AuditTrail']> = {
  revisions?: Resolver<Array<ResolversTypes['AuditRevision']>, ParentType, ContextType>;
  nextAfter?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type DecayConfidencePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DecayConfidencePayload'] = ResolversParentTypes['DecayConfidencePayload']> = {
  decayedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type SourceBaselineResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SourceBaseline'] = ResolversParentTypes['SourceBaseline']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memories?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contested?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  baseline?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CalibrateConfidencePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CalibrateConfidencePayload'] = ResolversParentTypes['CalibrateConfidencePayload']> = {
  calibratedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  baselines?: Resolver<Array<ResolversTypes['SourceBaseline']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type DuplicateCheckResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DuplicateCheck'] = ResolversParentTypes['DuplicateCheck']> = {
  isDuplicate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  threshold?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  nearest?: Resolver<Maybe<ResolversTypes['DuplicateCandidate']>, ParentType, ContextType>;
  candidatesScanned?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  degraded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type DuplicateCandidateResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DuplicateCandidate'] = ResolversParentTypes['DuplicateCandidate']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  similarity?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type EntityResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Entity'] = ResolversParentTypes['Entity']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RegisterEntityPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RegisterEntityPayload'] = ResolversParentTypes['RegisterEntityPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  aliases?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type GraphEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['GraphEvent'] = ResolversParentTypes['GraphEvent']> = {
  __resolveType: TypeResolveFn<'PostStoreEvent' | 'PostUpdateEvent' | 'PostDeleteEvent' | 'PostArchiveEvent' | 'PostRestoreEvent' | 'PostPromoteEvent' | 'PostLinkEvent' | 'PostLinkInvalidateEvent' | 'PostReflectEvent' | 'PostRecallEvent' | 'PostSearchEvent' | 'CaughtUpEvent' | 'PostGovernanceDecisionEvent' | 'PendingActionChangedEvent', ParentType, ContextType>;
};

export type PostStoreEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostStoreEvent'] = ResolversParentTypes['PostStoreEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostUpdateEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostUpdateEvent'] = ResolversParentTypes['PostUpdateEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  changed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostDeleteEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostDeleteEvent'] = ResolversParentTypes['PostDeleteEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostArchiveEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostArchiveEvent'] = ResolversParentTypes['PostArchiveEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['ArchiveReason'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostRestoreEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostRestoreEvent'] = ResolversParentTypes['PostRestoreEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostPromoteEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostPromoteEvent'] = ResolversParentTypes['PostPromoteEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  fromTier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  toTier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  toNamespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostLinkEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostLinkEvent'] = ResolversParentTypes['PostLinkEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  link?: Resolver<ResolversTypes['MemoryLink'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostLinkInvalidateEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostLinkInvalidateEvent'] = ResolversParentTypes['PostLinkInvalidateEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  link?: Resolver<ResolversTypes['MemoryLink'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostReflectEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostReflectEvent'] = ResolversParentTypes['PostReflectEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  reflectsOn?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  reflectionDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostRecallEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostRecallEvent'] = ResolversParentTypes['PostRecallEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recallId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memoryIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  tokensUsed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostSearchEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostSearchEvent'] = ResolversParentTypes['PostSearchEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memoryIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CaughtUpEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['CaughtUpEvent'] = ResolversParentTypes['CaughtUpEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PostGovernanceDecisionEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PostGovernanceDecisionEvent'] = ResolversParentTypes['PostGovernanceDecisionEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['GovernedAction'], ParentType, ContextType>;
  agentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['GovernanceOutcome'], ParentType, ContextType>;
  level?: Resolver<Maybe<ResolversTypes['GovernanceLevel']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pendingId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  events?: SubscriptionResolver<ResolversTypes['GraphEvent'], "events", ParentType, ContextType, Partial<SubscriptionEventsArgs>>;
  postStore?: SubscriptionResolver<ResolversTypes['PostStoreEvent'], "postStore", ParentType, ContextType, Partial<SubscriptionPostStoreArgs>>;
  postUpdate?: SubscriptionResolver<ResolversTypes['PostUpdateEvent'], "postUpdate", ParentType, ContextType, Partial<SubscriptionPostUpdateArgs>>;
  postLink?: SubscriptionResolver<ResolversTypes['PostLinkEvent'], "postLink", ParentType, ContextType, Partial<SubscriptionPostLinkArgs>>;
  postLinkInvalidate?: SubscriptionResolver<ResolversTypes['PostLinkInvalidateEvent'], "postLinkInvalidate", ParentType, ContextType, Partial<SubscriptionPostLinkInvalidateArgs>>;
  postDelete?: SubscriptionResolver<ResolversTypes['PostDeleteEvent'], "postDelete", ParentType, ContextType, Partial<SubscriptionPostDeleteArgs>>;
  postArchive?: SubscriptionResolver<ResolversTypes['PostArchiveEvent'], "postArchive", ParentType, ContextType, Partial<SubscriptionPostArchiveArgs>>;
  postRestore?: SubscriptionResolver<ResolversTypes['PostRestoreEvent'], "postRestore", ParentType, ContextType, Partial<SubscriptionPostRestoreArgs>>;
  postPromote?: SubscriptionResolver<ResolversTypes['PostPromoteEvent'], "postPromote", ParentType, ContextType, Partial<SubscriptionPostPromoteArgs>>;
  postReflect?: SubscriptionResolver<ResolversTypes['PostReflectEvent'], "postReflect", ParentType, ContextType, Partial<SubscriptionPostReflectArgs>>;
  postGovernanceDecision?: SubscriptionResolver<ResolversTypes['PostGovernanceDecisionEvent'], "postGovernanceDecision", ParentType, ContextType, Partial<SubscriptionPostGovernanceDecisionArgs>>;
  postRecall?: SubscriptionResolver<ResolversTypes['PostRecallEvent'], "postRecall", ParentType, ContextType, Partial<SubscriptionPostRecallArgs>>;
  postSearch?: SubscriptionResolver<ResolversTypes['PostSearchEvent'], "postSearch", ParentType, ContextType, Partial<SubscriptionPostSearchArgs>>;
  hookExecuted?: SubscriptionResolver<ResolversTypes['HookExecutionRecord'], "hookExecuted", ParentType, ContextType, Partial<SubscriptionHookExecutedArgs>>;
  pendingActionChanged?: SubscriptionResolver<ResolversTypes['PendingActionChangedEvent'], "pendingActionChanged", ParentType, ContextType, Partial<SubscriptionPendingActionChangedArgs>>;
};

export type EffectiveLevelResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EffectiveLevel'] = ResolversParentTypes['EffectiveLevel']> = {
  value?: Resolver<ResolversTypes['GovernanceLevel'], ParentType, ContextType>;
  sourceNamespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  policyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type EffectiveApproverResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EffectiveApprover'] = ResolversParentTypes['EffectiveApprover']> = {
  human?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  consensus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sourceNamespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  policyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type EffectiveDepthResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EffectiveDepth'] = ResolversParentTypes['EffectiveDepth']> = {
  value?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sourceNamespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  policyId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type EffectivePolicyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['EffectivePolicy'] = ResolversParentTypes['EffectivePolicy']> = {
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  chain?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  write?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  promote?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  delete?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  update?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  link?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  consolidate?: Resolver<ResolversTypes['EffectiveLevel'], ParentType, ContextType>;
  approver?: Resolver<ResolversTypes['EffectiveApprover'], ParentType, ContextType>;
  maxReflectionDepth?: Resolver<ResolversTypes['EffectiveDepth'], ParentType, ContextType>;
  requireApprovalAboveDepth?: Resolver<ResolversTypes['EffectiveDepth'], ParentType, ContextType>;
  standardOwner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NamespacePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['NamespacePayload'] = ResolversParentTypes['NamespacePayload']> = {
  namespace?: Resolver<Maybe<ResolversTypes['Namespace']>, ParentType, ContextType>;
  policy?: Resolver<Maybe<ResolversTypes['EffectivePolicy']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type SubgraphResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Subgraph'] = ResolversParentTypes['Subgraph']> = {
  nodes?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['MemoryLink']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TierCountResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TierCount'] = ResolversParentTypes['TierCount']> = {
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NamespaceCountResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['NamespaceCount'] = ResolversParentTypes['NamespaceCount']> = {
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StatsResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Stats'] = ResolversParentTypes['Stats']> = {
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  byTier?: Resolver<Array<ResolversTypes['TierCount']>, ParentType, ContextType>;
  byNamespace?: Resolver<Array<ResolversTypes['NamespaceCount']>, ParentType, ContextType>;
  expiringSoon?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  linksCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  storeSizeBytes?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type HookMatcherResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookMatcher'] = ResolversParentTypes['HookMatcher']> = {
  type?: Resolver<ResolversTypes['HookMatcherType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type HookMatchersResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookMatchers'] = ResolversParentTypes['HookMatchers']> = {
  toolNames?: Resolver<Array<ResolversTypes['HookMatcher']>, ParentType, ContextType>;
  sources?: Resolver<Array<ResolversTypes['HookMatcher']>, ParentType, ContextType>;
  paths?: Resolver<Array<ResolversTypes['HookMatcher']>, ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HookResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Hook'] = ResolversParentTypes['Hook']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['HookScope'], ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sourcePath?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  command?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  workingDirectory?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  environment?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  timeoutMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  failMode?: Resolver<ResolversTypes['HookFailMode'], ParentType, ContextType>;
  allowParallel?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  matchers?: Resolver<Maybe<ResolversTypes['HookMatchers']>, ParentType, ContextType>;
  notes?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firesIn?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HookEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookEdge'] = ResolversParentTypes['HookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Hook'], ParentType, ContextType>;
};

export type HookPageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookPage'] = ResolversParentTypes['HookPage']> = {
  edges?: Resolver<Array<ResolversTypes['HookEdge']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['HookPageInfo'], ParentType, ContextType>;
};

export type HookPageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookPageInfo'] = ResolversParentTypes['HookPageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type HookFileResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookFile'] = ResolversParentTypes['HookFile']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  checksum?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type HookLayerResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookLayer'] = ResolversParentTypes['HookLayer']> = {
  scope?: Resolver<ResolversTypes['HookScope'], ParentType, ContextType>;
  rank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  checksum?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  loadedHooks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  stale?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  errors?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  files?: Resolver<Array<ResolversTypes['HookFile']>, ParentType, ContextType>;
  skippedHooks?: Resolver<Array<ResolversTypes['SkippedHook']>, ParentType, ContextType>;
};

export type SkippedHookResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SkippedHook'] = ResolversParentTypes['SkippedHook']> = {
  hookId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['HookScope'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['HookSkipReason'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SkippedHookEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SkippedHookEdge'] = ResolversParentTypes['SkippedHookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['SkippedHook'], ParentType, ContextType>;
};

export type SkippedHookPageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SkippedHookPage'] = ResolversParentTypes['SkippedHookPage']> = {
  edges?: Resolver<Array<ResolversTypes['SkippedHookEdge']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['HookPageInfo'], ParentType, ContextType>;
};

export type ReloadHooksPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReloadHooksPayload'] = ResolversParentTypes['ReloadHooksPayload']> = {
  changed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  layers?: Resolver<Array<ResolversTypes['HookLayer']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type HookExecutionRecordResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookExecutionRecord'] = ResolversParentTypes['HookExecutionRecord']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hookId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['HookScope'], ParentType, ContextType>;
  precedenceRank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  decision?: Resolver<ResolversTypes['HookDecision'], ParentType, ContextType>;
  overridden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stdout?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  stderr?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  payloadHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  trigger?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type HookExecutionEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookExecutionEdge'] = ResolversParentTypes['HookExecutionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['HookExecutionRecord'], ParentType, ContextType>;
};

export type HookExecutionPageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookExecutionPage'] = ResolversParentTypes['HookExecutionPage']> = {
  edges?: Resolver<Array<ResolversTypes['HookExecutionEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['HookPageInfo'], ParentType, ContextType>;
};

export type TestHookPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TestHookPayload'] = ResolversParentTypes['TestHookPayload']> = {
  decision?: Resolver<ResolversTypes['HookDecision'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  prompt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  delta?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  durationMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  stdout?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  stderr?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type MemoryLinkResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryLink'] = ResolversParentTypes['MemoryLink']> = {
  relation?: Resolver<ResolversTypes['LinkRelation'], ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  targetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  target?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  observedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validFrom?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
};

export type LinkMemoriesPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['LinkMemoriesPayload'] = ResolversParentTypes['LinkMemoriesPayload']> = {
  link?: Resolver<Maybe<ResolversTypes['MemoryLink']>, ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  previousValidUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type MemoryPageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryPage'] = ResolversParentTypes['MemoryPage']> = {
  edges?: Resolver<Array<ResolversTypes['MemoryPageEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['MemoryPageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MemoryPageEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryPageEdge'] = ResolversParentTypes['MemoryPageEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
};

export type MemoryPageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryPageInfo'] = ResolversParentTypes['MemoryPageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SpanResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Span'] = ResolversParentTypes['Span']> = {
  start?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  end?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CitationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Citation'] = ResolversParentTypes['Citation']> = {
  uri?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  accessedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  hash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  span?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
};

export type MemoryResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Memory'] = ResolversParentTypes['Memory']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  accessCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  lastAccessedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  reflectionDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memoryKind?: Resolver<ResolversTypes['MemoryKind'], ParentType, ContextType>;
  entityId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  personaVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  citations?: Resolver<Array<ResolversTypes['Citation']>, ParentType, ContextType>;
  sourceUri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  sourceSpan?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
  confidenceSource?: Resolver<ResolversTypes['ConfidenceSource'], ParentType, ContextType>;
  confidenceSignals?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  confidenceDecayedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  agentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['Scope'], ParentType, ContextType>;
  targetAgentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  embeddingStatus?: Resolver<ResolversTypes['EmbeddingStatus'], ParentType, ContextType>;
  episode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
  previous?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  next?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  relatedTo?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  relatedFrom?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  supersedes?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  supersededBy?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  contradicts?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  contradictedBy?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  derivedFrom?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  derivatives?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  derivesFrom?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  atoms?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  reflectsOn?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  reflectedBy?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['MemoryLink']>, ParentType, ContextType, RequireFields<MemoryLinksArgs, 'direction'>>;
  history?: Resolver<Array<ResolversTypes['MemoryVersion']>, ParentType, ContextType, RequireFields<MemoryHistoryArgs, 'first'>>;
  readers?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  liveUntil?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  metadataJson?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  citationsJson?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sourceSpanStart?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sourceSpanEnd?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  attestLevelKept?: Resolver<Maybe<ResolversTypes['AttestLevel']>, ParentType, ContextType>;
  confidenceSignalsJson?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MemoryLinkPropertiesResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryLinkProperties'] = ResolversParentTypes['MemoryLinkProperties']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  observedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  validFrom?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
};

export type NamespaceResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Namespace'] = ResolversParentTypes['Namespace']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  parent?: Resolver<Array<ResolversTypes['Namespace']>, ParentType, ContextType>;
  children?: Resolver<Array<ResolversTypes['Namespace']>, ParentType, ContextType>;
  memories?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
};

export type ApproverResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Approver'] = ResolversParentTypes['Approver']> = {
  kind?: Resolver<ResolversTypes['ApproverKind'], ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  agentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  approvedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PendingFailureResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PendingFailure'] = ResolversParentTypes['PendingFailure']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PendingActionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PendingAction'] = ResolversParentTypes['PendingAction']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['GovernedAction'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PendingStatus'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  approver?: Resolver<ResolversTypes['Approver'], ParentType, ContextType>;
  approvals?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  votesNeeded?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['PendingFailure']>, ParentType, ContextType>;
};

export type ApprovalPageResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApprovalPage'] = ResolversParentTypes['ApprovalPage']> = {
  edges?: Resolver<Array<ResolversTypes['ApprovalEdge']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['ApprovalPageInfo'], ParentType, ContextType>;
};

export type ApprovalEdgeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApprovalEdge'] = ResolversParentTypes['ApprovalEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['PendingAction'], ParentType, ContextType>;
};

export type ApprovalPageInfoResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ApprovalPageInfo'] = ResolversParentTypes['ApprovalPageInfo']> = {
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DecidePayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DecidePayload'] = ResolversParentTypes['DecidePayload']> = {
  pending?: Resolver<ResolversTypes['PendingAction'], ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
};

export type PendingActionChangedEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PendingActionChangedEvent'] = ResolversParentTypes['PendingActionChangedEvent']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['EventType'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  change?: Resolver<ResolversTypes['PendingChange'], ParentType, ContextType>;
  actionId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['GovernedAction'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PendingStatus'], ParentType, ContextType>;
  memoryId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  requestedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  approver?: Resolver<ResolversTypes['Approver'], ParentType, ContextType>;
  approvals?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  votesNeeded?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  decidedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decidedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  failure?: Resolver<Maybe<ResolversTypes['PendingFailure']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type JwtResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['JWT'] = ResolversParentTypes['JWT']> = {
  sub?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  readsAll?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  private?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  team?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unit?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  org?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lineage?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  below?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QuotaStatusResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['QuotaStatus'] = ResolversParentTypes['QuotaStatus']> = {
  agentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxMemoriesPerDay?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  maxStorageBytes?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  maxLinksPerDay?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  currentMemoriesToday?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  currentStorageBytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  currentLinksToday?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dayStartedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type RecallResultResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RecallResult'] = ResolversParentTypes['RecallResult']> = {
  recallId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['RecallMode'], ParentType, ContextType>;
  hits?: Resolver<Array<ResolversTypes['RecallHit']>, ParentType, ContextType>;
  tokensUsed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  meta?: Resolver<ResolversTypes['RecallMeta'], ParentType, ContextType>;
};

export type RecallHitResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RecallHit'] = ResolversParentTypes['RecallHit']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tokens?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  passage?: Resolver<Maybe<ResolversTypes['Span']>, ParentType, ContextType>;
};

export type RecallMetaResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['RecallMeta'] = ResolversParentTypes['RecallMeta']> = {
  vectorCandidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  textCandidates?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  degraded?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  awaitingEmbedding?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  budgetRemaining?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  dropped?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  budgetOverflow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  tookMs?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  denied?: Resolver<Maybe<ResolversTypes['HookDenial']>, ParentType, ContextType>;
};

export type HookDenialResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['HookDenial'] = ResolversParentTypes['HookDenial']> = {
  hookId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  code?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SearchResultResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchResult'] = ResolversParentTypes['SearchResult']> = {
  hits?: Resolver<Array<ResolversTypes['SearchHit']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SearchHitResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['SearchHit'] = ResolversParentTypes['SearchHit']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  score?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type ReflectPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReflectPayload'] = ResolversParentTypes['ReflectPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type ReflectionTreeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReflectionTree'] = ResolversParentTypes['ReflectionTree']> = {
  root?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  maxDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ReflectionNode']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReflectionNodeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReflectionNode'] = ResolversParentTypes['ReflectionNode']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  distance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  attestLevel?: Resolver<Maybe<ResolversTypes['AttestLevel']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type MemoryVerificationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryVerification'] = ResolversParentTypes['MemoryVerification']> = {
  memoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SignatureStatus'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['SignatureStatus'], ParentType, ContextType>;
  audit?: Resolver<ResolversTypes['AuditStatus'], ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
  signedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  keyRevokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  signedForm?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revisionSeq?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type LinkVerificationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['LinkVerification'] = ResolversParentTypes['LinkVerification']> = {
  sourceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  targetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  relation?: Resolver<ResolversTypes['LinkRelation'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['SignatureStatus'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['SignatureStatus'], ParentType, ContextType>;
  audit?: Resolver<ResolversTypes['AuditStatus'], ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
  signedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  keyRevokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  signedForm?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  revisionSeq?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type ReflectionTreeVerificationResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['ReflectionTreeVerification'] = ResolversParentTypes['ReflectionTreeVerification']> = {
  status?: Resolver<ResolversTypes['SignatureStatus'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['MemoryVerification']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['LinkVerification']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type StoreMemoryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StoreMemoryPayload'] = ResolversParentTypes['StoreMemoryPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
  potentialContradictions?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
};

export type StoreMemoriesPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StoreMemoriesPayload'] = ResolversParentTypes['StoreMemoriesPayload']> = {
  results?: Resolver<Array<ResolversTypes['StoreMemoryResult']>, ParentType, ContextType>;
  storedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  failedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type StoreMemoryResultResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['StoreMemoryResult'] = ResolversParentTypes['StoreMemoryResult']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  created?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['OperationError']>, ParentType, ContextType>;
};

export type OperationErrorResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['OperationError'] = ResolversParentTypes['OperationError']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type UpdateMemoryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['UpdateMemoryPayload'] = ResolversParentTypes['UpdateMemoryPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type DeleteMemoryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['DeleteMemoryPayload'] = ResolversParentTypes['DeleteMemoryPayload']> = {
  deletedId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type TaxonomyResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Taxonomy'] = ResolversParentTypes['Taxonomy']> = {
  nodes?: Resolver<Array<ResolversTypes['TaxonomyNode']>, ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TaxonomyNodeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TaxonomyNode'] = ResolversParentTypes['TaxonomyNode']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  depth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  subtreeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MemoryPathsResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryPaths'] = ResolversParentTypes['MemoryPaths']> = {
  paths?: Resolver<Array<ResolversTypes['MemoryPath']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type MemoryPathResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryPath'] = ResolversParentTypes['MemoryPath']> = {
  length?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  memories?: Resolver<Array<ResolversTypes['Memory']>, ParentType, ContextType>;
  links?: Resolver<Array<ResolversTypes['MemoryLink']>, ParentType, ContextType>;
};

export type TraversalResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Traversal'] = ResolversParentTypes['Traversal']> = {
  nodes?: Resolver<Array<ResolversTypes['TraversalNode']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TraversalNodeResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TraversalNode'] = ResolversParentTypes['TraversalNode']> = {
  memory?: Resolver<ResolversTypes['Memory'], ParentType, ContextType>;
  distance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  path?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  link?: Resolver<ResolversTypes['MemoryLink'], ParentType, ContextType>;
};

export type TimelineResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['Timeline'] = ResolversParentTypes['Timeline']> = {
  events?: Resolver<Array<ResolversTypes['TimelineEvent']>, ParentType, ContextType>;
  truncated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TimelineEventResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['TimelineEvent'] = ResolversParentTypes['TimelineEvent']> = {
  direction?: Resolver<ResolversTypes['LinkDirection'], ParentType, ContextType>;
  sourceId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  targetId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  relation?: Resolver<ResolversTypes['LinkRelation'], ParentType, ContextType>;
  validFrom?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  validUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  observedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type MemoryVersionResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['MemoryVersion'] = ResolversParentTypes['MemoryVersion']> = {
  memoryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  changedBy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  editSource?: Resolver<ResolversTypes['EditSource'], ParentType, ContextType>;
  changed?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  content?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  priority?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  confidence?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  tier?: Resolver<ResolversTypes['Tier'], ParentType, ContextType>;
  namespace?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scope?: Resolver<ResolversTypes['Scope'], ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  sourceUri?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  signedBy?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attestLevel?: Resolver<ResolversTypes['AttestLevel'], ParentType, ContextType>;
};

export type PromoteMemoryPayloadResolvers<ContextType = GraphContext, ParentType extends ResolversParentTypes['PromoteMemoryPayload'] = ResolversParentTypes['PromoteMemoryPayload']> = {
  memory?: Resolver<Maybe<ResolversTypes['Memory']>, ParentType, ContextType>;
  pending?: Resolver<Maybe<ResolversTypes['PendingAction']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphContext> = {
  Agent?: AgentResolvers<ContextType>;
  AgentKey?: AgentKeyResolvers<ContextType>;
  RegisterAgentPayload?: RegisterAgentPayloadResolvers<ContextType>;
  RevokeAgentKeyPayload?: RevokeAgentKeyPayloadResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ArchivedMemory?: ArchivedMemoryResolvers<ContextType>;
  ArchivedMemoryEdge?: ArchivedMemoryEdgeResolvers<ContextType>;
  ArchivePage?: ArchivePageResolvers<ContextType>;
  ArchivePageInfo?: ArchivePageInfoResolvers<ContextType>;
  ForgetPayload?: ForgetPayloadResolvers<ContextType>;
  RestoreMemoryPayload?: RestoreMemoryPayloadResolvers<ContextType>;
  Purge?: PurgeResolvers<ContextType>;
  PurgeArchivePayload?: PurgeArchivePayloadResolvers<ContextType>;
  AtomisePayload?: AtomisePayloadResolvers<ContextType>;
  AuditBreak?: AuditBreakResolvers<ContextType>;
  AuditHead?: AuditHeadResolvers<ContextType>;
  AuditChainVerification?: AuditChainVerificationResolvers<ContextType>;
  AuditRevision?: AuditRevisionResolvers<ContextType>;
  AuditTrail?: AuditTrailResolvers<ContextType>;
  DecayConfidencePayload?: DecayConfidencePayloadResolvers<ContextType>;
  SourceBaseline?: SourceBaselineResolvers<ContextType>;
  CalibrateConfidencePayload?: CalibrateConfidencePayloadResolvers<ContextType>;
  DuplicateCheck?: DuplicateCheckResolvers<ContextType>;
  DuplicateCandidate?: DuplicateCandidateResolvers<ContextType>;
  Entity?: EntityResolvers<ContextType>;
  RegisterEntityPayload?: RegisterEntityPayloadResolvers<ContextType>;
  GraphEvent?: GraphEventResolvers<ContextType>;
  PostStoreEvent?: PostStoreEventResolvers<ContextType>;
  PostUpdateEvent?: PostUpdateEventResolvers<ContextType>;
  PostDeleteEvent?: PostDeleteEventResolvers<ContextType>;
  PostArchiveEvent?: PostArchiveEventResolvers<ContextType>;
  PostRestoreEvent?: PostRestoreEventResolvers<ContextType>;
  PostPromoteEvent?: PostPromoteEventResolvers<ContextType>;
  PostLinkEvent?: PostLinkEventResolvers<ContextType>;
  PostLinkInvalidateEvent?: PostLinkInvalidateEventResolvers<ContextType>;
  PostReflectEvent?: PostReflectEventResolvers<ContextType>;
  PostRecallEvent?: PostRecallEventResolvers<ContextType>;
  PostSearchEvent?: PostSearchEventResolvers<ContextType>;
  CaughtUpEvent?: CaughtUpEventResolvers<ContextType>;
  PostGovernanceDecisionEvent?: PostGovernanceDecisionEventResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  EffectiveLevel?: EffectiveLevelResolvers<ContextType>;
  EffectiveApprover?: EffectiveApproverResolvers<ContextType>;
  EffectiveDepth?: EffectiveDepthResolvers<ContextType>;
  EffectivePolicy?: EffectivePolicyResolvers<ContextType>;
  NamespacePayload?: NamespacePayloadResolvers<ContextType>;
  Subgraph?: SubgraphResolvers<ContextType>;
  TierCount?: TierCountResolvers<ContextType>;
  NamespaceCount?: NamespaceCountResolvers<ContextType>;
  Stats?: StatsResolvers<ContextType>;
  HookMatcher?: HookMatcherResolvers<ContextType>;
  HookMatchers?: HookMatchersResolvers<ContextType>;
  Hook?: HookResolvers<ContextType>;
  HookEdge?: HookEdgeResolvers<ContextType>;
  HookPage?: HookPageResolvers<ContextType>;
  HookPageInfo?: HookPageInfoResolvers<ContextType>;
  HookFile?: HookFileResolvers<ContextType>;
  HookLayer?: HookLayerResolvers<ContextType>;
  SkippedHook?: SkippedHookResolvers<ContextType>;
  SkippedHookEdge?: SkippedHookEdgeResolvers<ContextType>;
  SkippedHookPage?: SkippedHookPageResolvers<ContextType>;
  ReloadHooksPayload?: ReloadHooksPayloadResolvers<ContextType>;
  HookExecutionRecord?: HookExecutionRecordResolvers<ContextType>;
  HookExecutionEdge?: HookExecutionEdgeResolvers<ContextType>;
  HookExecutionPage?: HookExecutionPageResolvers<ContextType>;
  TestHookPayload?: TestHookPayloadResolvers<ContextType>;
  MemoryLink?: MemoryLinkResolvers<ContextType>;
  LinkMemoriesPayload?: LinkMemoriesPayloadResolvers<ContextType>;
  MemoryPage?: MemoryPageResolvers<ContextType>;
  MemoryPageEdge?: MemoryPageEdgeResolvers<ContextType>;
  MemoryPageInfo?: MemoryPageInfoResolvers<ContextType>;
  Span?: SpanResolvers<ContextType>;
  Citation?: CitationResolvers<ContextType>;
  Memory?: MemoryResolvers<ContextType>;
  MemoryLinkProperties?: MemoryLinkPropertiesResolvers<ContextType>;
  Namespace?: NamespaceResolvers<ContextType>;
  Approver?: ApproverResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  PendingFailure?: PendingFailureResolvers<ContextType>;
  PendingAction?: PendingActionResolvers<ContextType>;
  ApprovalPage?: ApprovalPageResolvers<ContextType>;
  ApprovalEdge?: ApprovalEdgeResolvers<ContextType>;
  ApprovalPageInfo?: ApprovalPageInfoResolvers<ContextType>;
  DecidePayload?: DecidePayloadResolvers<ContextType>;
  PendingActionChangedEvent?: PendingActionChangedEventResolvers<ContextType>;
  JWT?: JwtResolvers<ContextType>;
  QuotaStatus?: QuotaStatusResolvers<ContextType>;
  RecallResult?: RecallResultResolvers<ContextType>;
  RecallHit?: RecallHitResolvers<ContextType>;
  RecallMeta?: RecallMetaResolvers<ContextType>;
  HookDenial?: HookDenialResolvers<ContextType>;
  SearchResult?: SearchResultResolvers<ContextType>;
  SearchHit?: SearchHitResolvers<ContextType>;
  ReflectPayload?: ReflectPayloadResolvers<ContextType>;
  ReflectionTree?: ReflectionTreeResolvers<ContextType>;
  ReflectionNode?: ReflectionNodeResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  MemoryVerification?: MemoryVerificationResolvers<ContextType>;
  LinkVerification?: LinkVerificationResolvers<ContextType>;
  ReflectionTreeVerification?: ReflectionTreeVerificationResolvers<ContextType>;
  StoreMemoryPayload?: StoreMemoryPayloadResolvers<ContextType>;
  StoreMemoriesPayload?: StoreMemoriesPayloadResolvers<ContextType>;
  StoreMemoryResult?: StoreMemoryResultResolvers<ContextType>;
  OperationError?: OperationErrorResolvers<ContextType>;
  UpdateMemoryPayload?: UpdateMemoryPayloadResolvers<ContextType>;
  DeleteMemoryPayload?: DeleteMemoryPayloadResolvers<ContextType>;
  Taxonomy?: TaxonomyResolvers<ContextType>;
  TaxonomyNode?: TaxonomyNodeResolvers<ContextType>;
  MemoryPaths?: MemoryPathsResolvers<ContextType>;
  MemoryPath?: MemoryPathResolvers<ContextType>;
  Traversal?: TraversalResolvers<ContextType>;
  TraversalNode?: TraversalNodeResolvers<ContextType>;
  Timeline?: TimelineResolvers<ContextType>;
  TimelineEvent?: TimelineEventResolvers<ContextType>;
  MemoryVersion?: MemoryVersionResolvers<ContextType>;
  PromoteMemoryPayload?: PromoteMemoryPayloadResolvers<ContextType>;
};

