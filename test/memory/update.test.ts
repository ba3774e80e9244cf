import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import {
  ALL_FIELDS,
  caller,
  DELETE,
  link,
  recall,
  search,
  store,
  titles,
  update,
  UPDATE,
  type Row,
} from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';

const home = freshNamespace('update');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

function refused(client: typeof ann, variables: Record<string, unknown>) {
  return refusedUnchanged(home, client, UPDATE(), variables);
}

describe('each field', () => {
  test.each<[string, Record<string, unknown>]>([
    ['title', { title: 'another title' }],
    ['content', { content: 'another content' }],
    ['tags', { tags: ['x', 'y'] }],
    ['tags to none', { tags: [] }],
    ['priority', { priority: 10 }],
    ['confidence', { confidence: 0 }],
    ['metadata', { metadata: { only: 'this' } }],
    ['sourceUri', { sourceUri: 'uri:new' }],
    ['sourceUri to null', { sourceUri: null }],
    ['expiresAt', { expiresAt: '2998-01-01T00:00:00.000Z' }],
    ['expiresAt to null', { expiresAt: null }],
    ['scope', { scope: 'COLLECTIVE' }],
    ['tier', { tier: 'LONG' }],
    ['namespace', { namespace: `${home}/moved` }],
    ['nothing', {}],
  ])('changes alone: %s', async (name, fields) => {
    const input = {
      title: `field ${name}`,
      namespace: home,
      tags: ['a'],
      sourceUri: 'doc:old',
      confidence: 0.5,
      metadata: { old: 1 },
      expiresAt: '2999-01-01T00:00:00Z',
    };
    const before = await store(ann, input, ALL_FIELDS);
    const after = await update(ann, before['id'], fields, ALL_FIELDS);
    const expiry = 'tier' in fields ? { expiresAt: null } : {};
    expect(after).toEqual({ ...before, ...expiry, ...fields, version: 2, updatedAt: after['updatedAt'] });
    expect(Date.parse(after['updatedAt'])).toBeGreaterThanOrEqual(Date.parse(before['updatedAt']));
    const { memories } = await ann.run<{ memories: Row[] }>(
      `query ($id: ID!) { memories(where: { id: { eq: $id } }) { ${ALL_FIELDS} } }`,
      { id: before['id'] },
    );
    expect(memories).toEqual([after]);
  });

  test('is found by its new words and no more by its old ones', async () => {
    const { id } = await store(ann, {
      title: 'zeppelin',
      content: 'an airship of old',
      namespace: home,
      tags: ['airtag'],
    });
    await update(ann, id, { title: 'submarine', content: 'a boat below', tags: ['seatag'] });
    expect(titles(await search(ann, { query: 'zeppelin OR airship OR airtag', namespace: home }))).toEqual([]);
    expect(titles(await search(ann, { query: 'submarine AND seatag', namespace: home, tags: ['seatag'] }))).toEqual([
      'submarine',
    ]);
    const { hits } = await recall(ann, {
      query: 'vessel that dives under the sea',
      mode: 'SEMANTIC',
      namespace: home,
      tags: ['seatag'],
      touch: false,
    });
    expect(hits[0].memory.title).toBe('submarine');
  });
});

describe('a tier', () => {
  test.each([
    ['SHORT', 'MID', 604_800],
    ['SHORT', 'LONG', null],
    ['MID', 'LONG', null],
  ])('rises from %s to %s', async (from, to, seconds) => {
    const { id } = await store(ann, { title: `tier ${from} ${to}`, namespace: home, tier: from });
    const { tier, expiresAt, updatedAt } = await update(ann, id, { tier: to }, 'tier expiresAt updatedAt');
    expect([tier, expiresAt && (Date.parse(expiresAt) - Date.parse(updatedAt)) / 1000]).toEqual([to, seconds]);
  });

  test.each([
    ['LONG', 'MID'],
    ['MID', 'SHORT'],
  ])('never falls from %s to %s', async (from, to) => {
    const { id } = await store(ann, { title: `fall ${from} ${to}`, namespace: home, tier: from });
    expect(await refused(ann, { id, input: { tier: to } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'tier', actual: to },
    });
  });
});

describe('expectedVersion', () => {
  test('refuses a change worked out from another version, and says both', async () => {
    const { id } = await store(ann, { title: 'versions', namespace: home });
    await update(ann, id, { content: 'second' });
    expect(await refused(ann, { id, input: { content: 'third' }, expectedVersion: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      details: { id, expectedVersion: 1, currentVersion: 2 },
    });
  });

  test('lets exactly one of 50 writers win each version', async () => {
    const { id } = await store(ann, { title: 'race', namespace: home });
    for (const expectedVersion of [1, 2]) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          ann.send<{ updateMemory: Row }>(UPDATE('content version'), {
            id,
            input: { content: `${expectedVersion} ${n}` },
            expectedVersion,
          }),
        ),
      );
      const won = answers.filter(({ errors }) => errors === undefined);
      expect(won).toHaveLength(1);
      expect(won[0]?.data?.updateMemory['memory'].version).toBe(expectedVersion + 1);
      expect(new Set(answers.flatMap(({ errors }) => errors?.[0]?.extensions.code ?? []))).toEqual(
        new Set(['VERSION_CONFLICT']),
      );
    }
  }, 60_000);

  test('without it all 50 win, and each counts', async () => {
    const { id } = await store(ann, { title: 'all win', namespace: home });
    const versions = await Promise.all(
      Array.from({ length: 50 }, (_, n) => update(ann, id, { priority: 1 + (n % 10) }, 'version')),
    );
    expect(versions.map(({ version }) => version as number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 2),
    );
  }, 60_000);
});

describe('a new place', () => {
  test('keeps links, leaves the old namespace there, and is searched under the new one', async () => {
    const [a, b] = await Promise.all(
      ['mover', 'stayer'].map((title) => store(ann, { title, namespace: `${home}/old` })),
    );
    await link(ann, a!['id'], b!['id']);
    await update(ann, a!['id'], { namespace: `${home}/new/place` });
    expect(titles(await search(ann, { query: 'mover', namespace: `${home}/new` }))).toEqual(['mover']);
    expect(titles(await search(ann, { query: 'mover', namespace: `${home}/old` }))).toEqual([]);
    const [filed] = await askGraph(
      'MATCH (m:Memory {id: $id})-[:IN_NAMESPACE]->(n) RETURN collect(n.path) AS paths, COUNT { (m)-[:RELATED_TO]->() } AS links',
      { id: a!['id'] },
    );
    expect(filed).toEqual({ paths: [`${home}/new/place`], links: 1 });
  });

  test.each<[string, (title: string) => Record<string, unknown>]>([
    ['title', (title) => ({ title })],
    ['namespace', () => ({ namespace: `${home}/held` })],
    ['scope', () => ({ scope: 'COLLECTIVE' })],
  ])('that is taken is refused: %s', async (by, fields) => {
    const title = `held by ${by}`;
    const holder = await store(ann, {
      title,
      namespace: by === 'namespace' ? `${home}/held` : home,
      ...(by === 'scope' ? { scope: 'COLLECTIVE' } : {}),
    });
    const { id } = await store(ann, { title: by === 'title' ? 'a mover' : title, namespace: home });
    expect(await refused(ann, { id, input: fields(title) })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', existingId: holder['id'] },
    });
  });

  test('that its writer could not read is refused', async () => {
    const { id } = await store(ann, { title: 'stay', namespace: home, scope: 'COLLECTIVE' });
    expect(await refused(ann, { id, input: { scope: 'TEAM' } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'scope' },
    });
    // Private means private to its author: whoever else makes it so would lose sight of it.
    expect(await refused(bob, { id, input: { scope: 'PRIVATE' } })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'scope' },
    });
  });
});

describe('a memory is not found', () => {
  test.each(['hidden', 'missing', 'deleted'])('when it is %s', async (which) => {
    const { id } = await store(ann, { title: `not found ${which}`, namespace: home });
    if (which === 'deleted') await ann.run(DELETE, { id });
    const asked = which === 'missing' ? 'no-such-id' : id;
    const { code, message, details } = await refused(which === 'hidden' ? bob : ann, {
      id: asked,
      input: { content: 'x' },
      expectedVersion: 7,
    });
    expect({ code, message, details }).toEqual({
      code: 'NOT_FOUND',
      message: `no memory ${asked}`,
      details: { id: asked },
    });
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ['priority', { priority: 0 }, 'priority'],
  ['title', { title: ' ' }, 'title'],
  ['sourceUri', { sourceUri: 'http://x' }, 'sourceUri'],
])('a bad %s is refused by its own name', async (_, input, field) => {
  const { id } = await store(ann, { title: `bad ${field}`, namespace: home });
  expect(await refused(ann, { id, input })).toMatchObject({ code: 'BAD_USER_INPUT', details: { field } });
});
