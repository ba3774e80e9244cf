import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { ALL_FIELDS, caller, DELETE, reflect, REFLECT, store, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';

const home = freshNamespace('reflect');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

const seen = async (title: string, more: Record<string, unknown> = {}, client = ann): Promise<string> =>
  (await store(client, { title, namespace: home, ...more }))['id'] as string;

function refused(client: typeof ann, input: Record<string, unknown>) {
  return refusedUnchanged(home, client, REFLECT(), { input: { content: 'x', ...input } });
}

describe('a reflection', () => {
  test('is a memory of its own, linked to each source', async () => {
    const sources = [await seen('s1', { namespace: `${home}/first` }), await seen('s2'), await seen('s3')];
    const given = {
      tier: 'LONG',
      tags: ['x'],
      priority: 8,
      confidence: 0.5,
      metadata: { my: 'note' },
      scope: 'COLLECTIVE',
    };
    const made = await reflect(ann, sources, 'of three', given, ALL_FIELDS);
    expect(made).toMatchObject({
      ...given,
      ...{
        title: 'of three',
        namespace: `${home}/first`,
        memoryKind: 'REFLECTION',
        reflectionDepth: 1,
        source: 'nhi',
        agentId: 'ann',
        version: 1,
      },
      metadata: {
        my: 'note',
        reflection_metadata: {
          reflected_on_source_ids: sources,
          reflection_depth: 1,
          reflection_created_at: made['createdAt'],
        },
      },
    });
    const { memory } = await ann.run<Row>(
      'query ($id: ID!) { memory(id: $id) { links { relation targetId observedBy attestLevel } reflectsOn { id } } }',
      { id: made['id'] },
    );
    expect(memory.links.map(({ targetId }: Row) => targetId).sort()).toEqual([...sources].sort());
    expect(memory.links[0]).toMatchObject({ relation: 'REFLECTS_ON', observedBy: 'ann', attestLevel: 'UNSIGNED' });
    expect(memory.reflectsOn).toHaveLength(3);
  });

  test('has defaults', async () => {
    const made = await reflect(ann, [await seen('d')], 'defaults', {}, ALL_FIELDS);
    expect(made).toMatchObject({
      tier: 'MID',
      tags: [],
      priority: 5,
      confidence: 1,
      scope: 'PRIVATE',
      namespace: home,
    });
  });

  test('is one deeper than its deepest source, up to 3; the fourth level is refused', async () => {
    const shallow = await seen('shallow');
    let deepest = await seen('depth 0');
    for (const depth of [1, 2, 3]) {
      const made = await reflect(ann, [shallow, deepest], `depth ${depth}`, { depth });
      expect(made['reflectionDepth']).toBe(depth);
      deepest = made['id'];
    }
    expect(await refused(ann, { sourceIds: [shallow, deepest], title: 'depth 4' })).toMatchObject({
      code: 'REFLECTION_DEPTH_EXCEEDED',
      details: { attemptedDepth: 4, cap: 3, namespace: home },
    });
  });
});

describe('a reflection is refused', () => {
  test.each([
    ['that claims another depth', async () => ({ sourceIds: [await seen('claim')], title: 'c', depth: 2 }), 'depth'],
    ['on nothing', async () => ({ sourceIds: [], title: 'n' }), 'sourceIds'],
    [
      'on one memory twice',
      async () => [await seen('twice')].flatMap((id) => [{ sourceIds: [id, id], title: 't' }])[0]!,
      'sourceIds',
    ],
    [
      'on 101 memories',
      async () => ({ sourceIds: Array.from({ length: 101 }, (_, index) => `id${index}`), title: 'm' }),
      'sourceIds',
    ],
    [
      'with a scope its writer could not read',
      async () => ({ sourceIds: [await seen('scope')], title: 's', scope: 'ORG' }),
      'scope',
    ],
  ])('%s', async (_, input, field) => {
    expect(await refused(ann, await input())).toMatchObject({ code: 'BAD_USER_INPUT', details: { field } });
  });

  test.each(['hidden', 'missing', 'deleted'])('on what is %s', async (which) => {
    const hidden = await seen(`of bob ${which}`, {}, bob);
    if (which === 'deleted') await bob.run(DELETE, { id: hidden });
    const id = which === 'missing' ? 'no-such-memory' : hidden;
    const asker = which === 'deleted' ? bob : ann;
    const { code, message, details } = await refused(asker, {
      sourceIds: [await seen(`mine ${which}`, {}, asker), id],
      title: 'r',
    });
    expect({ code, message, details }).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
  });

  test('with a title that is taken, and is never merged', async () => {
    const holder = await seen('taken');
    expect(await refused(ann, { sourceIds: [holder], title: 'taken' })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', existingId: holder },
    });
  });

  test('for a viewer', async () => {
    expect(
      (
        await refused(caller({ agentId: 'ann', namespace: home, roles: 'viewer' }), {
          sourceIds: [await seen('v')],
          title: 'v',
        })
      ).code,
    ).toBe('FORBIDDEN');
  });
});

test('a title whose holder has expired is free for a reflection', async () => {
  const fleeting = await seen('fleeting', { ttlSecs: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await reflect(ann, [await seen('lasting')], 'fleeting');
  expect(await askGraph('MATCH (m:MemoryRecord {id: $id}) RETURN labels(m) AS labels', { id: fleeting })).toEqual([
    { labels: ['MemoryRecord', 'ArchivedMemory'] },
  ]);
});
