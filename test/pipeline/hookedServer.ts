import { afterAll, beforeAll } from '@jest/globals';
import { emptyDatabase } from '../support/emptyDatabase.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { onDatabase } from '../support/commandLine.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answer, HookFile, type TestHook } from './hookFile.ts';

/** One root for a run; each case has a namespace below it, so that its hooks are its own. */
export const root = freshNamespace('hooks');
/** Somebody else. */
export const bob = `bob-${root}`;
/** The namespace of a case. */
export const at = (name: string) => `${root}/${name}`;

/** A no. */
export const DENY = answer({ action: 'deny', reason: 'not here', code: 451 });
/** A question to a person. */
export const ASK = answer({ action: 'ask_user', prompt: 'Really?', options: ['yes', 'no'], default: 'no' });
/** A modification. */
export const change = (delta: Record<string, unknown>) => answer({ action: 'modify', delta });
/** A hook of one event for one case. */
export const on = (event: string, name: string, run: TestHook['run'], more: Partial<TestHook> = {}): TestHook => ({
  id: `${name}.${event}${more.priority === undefined ? '' : `.${more.priority}`}`,
  event,
  namespace: at(name),
  run,
  ...more,
});

/** `storeMemory`. */
export const STORE = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) {
  created pending { id action status namespace reason payload requestedBy } memory { id title tags metadata version content } } }`;
/** `storeMemory` with a key. */
export const KEYED = `mutation ($input: StoreMemoryInput!, $key: String) { storeMemory(input: $input, idempotencyKey: $key) {
  created pending { id reason requestedAt } memory { id } } }`;
/** `storeMemories`. */
export const STORE_MANY = `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) {
  storedCount failedCount results { index created memory { title } pending { status } error { code details } } } }`;
/** `updateMemory`. */
export const UPDATE = `mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) {
  pending { action memoryId } memory { title tags version } } }`;
/** `deleteMemory`. */
export const DELETE = 'mutation ($id: ID!) { deleteMemory(id: $id) { deletedId pending { action memoryId } } }';
/** `linkMemories`. */
export const LINK =
  'mutation ($input: LinkInput!) { linkMemories(input: $input) { created link { relation } pending { action } } }';
/** `reflect`. */
export const REFLECT =
  'mutation ($input: ReflectInput!) { reflect(input: $input) { memory { id title tags reflectionDepth } pending { action } } }';
/** `recall`. */
export const RECALL = `query ($input: RecallInput!) { recall(input: $input) { hits { memory { title } } meta { denied { hookId reason code } } } }`;
/** `searchMemories`. */
export const SEARCH = 'query ($input: SearchInput!) { searchMemories(input: $input) { hits { memory { title } } } }';
/** Ids in a namespace. */
export const COUNT = 'query ($namespace: String!) { memories(where: { namespace: { eq: $namespace } }) { id } }';

/** The hooks. */
export let file: HookFile;
/** The server that has them. */
export let server: TestServer;
/** Speaks to it as alice. */
export let client: HttpClient;

/**
 * Starts a server with these hooks for the suite that calls it.
 * @param options.alone true for a database of its own: one server on a database tells the post-hooks, and only its own
 */
export function withHooks(hooks: readonly TestHook[], options: { alone?: boolean } = {}): void {
  let stopDatabase = async () => {};
  beforeAll(async () => {
    file = new HookFile(hooks);
    const own = options.alone ? await emptyDatabase() : null;
    if (own) stopDatabase = own.stop;
    server = await startTestServer({
      environment: { ...(own ? onDatabase(own.address) : {}), MNEMOGRAPH_HOOKS: file.path },
    });
    client = new HttpClient(server.url, { agentId: 'alice' });
  }, 90_000);
  afterAll(async () => {
    await server.stop();
    await stopDatabase();
    file.remove();
  }, 60_000);
}

/** The answer to a store. */
export interface Stored {
  storeMemory: {
    created: boolean;
    memory: { id: string; title: string } | null;
    pending: Record<string, unknown> | null;
  };
}

/** A memory for a case. */
export const memory = (name: string, fields: Record<string, unknown> = {}) => ({
  title: 'As sent',
  content: 'a walnut tree',
  namespace: at(name),
  scope: 'COLLECTIVE',
  ...fields,
});

/** Stores a memory for a case; its id. */
export async function store(name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { storeMemory } = await client.run<Stored>(STORE, { input: memory(name, fields) });
  return storeMemory.memory?.id ?? '';
}

/** How many memories a case has. */
export async function countIn(name: string): Promise<number> {
  return (await client.run<{ memories: unknown[] }>(COUNT, { namespace: at(name) })).memories.length;
}

/** The refusal by the hook of a case that denies. */
export const denial = (name: string, event: string, more = '') => ({
  code: 'HOOK_DENIED',
  message: 'not here',
  details: { hookId: `${name}.${event}${more}`, hookCode: 451, event },
});
