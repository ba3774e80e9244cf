import { describe, expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import {
  ASK,
  DENY,
  DELETE,
  KEYED,
  LINK,
  RECALL,
  REFLECT,
  SEARCH,
  STORE,
  STORE_MANY,
  at,
  bob,
  change,
  client,
  countIn,
  denial,
  memory,
  on,
  root,
  server,
  store,
  withHooks,
  type Stored,
} from './hookedServer.ts';

withHooks([
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
  on('pre_delete', 'ask-delete', ['answer', ASK]),
  on('pre_link', 'ask-link', ['answer', ASK]),
  on('pre_reflect', 'ask-reflect', ['answer', ASK]),
  on('pre_store', 'beside', ['record', 'beside']),
  ...['pre_link', 'pre_reflect', 'pre_delete', 'pre_archive', 'pre_recall', 'pre_search'].map((event) =>
    on(event, `no-${event}`, ['answer', DENY]),
  ),
  on('pre_recall_expand', 'no-pre_recall_expand', ['answer', DENY], { failMode: 'closed' }),
]);

describe('a hook that denies', () => {
  test('a store: nothing is written, nothing is told', async () => {
    expect(await client.refusal(STORE, { input: memory('deny') })).toMatchObject(denial('deny', 'pre_store'));
    expect(await countIn('deny')).toBe(0);
  });

  test('a row of many: the others are stored', async () => {
    const inputs = [memory('beside', { title: 'one' }), memory('deny'), memory('beside', { title: 'three' })];
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
    expect(await countIn(place)).toBe(2);
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
