import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { ALL_FIELDS, caller, DELETE, store, storeDocument, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';

const home = freshNamespace('conflict');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });
const STORE = storeDocument('id title version');

/** The refusal of a store, once it is sure that the graph did not change. */
function refused(client: typeof ann, input: Record<string, unknown>) {
  return refusedUnchanged(home, client, STORE, { input: { content: 'some content', ...input } });
}

describe('a title that is taken', () => {
  test('is refused, with the id of a holder that may be read', async () => {
    const { id } = await store(ann, { title: 'taken', namespace: home, scope: 'COLLECTIVE' });
    expect(await refused(bob, { title: ' taken ', namespace: home, scope: 'COLLECTIVE' })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', namespace: home, title: 'taken', existingId: id },
    });
  });

  test('is refused without the id of a holder that may not be read', async () => {
    const far = caller({ agentId: 'far', namespace: 'elsewhere/far' });
    const place = `${home}/far`;
    await store(caller({ agentId: 'near', namespace: `${place}/n` }), {
      title: 'hidden',
      namespace: place,
      scope: 'TEAM',
    });
    const { code, details } = await refused(far, { title: 'hidden', namespace: place, scope: 'COLLECTIVE' });
    expect([code, details]).toEqual(['CONFLICT', { reason: 'TITLE_TAKEN', namespace: place, title: 'hidden' }]);
  });

  test('does not stand between private memories of two agents', async () => {
    const input = { title: 'my notes', namespace: home };
    expect((await store(ann, input))['id']).not.toBe((await store(bob, input))['id']);
  });

  test('is told by the title alone, not by how it is written in Unicode', async () => {
    await store(ann, { title: 'caf\u00e9', namespace: home });
    expect((await refused(ann, { title: 'cafe\u0301', namespace: home })).code).toBe('CONFLICT');
  });

  test('is free again once its holder is deleted or has expired', async () => {
    const first = await store(ann, { title: 'fleeting', namespace: home, ttlSecs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const second = await store(ann, { title: 'fleeting', namespace: home });
    await ann.run(DELETE, { id: second['id'] });
    const third = await store(ann, { title: 'fleeting', namespace: home });
    const archived = await askGraph(
      `MATCH (m:ArchivedMemory) WHERE m.id IN $ids RETURN m.id AS id, m.archiveReason AS reason ORDER BY m.archivedAt`,
      { ids: [first['id'], second['id'], third['id']] },
    );
    expect(archived).toEqual([
      { id: first['id'], reason: 'TTL_EXPIRED' },
      { id: second['id'], reason: 'ARCHIVE' },
    ]);
  });

  test('VERSION counts on from it', async () => {
    const named = [];
    for (let index = 0; index < 3; index++)
      named.push((await store(ann, { title: 'draft', namespace: home, onConflict: 'VERSION' }))['title']);
    expect(named).toEqual(['draft', 'draft (2)', 'draft (3)']);
  });

  test('VERSION keeps a numbered title within 512 characters', async () => {
    const title = '😀'.repeat(512);
    await store(ann, { title, namespace: home });
    const { title: second } = await store(ann, { title, namespace: home, onConflict: 'VERSION' });
    expect(second).toBe(`${'😀'.repeat(508)} (2)`);
  });

  test('20 at once with VERSION all find a title of their own', async () => {
    const stored = await Promise.all(
      Array.from({ length: 20 }, () => store(ann, { title: 'crowd', namespace: home, onConflict: 'VERSION' })),
    );
    const expected = ['crowd', ...Array.from({ length: 19 }, (_, index) => `crowd (${index + 2})`)];
    expect(stored.map(({ title }) => title as string).sort()).toEqual(expected.sort());
  });
});

describe('MERGE', () => {
  const merge = (client: typeof ann, input: Record<string, unknown>) =>
    client.run<{ storeMemory: Row }>(storeDocument(ALL_FIELDS), {
      input: { content: 'new', namespace: home, onConflict: 'MERGE', ...input },
    });

  test('stores where there is no holder', async () => {
    expect((await merge(ann, { title: 'merge none' })).storeMemory).toMatchObject({
      created: true,
      memory: { version: 1 },
    });
  });

  test('writes into the holder by the rules of an upsert', async () => {
    const held = {
      title: 'merge',
      namespace: home,
      tier: 'LONG',
      priority: 8,
      confidence: 0.9,
      tags: ['old'],
      metadata: { old: 1 },
    };
    const holder = await store(ann, {
      ...held,
      kind: 'PERSONA',
      citations: [{ uri: 'a', accessedAt: '2026-01-01T00:00:00Z' }],
      sourceUri: 'doc:a',
    });
    const { storeMemory } = await merge(ann, {
      title: 'merge',
      tier: 'SHORT',
      priority: 3,
      confidence: 0.5,
      tags: ['new'],
      source: 'cli',
      metadata: { new: 2 },
    });
    expect(storeMemory).toMatchObject({
      created: false,
      memory: {
        ...{ id: holder['id'], version: 2, content: 'new', tags: ['new'], source: 'cli', metadata: { new: 2 } },
        ...{
          priority: 8,
          confidence: 0.9,
          tier: 'LONG',
          expiresAt: null,
          memoryKind: 'PERSONA',
          sourceUri: 'doc:a',
          agentId: 'ann',
        },
        citations: [{ uri: 'a' }],
      },
    });
  });

  test('only raises', async () => {
    await store(ann, { title: 'merge up', namespace: home, tier: 'SHORT', priority: 2, confidence: 0.1 });
    const { storeMemory } = await merge(ann, {
      title: 'merge up',
      tier: 'MID',
      priority: 7,
      confidence: 0.6,
      kind: 'EVENT',
      sourceUri: 'uri:x',
    });
    expect(storeMemory['memory']).toMatchObject({
      tier: 'MID',
      priority: 7,
      confidence: 0.6,
      memoryKind: 'EVENT',
      sourceUri: 'uri:x',
    });
  });

  test('at once by many leaves one memory that counted each', async () => {
    const merged = await Promise.all(
      Array.from({ length: 10 }, (_, index) => merge(ann, { title: 'merge crowd', content: `by ${index}` })),
    );
    expect(new Set(merged.map(({ storeMemory }) => storeMemory['memory'].id)).size).toBe(1);
    expect(merged.filter(({ storeMemory }) => storeMemory['created'])).toHaveLength(1);
    expect(Math.max(...merged.map(({ storeMemory }) => storeMemory['memory'].version))).toBe(10);
  });

  test('never into a holder that may not be read', async () => {
    const place = `${home}/merge-far`;
    await store(caller({ agentId: 'near', namespace: `${place}/n` }), {
      title: 'theirs',
      namespace: place,
      scope: 'TEAM',
    });
    const refusal = await refused(caller({ agentId: 'far', namespace: 'elsewhere/far' }), {
      title: 'theirs',
      namespace: place,
      scope: 'COLLECTIVE',
      onConflict: 'MERGE',
    });
    expect([refusal.code, refusal.details?.['existingId']]).toEqual(['CONFLICT', undefined]);
  });
});
