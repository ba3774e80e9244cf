import { describe, expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import {
  ASK,
  DENY,
  DELETE,
  LINK,
  RECALL,
  REFLECT,
  SEARCH,
  STORE,
  UPDATE,
  COUNT,
  at,
  bob,
  change,
  client,
  countIn,
  denial,
  file,
  memory,
  on,
  server,
  store,
  withHooks,
  type Stored,
} from './hookedServer.ts';

withHooks([
  on('pre_store', 'modify', ['answer', change({ title: 'By the hook', tags: ['hooked'], metadata: { seen: true } })]),
  on('pre_store', 'outside', ['answer', change({ metadata: { scope: 'galactic' } })]),
  on('pre_store', 'past', ['answer', change({ expires_at: '2001-01-01T00:00:00Z' })]),
  on('pre_store', 'heard', ['record', 'heard']),
  // Highest first: the second sees what the first changed; the third says no, so that the fourth is never asked.
  on('pre_store', 'priority', ['record', 'never'], { priority: 1 }),
  on('pre_store', 'priority', ['answer', DENY], { priority: 5 }),
  on('pre_store', 'priority', ['record', 'second'], { priority: 10 }),
  on('pre_store', 'priority', ['answer', change({ title: 'First' })], { priority: 20 }),
  on('pre_link', 'relate', ['answer', change({ relation: 'contradicts' })]),
  on('pre_reflect', 'retitle', ['answer', change({ title: 'Retitled', tags: ['deep'] })]),
  on('pre_reflect', 'deep', ['record', 'deep']),
  on('pre_search', 'reword', ['answer', change({ query: 'walnut' })]),
  on('pre_recall', 'reword', ['answer', change({ query: 'walnut', limit: 1 })]),
  on('pre_delete', 'others', ['record', 'pre_delete']),
  on('pre_delete', 'no-pre_delete', ['answer', DENY]),
  on('pre_reflect', 'no-pre_reflect', ['answer', DENY]),
  on('pre_store', 'ask', ['answer', ASK]),
  on('pre_delete', 'ask-delete', ['answer', ASK]),
]);

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

test('nobody is asked about what would be refused anyway', async () => {
  const stranger = new HttpClient(server.url, { agentId: bob });
  const id = await store('ask-delete', { title: 'not his' });
  expect(await stranger.refusal(DELETE, { id })).toMatchObject({ code: 'GOVERNANCE_DENIED' });
  expect(await stranger.refusal(STORE, { input: memory('ask', { expiresAt: '2001-01-01T00:00:00Z' }) })).toMatchObject({
    code: 'BAD_USER_INPUT',
  });
  expect(await stranger.run('{ pendingActions { id } }')).toEqual({ pendingActions: [] });
});
