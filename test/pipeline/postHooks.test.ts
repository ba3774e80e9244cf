import { describe, expect, test } from '@jest/globals';
import {
  DELETE,
  LINK,
  RECALL,
  REFLECT,
  SEARCH,
  UPDATE,
  at,
  client,
  file,
  on,
  store,
  withHooks,
} from './hookedServer.ts';

withHooks([
  ...['pre_store', 'pre_link', 'pre_archive', 'pre_recall', 'pre_search', 'post_recall', 'post_search'].map((event) =>
    on(event, 'others', ['record', event]),
  ),
  ...['post_store', 'post_link', 'post_delete', 'post_reflect'].map((event) => on(event, 'others', ['record', 'post'])),
]);

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
      confidence_source: 'default',
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
    expect(file.lines('pre_archive').map(({ payload }) => Object.keys(payload))).toEqual([['id']]);
    expect(
      file
        .lines('pre_store')
        .map(({ payload }) => payload['id'])
        .filter(Boolean),
    ).toHaveLength(1);
  });
});
