import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { answer, HookFile, type TestHook } from './hookFile.ts';

/** One root for this run; each case has a namespace below it, so that its hooks are its own. */
const root = freshNamespace('hooks');
const bob = `bob-${root}`;
const at = (name: string) => `${root}/${name}`;

const DENY = answer({ action: 'deny', reason: 'not here', code: 451 });
const ASK = answer({ action: 'ask_user', prompt: 'Really?', options: ['yes', 'no'], default: 'no' });
const change = (delta: Record<string, unknown>) => answer({ action: 'modify', delta });
const on = (event: string, name: string, run: TestHook['run'], more: Partial<TestHook> = {}): TestHook => ({
  id: `${name}.${event}${more.priority === undefined ? '' : `.${more.priority}`}`,
  event,
  namespace: at(name),
  run,
  ...more,
});

const hooks: TestHook[] = [
  on('pre_store', 'modify', ['answer', change({ title: 'By the hook', tags: ['hooked'], metadata: { seen: true } })]),
  on('pre_store', 'outside', ['answer', change({ metadata: { scope: 'galactic' } })]),
  on('pre_store', 'past', ['answer', change({ expires_at: '2001-01-01T00:00:00Z' })]),
  on('pre_store', 'heard', ['record', 'heard']),
  on('pre_store', 'deny', ['answer', DENY]),
  on('pre_store', 'ask', ['answer', ASK]),
  on('pre_store', 'ask-keyed', ['answer', ASK]),
  on('pre_store', 'slow-open', ['sleep'], { timeoutMs: 200 }),
  on('pre_store', 'slow-closed', ['sleep'], { timeoutMs: 200, failMode: 'closed' }),
  on('pre_store', 'crash-open', ['crash']),
  on('pre_store', 'crash-closed', ['crash'], { failMode: 'closed' }),
  on('pre_store', 'garbage-open', ['answer', 'I am no JSON']),
  on('pre_store', 'garbage-closed', ['answer', 'I am no JSON'], { failMode: 'closed' }),
  on('pre_store', 'bound-closed', ['answer', change({ title: '' })], { failMode: 'closed' }),
  // Highest first: the second sees what the first changed; the third says no, so that the fourth is never asked.
  on('pre_store', 'priority', ['record', 'never'], { priority: 1 }),
  on('pre_store', 'priority', ['answer', DENY], { priority: 5 }),
  on('pre_store', 'priority', ['record', 'second'], { priority: 10 }),
  on('pre_store', 'priority', ['answer', change({ title: 'First' })], { priority: 20 }),
  // Of the operations besides storing, each with a hook that listens and one that says no.
  ...['pre_link', 'pre_reflect', 'pre_delete', 'pre_archive', 'pre_recall', 'pre_search'].flatMap((event) => [
    on(event, 'others', ['record', event]),
    on(event, `no-${event}`, ['answer', DENY]),
  ]),
  on('pre_store', 'others', ['record', 'pre_store']),
  on('pre_recall_expand', 'no-pre_recall_expand', ['answer', DENY], { failMode: 'closed' }),
  on('pre_link', 'relate', ['answer', change({ relation: 'contradicts' })]),
  on('pre_delete', 'ask-delete', ['answer', ASK]),
  on('pre_link', 'ask-link', ['answer', ASK]),
  on('pre_reflect', 'ask-reflect', ['answer', ASK]),
  on('pre_reflect', 'retitle', ['answer', change({ title: 'Retitled', tags: ['deep'] })]),
  on('pre_reflect', 'deep', ['record', 'deep']),
  on('pre_search', 'reword', ['answer', change({ query: 'walnut' })]),
  on('pre_recall', 'reword', ['answer', change({ query: 'walnut', limit: 1 })]),
  ...['post_store', 'post_link', 'post_delete', 'post_reflect'].map((event) => on(event, 'others', ['record', 'post'])),
  ...['post_recall', 'post_search'].map((event) => on(event, 'others', ['record', event])),
];

const STORE = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) {
  created pending { id action status namespace reason payload requestedBy } memory { id title tags metadata version content } } }`;
const KEYED = `mutation ($input: StoreMemoryInput!, $key: String) { storeMemory(input: $input, idempotencyKey: $key) {
  created pending { id reason requestedAt } memory { id } } }`;
const STORE_MANY = `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) {
  storedCount failedCount results { index created memory { title } pending { status } error { code details } } } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) {
  pending { action memoryId } memory { title tags version } } }`;
const DELETE = 'mutation ($id: ID!) { deleteMemory(id: $id) { deletedId pending { action memoryId } } }';
const LINK =
  'mutation ($input: LinkInput!) { linkMemories(input: $input) { created link { relation } pending { action } } }';
const REFLECT =
  'mutation ($input: ReflectInput!) { reflect(input: $input) { memory { id title tags reflectionDepth } pending { action } } }';
const RECALL = `query ($input: RecallInput!) { recall(input: $input) { hits { memory { title } } meta { denied { hookId reason code } } } }`;
const SEARCH = 'query ($input: SearchInput!) { searchMemories(input: $input) { hits { memory { title } } } }';
const COUNT = 'query ($namespace: String!) { memories(where: { namespace: { eq: $namespace } }) { id } }';

let file: HookFile;
let server: TestServer;
let client: HttpClient;

beforeAll(async () => {
  file = new HookFile(hooks);
  server = await startTestServer({ environment: { MNEMOGRAPH_HOOKS: file.path } });
  client = new HttpClient(server.url, { agentId: 'alice' });
}, 90_000);

afterAll(async () => {
  await server.stop();
  file.remove();
});

interface Stored {
  storeMemory: {
    created: boolean;
    memory: { id: string; title: string } | null;
    pending: Record<string, unknown> | null;
  };
}

const memory = (name: string, fields: Record<string, unknown> = {}) => ({
  title: 'As sent',
  content: 'a walnut tree',
  namespace: at(name),
  scope: 'COLLECTIVE',
  ...fields,
});

async function store(name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const { storeMemory } = await client.run<Stored>(STORE, { input: memory(name, fields) });
  return storeMemory.memory?.id ?? '';
}

async function countIn(name: string): Promise<number> {
  return (await client.run<{ memories: unknown[] }>(COUNT, { namespace: at(name) })).memories.length;
}

const denial = (name: string, event: string, more = '') => ({
  code: 'HOOK_DENIED',
  message: 'not here',
  details: { hookId: `${name}.${event}${more}`, hookCode: 451, event },
});

describe('a hook that modifies', () => {
  test('changes what is stored', async () => {
    const { storeMemory } = await client.run<Stored>(STORE, { input: memory('modify', { metadata: { seen: false } }) });
    expect(storeMemory).toMatchObject({
      created: true,
      pending: null,
      memory: {
        title: 'By the hook',
        tags: ['hooked'],
        metadata: { seen: true },
        content: 'a walnut tree',
        version: 1,
      },
    });
  });

  test('changes an update, which is a store to it', async () => {
    const { updateMemory } = await client.run<{ updateMemory: unknown }>(UPDATE, {
      id: (await client.run<{ memories: { id: string }[] }>(COUNT, { namespace: at('modify') })).memories[0]?.id,
      input: { content: 'changed', title: 'Mine' },
    });
    expect(updateMemory).toEqual({ pending: null, memory: { title: 'By the hook', tags: ['hooked'], version: 2 } });
  });

  test('has its change parsed again: what breaks a bound is the answer, and nothing is stored', async () => {
    expect(await client.refusal(STORE, { input: memory('outside') })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'scope' },
    });
    expect(await client.refusal(STORE, { input: memory('past') })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'expiresAt' },
    });
    expect(await countIn('outside')).toBe(0);
  });

  test.each([
    [
      'the relation of a link',
      'relate',
      async (a: string, b: string) => client.run(LINK, { input: { sourceId: a, targetId: b } }),
      { linkMemories: { created: true, link: { relation: 'CONTRADICTS' }, pending: null } },
    ],
    [
      'a reflection',
      'retitle',
      async (a: string, b: string) =>
        client.run(REFLECT, { input: { sourceIds: [a, b], title: 'Mine', content: 'both' } }),
      { reflect: { memory: expect.objectContaining({ title: 'Retitled', tags: ['deep'] }), pending: null } },
    ],
  ])('changes %s', async (_name, place, act, expected) => {
    const [a, b] = [await store(place, { title: 'a' }), await store(place, { title: 'b' })];
    expect(await act(a, b)).toEqual(expected);
  });

  test('changes a search and a question', async () => {
    await store('reword', { title: 'Walnut' });
    const searched = await client.run(SEARCH, { input: { query: 'zebra', namespace: at('reword') } });
    expect(searched).toEqual({ searchMemories: { hits: [{ memory: { title: 'Walnut' } }] } });
    const recalled = await client.run(RECALL, {
      input: { query: 'zebra', namespace: at('reword'), mode: 'KEYWORD', limit: 50 },
    });
    expect(recalled).toMatchObject({ recall: { hits: [{ memory: { title: 'Walnut' } }] } });
  });
});

describe('the order', () => {
  test('parse first: a hook never hears of what breaks a bound', async () => {
    expect(await client.refusal(STORE, { input: memory('heard', { priority: 11 }) })).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await store('heard', { tags: ['a'] });
    expect(file.lines('heard')).toEqual([
      {
        event: 'pre_store',
        payload: {
          tier: 'mid',
          namespace: at('heard'),
          title: 'As sent',
          content: 'a walnut tree',
          tags: ['a'],
          priority: 5,
          confidence: 1,
          source: 'api',
          metadata: { agent_id: 'alice', scope: 'collective' },
        },
      },
    ]);
  });

  test('hooks before governance: its denial is the answer, though governance would say no too', async () => {
    const stranger = new HttpClient(server.url, { agentId: bob });
    const id = await store('no-pre_delete');
    expect(await stranger.refusal(DELETE, { id })).toMatchObject(denial('no-pre_delete', 'pre_delete'));
    const heard = await store('others', { title: 'bob wants it' });
    expect(await stranger.refusal(DELETE, { id: heard })).toMatchObject({ code: 'GOVERNANCE_DENIED' });
    expect(file.lines('pre_delete')).toEqual([{ event: 'pre_delete', payload: { id: heard } }]);
  });

  test('a veto on a reflection and its cap are two answers, and the hook is asked before the cap', async () => {
    let source = await store('deep');
    for (const depth of [1, 2, 3]) {
      const made = await client.run<{ reflect: { memory: { id: string; reflectionDepth: number } } }>(REFLECT, {
        input: { sourceIds: [source], title: `depth ${depth}`, content: 'deeper', scope: 'COLLECTIVE' },
      });
      expect(made.reflect.memory.reflectionDepth).toBe(depth);
      source = made.reflect.memory.id;
    }
    const tooDeep = { sourceIds: [source], title: 'depth 4', content: 'too deep' };
    expect(await client.refusal(REFLECT, { input: tooDeep })).toMatchObject({
      code: 'REFLECTION_DEPTH_EXCEEDED',
      details: { attemptedDepth: 4, cap: 3 },
    });
    expect(file.lines('deep').map(({ payload }) => payload['title'])).toEqual([
      'depth 1',
      'depth 2',
      'depth 3',
      'depth 4',
    ]);
    expect(await client.refusal(REFLECT, { input: { ...tooDeep, namespace: at('no-pre_reflect') } })).toMatchObject(
      denial('no-pre_reflect', 'pre_reflect'),
    );
  });

  test('priority decides: the higher is asked first, the first no ends it', async () => {
    expect(await client.refusal(STORE, { input: memory('priority') })).toMatchObject(
      denial('priority', 'pre_store', '.5'),
    );
    expect(file.lines('second').map(({ payload }) => payload['title'])).toEqual(['First']);
    expect(file.lines('never')).toEqual([]);
  });
});

describe('a hook that denies', () => {
  test('a store: nothing is written, nothing is told', async () => {
    expect(await client.refusal(STORE, { input: memory('deny') })).toMatchObject(denial('deny', 'pre_store'));
    expect(await countIn('deny')).toBe(0);
  });

  test('a row of many: the others are stored', async () => {
    const inputs = [memory('heard', { title: 'one' }), memory('deny'), memory('heard', { title: 'three' })];
    const { storeMemories } = await client.run<{ storeMemories: unknown }>(STORE_MANY, { inputs });
    expect(storeMemories).toMatchObject({
      storedCount: 2,
      failedCount: 1,
      results: [
        { index: 0, memory: { title: 'one' }, error: null },
        { index: 1, memory: null, error: { code: 'HOOK_DENIED', details: { hookId: 'deny.pre_store' } } },
        { index: 2, memory: { title: 'three' }, error: null },
      ],
    });
  });

  test.each<[string, (a: string, b: string, namespace: string) => Promise<unknown>]>([
    ['pre_link', (a, b) => client.refusal(LINK, { input: { sourceId: a, targetId: b } })],
    ['pre_delete', (a) => client.refusal(DELETE, { id: a })],
    ['pre_archive', (a) => client.refusal(DELETE, { id: a })],
    ['pre_reflect', (a) => client.refusal(REFLECT, { input: { sourceIds: [a], title: 'r', content: 'r' } })],
    ['pre_recall', (_a, _b, namespace) => client.refusal(RECALL, { input: { query: 'walnut', namespace } })],
    ['pre_search', (_a, _b, namespace) => client.refusal(SEARCH, { input: { query: 'walnut', namespace } })],
  ])('%s: the operation is refused with the hook, its code and the event', async (event, act) => {
    const place = `no-${event}`;
    const [a, b] = [await store(place, { title: 'a' }), await store(place, { title: 'b' })];
    expect(await act(a, b, at(place))).toMatchObject(denial(place, event));
    expect(await countIn(place)).toBe(event === 'pre_delete' ? 3 : 2);
  });

  test('pre_recall_expand: an empty answer that says who and why', async () => {
    await store('no-pre_recall_expand');
    const { recall } = await client.run<{
      recall: { hits: unknown[]; meta: { denied: { hookId: string; code: number } | null } };
    }>(RECALL, {
      input: { query: 'walnut', namespace: at('no-pre_recall_expand'), mode: 'KEYWORD' },
    });
    expect(recall.hits).toEqual([]);
    // Its whole chain has 50 ms; a process that does not make it in time is a failure of a closed hook.
    expect([451, 503, 504]).toContain(recall.meta.denied?.code);
    expect(recall.meta.denied?.hookId).toBe('no-pre_recall_expand.pre_recall_expand');
  });
});

describe('a hook that asks', () => {
  test('a store waits: nothing is stored, the action can be seen', async () => {
    const { storeMemory } = await client.run<Stored>(STORE, { input: memory('ask', { tags: ['t'] }) });
    expect(storeMemory).toMatchObject({
      created: false,
      memory: null,
      pending: {
        action: 'STORE',
        status: 'PENDING',
        namespace: at('ask'),
        reason: 'Really?',
        requestedBy: 'alice',
        payload: expect.objectContaining({ title: 'As sent', tags: ['t'] }),
      },
    });
    expect(await countIn('ask')).toBe(0);
    const { pendingActions } = await client.run<{ pendingActions: { id: string }[] }>(
      'query ($namespace: String) { pendingActions(namespace: $namespace) { id } }',
      { namespace: at('ask') },
    );
    expect(pendingActions.map(({ id }) => id)).toEqual([storeMemory.pending?.['id']]);
    const others = new HttpClient(server.url, { agentId: bob });
    expect(
      await others.run('query ($namespace: String) { pendingActions(namespace: $namespace) { id } }', {
        namespace: at('ask'),
      }),
    ).toEqual({ pendingActions: [] });
  });

  test.each<[string, string, (a: string, b: string) => Promise<unknown>, unknown]>([
    [
      'a deletion',
      'ask-delete',
      (id) => client.run(DELETE, { id }),
      { deleteMemory: { deletedId: null, pending: { action: 'DELETE', memoryId: expect.any(String) } } },
    ],
    [
      'a link',
      'ask-link',
      (a, b) => client.run(LINK, { input: { sourceId: a, targetId: b } }),
      { linkMemories: { created: false, link: null, pending: { action: 'LINK' } } },
    ],
    [
      'a reflection',
      'ask-reflect',
      (a) => client.run(REFLECT, { input: { sourceIds: [a], title: 'r', content: 'r' } }),
      { reflect: { memory: null, pending: { action: 'REFLECT' } } },
    ],
  ])('%s waits too', async (_name, place, act, expected) => {
    const [a, b] = [await store(place, { title: 'a' }), await store(place, { title: 'b' })];
    expect(await act(a, b)).toEqual(expected);
    expect(await countIn(place)).toBe(2);
  });
});

test('a repetition with the same key is not asked again', async () => {
  const ask = (title: string) =>
    client.send<Stored>(KEYED, { input: memory('ask-keyed', { title }), key: `${root} ask` });
  const [first, second] = [await ask('once'), await ask('once')];
  expect(first.data?.storeMemory.pending?.['id']).toEqual(expect.any(String));
  expect(second.data).toEqual(first.data);
  expect((await ask('another')).errors?.[0]?.extensions.code).toBe('CONFLICT');
  const { pendingActions } = await client.run<{ pendingActions: unknown[] }>(
    'query ($namespace: String) { pendingActions(namespace: $namespace) { id } }',
    { namespace: at('ask-keyed') },
  );
  expect(pendingActions).toHaveLength(1);
});

test('nobody is asked about what would be refused anyway', async () => {
  const stranger = new HttpClient(server.url, { agentId: bob });
  const id = await store('ask-delete', { title: 'not his' });
  expect(await stranger.refusal(DELETE, { id })).toMatchObject({ code: 'GOVERNANCE_DENIED' });
  expect(await stranger.refusal(STORE, { input: memory('ask', { expiresAt: '2001-01-01T00:00:00Z' }) })).toMatchObject({
    code: 'BAD_USER_INPUT',
  });
  expect(await stranger.run('{ pendingActions { id } }')).toEqual({ pendingActions: [] });
});

describe('a hook that fails', () => {
  test.each(['slow-open', 'crash-open', 'garbage-open'])('%s: the operation goes on', async (place) => {
    expect(await store(place)).not.toBe('');
  });

  test.each([
    ['slow-closed', 503],
    ['crash-closed', 503],
    ['garbage-closed', 503],
    ['bound-closed', 503],
  ])('%s: the operation is refused with %i', async (place, hookCode) => {
    const started = Date.now();
    expect(await client.refusal(STORE, { input: memory(place) })).toMatchObject({
      code: 'HOOK_DENIED',
      details: { hookId: `${place}.pre_store`, hookCode, event: 'pre_store' },
    });
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(await countIn(place)).toBe(0);
  });
});

describe('post-hooks', () => {
  test('hear of each write once, in order, in the wire names of the seed', async () => {
    const before = file.lines('post').length;
    const a = await store('others', { title: 'post a', tags: ['x'], metadata: { n: 1 }, tier: 'LONG' });
    const b = await store('others', { title: 'post b' });
    await client.run(UPDATE, { id: a, input: { content: 'changed' } });
    await client.run(LINK, { input: { sourceId: a, targetId: b, relation: 'SUPERSEDES' } });
    const { reflect } = await client.run<{ reflect: { memory: { id: string } } }>(REFLECT, {
      input: { sourceIds: [a, b], title: 'post r', content: 'r' },
    });
    await client.run(DELETE, { id: b });
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const stored = {
      id: a,
      tier: 'long',
      namespace: at('others'),
      title: 'post a',
      content: 'a walnut tree',
      tags: ['x'],
      priority: 5,
      confidence: 1,
      source: 'api',
      access_count: 0,
      created_at: instant,
      updated_at: instant,
      metadata: { n: 1, agent_id: 'alice', scope: 'collective' },
      reflection_depth: 0,
      memory_kind: 'observation',
      citations: [],
      confidence_source: 'caller_provided',
      version: 1,
    };
    const lines = (await file.until('post', before + 6)).slice(before);
    expect(lines).toEqual([
      { event: 'post_store', payload: stored },
      {
        event: 'post_store',
        payload: {
          ...stored,
          id: b,
          tier: 'mid',
          title: 'post b',
          tags: [],
          expires_at: instant,
          metadata: { agent_id: 'alice', scope: 'collective' },
        },
      },
      { event: 'post_store', payload: { ...stored, content: 'changed', version: 2 } },
      {
        event: 'post_link',
        payload: {
          source_id: a,
          target_id: b,
          relation: 'supersedes',
          created_at: instant,
          valid_from: instant,
          observed_by: 'alice',
          attest_level: 'unsigned',
        },
      },
      {
        event: 'post_reflect',
        payload: {
          id: reflect.memory.id,
          reflection_depth: 1,
          reflects_on: expect.arrayContaining([a, b]),
          namespace: at('others'),
        },
      },
      { event: 'post_delete', payload: { id: b } },
    ]);
  });

  test('hear of reads, and pre-hooks of all they were asked', async () => {
    await store('others', { title: 'Cherry', content: 'a cherry tree' });
    const namespace = at('others');
    await client.run(RECALL, {
      input: { query: 'cherry', namespace, limit: 3, tier: 'MID', budgetTokens: 500, mode: 'KEYWORD' },
    });
    await client.run(SEARCH, { input: { query: 'cherry', namespace } });
    expect(await file.until('post_recall', 1)).toEqual([
      {
        event: 'post_recall',
        payload: {
          query: 'cherry',
          memories: [expect.objectContaining({ title: 'Cherry', memory_kind: 'observation' })],
          tokens_used: expect.any(Number),
        },
      },
    ]);
    expect(await file.until('post_search', 1)).toEqual([
      { event: 'post_search', payload: { query: 'cherry', memories: [expect.objectContaining({ title: 'Cherry' })] } },
    ]);
    expect(file.lines('pre_recall')).toEqual([
      { event: 'pre_recall', payload: { query: 'cherry', namespace, limit: 3, tier: 'mid', budget_tokens: 500 } },
    ]);
    expect(file.lines('pre_search')).toEqual([
      { event: 'pre_search', payload: { query: 'cherry', namespace, limit: 20 } },
    ]);
    expect(file.lines('pre_link').at(-1)?.payload).toEqual({
      source_id: expect.any(String),
      target_id: expect.any(String),
      relation: 'supersedes',
    });
    expect(file.lines('pre_archive').map(({ payload }) => Object.keys(payload))).toEqual([['id'], ['id']]);
    expect(
      file
        .lines('pre_store')
        .map(({ payload }) => payload['id'])
        .filter(Boolean),
    ).toHaveLength(1);
  });
});
