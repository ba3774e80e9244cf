import { freshNamespace, HttpClient, type Caller } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { sharedServer } from '../support/sharedServer.ts';

/** Who speaks to the shared server; absent: the local admin. */
export const speaking = (caller: Caller = {}) => new HttpClient(sharedServer(), caller);

/** `setGovernancePolicy`. */
export const SET = `mutation ($namespace: String!, $policy: GovernancePolicyInput!, $key: String) {
  setGovernancePolicy(namespace: $namespace, policy: $policy, idempotencyKey: $key) {
    namespace { path } policy { version write { value sourceNamespace policyId } } pending { id } } }`;
/** `setNamespaceStandard`. */
export const STANDARD = `mutation ($namespace: String!, $memoryId: ID!, $parent: String) {
  setNamespaceStandard(namespace: $namespace, memoryId: $memoryId, parentNamespace: $parent) {
    namespace { path } policy { chain standardOwner write { value sourceNamespace } } } }`;
/** `clearNamespaceStandard`. */
export const CLEAR = `mutation ($namespace: String!) { clearNamespaceStandard(namespace: $namespace) {
  namespace { path } policy { chain standardOwner write { value sourceNamespace } } } }`;
/** `effectivePolicy`. */
export const EFFECTIVE = `query ($namespace: String!) { effectivePolicy(namespace: $namespace) {
  namespace chain standardOwner
  write { value sourceNamespace } promote { value sourceNamespace } delete { value sourceNamespace }
  update { value sourceNamespace } link { value sourceNamespace } consolidate { value sourceNamespace }
  approver { human agent consensus sourceNamespace }
  maxReflectionDepth { value sourceNamespace } requireApprovalAboveDepth { value sourceNamespace } } }`;

/** `storeMemory`. */
export const STORE =
  'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } pending { id action reason } } }';
/** `reflect`. */
export const REFLECT =
  'mutation ($input: ReflectInput!) { reflect(input: $input) { memory { id reflectionDepth } pending { id action reason } } }';
/** `updateMemory`. */
export const UPDATE =
  'mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { memory { id } pending { id action reason } } }';
/** `deleteMemory`. */
export const DELETE = 'mutation ($id: ID!) { deleteMemory(id: $id) { deletedId pending { id action reason } } }';
/** `promoteMemory`. */
export const PROMOTE =
  'mutation ($id: ID!, $to: String) { promoteMemory(id: $id, toNamespace: $to) { memory { id } pending { id action reason } } }';
/** `linkMemories`. */
export const LINK =
  'mutation ($input: LinkInput!) { linkMemories(input: $input) { link { relation } pending { id action reason } } }';

/** A memory that everybody may read. */
export const memory = (namespace: string, fields: Record<string, unknown> = {}) => ({
  title: freshNamespace('memory'),
  content: freshNamespace('content'),
  namespace,
  scope: 'COLLECTIVE',
  force: true,
  ...fields,
});

/** Stores a memory; its id. */
export async function store(client: HttpClient, namespace: string, fields: Record<string, unknown> = {}) {
  const { storeMemory } = await client.run<{ storeMemory: { memory: { id: string } } }>(STORE, {
    input: memory(namespace, fields),
  });
  return storeMemory.memory.id;
}

/** Sets a policy as the local admin. */
export async function setPolicy(namespace: string, policy: Record<string, unknown>, client = speaking()) {
  const { setGovernancePolicy } = await client.run<{
    setGovernancePolicy: { namespace: { path: string } | null; policy: { version: number } };
  }>(SET, { namespace, policy });
  return setGovernancePolicy;
}

/** Registers an agent past the server. */
export async function register(agentId: string): Promise<void> {
  await askGraph("MERGE (a:Agent {agentId: $agentId}) ON CREATE SET a.agentType = 'system'", { agentId });
}
