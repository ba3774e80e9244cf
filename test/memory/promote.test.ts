import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import {
  ASK,
  at,
  change,
  client,
  DENY,
  file,
  on,
  RECALL,
  store as storeFor,
  withHooks,
} from '../pipeline/hookedServer.ts';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import {
  ALL_FIELDS,
  caller,
  recall,
  search,
  store,
  storeDocument,
  titles,
  update,
  type Row,
} from '../support/memories.ts';

const home = freshNamespace('promote');
const below = `${home}/team/desk`;
const ann = caller({ agentId: 'ann', namespace: below });
const bob = caller({ agentId: 'bob', namespace: below });

const PROMOTE = (fields = 'id tier namespace version expiresAt updatedAt') =>
  `mutation ($id: ID!, $toTier: Tier, $toNamespace: String, $key: String) {
    promoteMemory(id: $id, toTier: $toTier, toNamespace: $toNamespace, idempotencyKey: $key) { pending { id action } memory { ${fields} } } }`;

async function promote(who: typeof ann, variables: Record<string, unknown>, fields?: string): Promise<Row> {
  return (await who.run<{ promoteMemory: Row }>(PROMOTE(fields), variables)).promoteMemory['memory'] as Row;
}

async function refused(who: typeof ann, variables: Record<string, unknown>) {
  const before = await fingerprint(home);
  const refusal = await who.refusal(PROMOTE(), variables);
  expect(await fingerprint(home)).toBe(before);
  return refusal;
}

const eventsOf = (id: string) =>
  askGraph<{ type: string; payload: string }>(
    'MATCH (e:OutboxEvent) WHERE $id IN e.memoryIds RETURN e.type AS type, e.payload AS payload ORDER BY e.seq',
    { id },
  );

describe('to a tier', () => {
  test.each([
    ['SHORT', undefined, 'LONG', null],
    ['MID', undefined, 'LONG', null],
    ['SHORT', 'MID', 'MID', 604_800],
    ['MID', 'LONG', 'LONG', null],
  ])('%s to %s', async (tier, toTier, became, seconds) => {
    const { id } = await store(ann, { title: `${tier} to ${toTier}`, namespace: below, tier });
    const after = await promote(ann, { id, toTier });
    expect(after).toMatchObject({ id, tier: became, version: 2 });
    const life = after['expiresAt'] && (Date.parse(after['expiresAt']) - Date.parse(after['updatedAt'])) / 1000;
    expect(life).toBe(seconds);
    expect(titles(await search(ann, { query: `"${tier} to ${toTier}"`, namespace: below, tier: became }))).toHaveLength(
      1,
    );
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual(['POST_STORE', 'POST_PROMOTE']);
    expect(JSON.parse(events[1]!.payload)).toMatchObject({
      ...{ id, fromTier: tier, toTier: became, toNamespace: null },
      memory: { id, tier: became, version: 2 },
    });
  });

  test('that it has already changes nothing', async () => {
    const before = await store(ann, { title: 'long already', namespace: below, tier: 'LONG' }, ALL_FIELDS);
    expect(await promote(ann, { id: before['id'] }, ALL_FIELDS)).toEqual(before);
    expect(await eventsOf(before['id'])).toHaveLength(1);
  });

  test.each([
    ['LONG', 'MID', 'LONG or higher, since a tier only rises'],
    ['SHORT', 'SHORT', 'one of MID, LONG'],
  ])('from %s to %s is refused', async (tier, toTier, bound) => {
    const { id } = await store(ann, { title: `fall ${tier}`, namespace: below, tier });
    expect(await refused(ann, { id, toTier })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'toTier', bound },
    });
  });

  test('raised by many at once rises once', async () => {
    const { id } = await store(ann, { title: 'raised by many', namespace: below });
    const versions = await Promise.all(Array.from({ length: 20 }, () => promote(ann, { id })));
    expect(new Set(versions.map(({ version }) => version as number))).toEqual(new Set([2]));
    expect((await eventsOf(id)).filter(({ type }) => type === 'POST_PROMOTE')).toHaveLength(1);
  });

  test('raised by an update is told as a promotion too', async () => {
    const { id } = await store(ann, { title: 'raised by update', namespace: below });
    await update(ann, id, { tier: 'LONG' });
    await update(ann, id, { tier: 'LONG', content: 'no rise' });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([
      ...['POST_STORE', 'POST_UPDATE', 'POST_PROMOTE', 'POST_UPDATE'],
    ]);
  });

  test('with a key is done once', async () => {
    const { id } = await store(ann, { title: 'keyed', namespace: below, tier: 'SHORT' });
    const first = await promote(ann, { id, toTier: 'MID', key: 'k' });
    await promote(ann, { id, toTier: 'LONG' });
    expect(await promote(ann, { id, toTier: 'MID', key: 'k' })).toEqual(first);
    expect(await ann.refusal(PROMOTE(), { id, key: 'k' })).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('to a namespace above', () => {
  const input = {
    namespace: below,
    content: 'a comet with two tails',
    tags: ['sky'],
    priority: 8,
    confidence: 0.4,
    metadata: { a: 1 },
    scope: 'COLLECTIVE',
    sourceUri: 'doc:log',
    sourceSpan: { start: 1, end: 2 },
    citations: [{ uri: 'uri:x', accessedAt: '2026-01-01T00:00:00Z' }],
  };

  test('is a clone with a link to its source, which stays as it is', async () => {
    const source = await store(ann, { ...input, title: 'comet' }, ALL_FIELDS);
    const clone = await promote(
      bob,
      { id: source['id'], toNamespace: home },
      `${ALL_FIELDS} links { relation targetId } derivedFrom { id }`,
    );
    expect(clone).toEqual({
      ...source,
      ...{
        id: clone['id'],
        createdAt: clone['createdAt'],
        updatedAt: clone['updatedAt'],
        expiresAt: clone['expiresAt'],
      },
      ...{ namespace: home, citations: [], sourceUri: null, sourceSpan: null },
      links: [{ relation: 'DERIVED_FROM', targetId: source['id'] }],
      derivedFrom: [{ id: source['id'] }],
    });
    expect(clone['id']).not.toBe(source['id']);
    expect(clone['expiresAt'] >= source['expiresAt']).toBe(true);
    const read = await ann.run<Row>(`query ($id: ID!) { memory(id: $id) { ${ALL_FIELDS} derivatives { id } } }`, {
      id: source['id'],
    });
    expect(read['memory']).toEqual({ ...source, derivatives: [{ id: clone['id'] }] });

    const [graph] = await askGraph(
      `MATCH (c:Memory {id: $id})-[r:DERIVED_FROM]->(m), (c)-[:IN_NAMESPACE]->(n)
       RETURN c.embedding = m.embedding AS vector, r.observedBy AS observedBy, r.linkKey IS NOT NULL AS keyed, n.path AS filed`,
      { id: clone['id'] },
    );
    expect(graph).toEqual({ vector: true, observedBy: 'bob', keyed: true, filed: home });
    for (const mode of ['KEYWORD', 'SEMANTIC'])
      expect(titles(await recall(ann, { query: 'comet with tails', namespace: home, mode, touch: false }))).toContain(
        'comet',
      );
    const events = await eventsOf(clone['id']);
    expect(events.map(({ type }) => type)).toEqual(['POST_STORE', 'POST_PROMOTE', 'POST_LINK']);
    expect(JSON.parse(events[1]!.payload)).toMatchObject({
      ...{ id: source['id'], fromTier: 'MID', toTier: 'MID', toNamespace: home, memory: { id: clone['id'] } },
    });
  });

  test.each([
    ['its own', below],
    ['one below', `${below}/deeper`],
    ['one beside', `${home}/other`],
    ['one that only begins alike', home.slice(0, -1)],
  ])('%s is refused', async (_, toNamespace) => {
    const { id } = await store(ann, { title: `not above ${toNamespace}`, namespace: below });
    expect(await refused(ann, { id, toNamespace })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'toNamespace', bound: `a namespace above ${below}`, actual: toNamespace },
    });
  });

  test('and to a tier at once is refused', async () => {
    const { id } = await store(ann, { title: 'both', namespace: below });
    expect(await refused(ann, { id, toNamespace: home, toTier: 'LONG' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'toNamespace' },
    });
  });

  test('where the title is taken is refused, and names the holder to those who may read it', async () => {
    const { id } = await store(ann, { title: 'held above', namespace: below, scope: 'COLLECTIVE' });
    const holder = await store(ann, { title: 'held above', namespace: home, scope: 'COLLECTIVE' });
    expect(await refused(ann, { id, toNamespace: home })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', existingId: holder['id'], namespace: home },
    });
  });

  test('where its maker could not read it is refused', async () => {
    const { id } = await store(ann, { title: 'team only', namespace: below, scope: 'TEAM' });
    expect(await refused(ann, { id, toNamespace: home })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'scope' },
    });
    expect(await promote(ann, { id, toNamespace: `${home}/team` })).toMatchObject({ namespace: `${home}/team` });
  });

  test('of a private memory is for its author: its target would find out about titles', async () => {
    const { id } = await store(ann, { title: 'for bob', namespace: below, targetAgentId: 'bob' });
    expect(await refused(bob, { id, toNamespace: home })).toMatchObject({ code: 'FORBIDDEN' });
    const { id: clone } = await promote(ann, { id, toNamespace: home });
    expect(await bob.run('query ($id: ID!) { memory(id: $id) { agentId } }', { id: clone })).toEqual({
      memory: { agentId: 'ann' },
    });
  });
});

test.each(['hidden', 'missing'])('what is %s is not found', async (which) => {
  const id = which === 'hidden' ? (await store(ann, { title: 'hidden', namespace: below }))['id'] : 'no-such-id';
  for (const more of [{}, { toNamespace: home }, { toTier: 'MID' }]) {
    const { code, message, details } = await refused(bob, { id, ...more });
    expect({ code, message, details }).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
  }
});

describe('hooks', () => {
  withHooks([
    on('pre_promote', 'deny', ['answer', DENY]),
    on('pre_promote', 'ask', ['answer', ASK]),
    on('pre_promote', 'mid', ['recordAndAnswer', 'mid', change({ to_tier: 'mid' })]),
    on('pre_store', 'above', ['answer', change({ content: 'redacted' })]),
  ]);
  const UPDATE =
    'mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { pending { action } memory { tier content } } }';
  const READ = 'query ($id: ID!) { memory(id: $id) { tier accessCount version content } }';
  const read = async (id: string) => (await client.run<{ memory: Row }>(READ, { id })).memory;
  async function recallFive(name: string, id: string): Promise<Row> {
    for (let access = 0; access < 6; access++)
      await client.run(RECALL, { input: { query: 'walnut', namespace: at(name), mode: 'KEYWORD' } });
    for (let left = 100; left > 0 && (await read(id))['accessCount'] < 6; left--) await sleep(50);
    await sleep(500);
    return await read(id);
  }

  test('may stop it, whoever raises the tier', async () => {
    const id = await storeFor('deny');
    for (const [document, variables] of [
      [PROMOTE(), { id }],
      [UPDATE, { id, input: { tier: 'LONG', content: 'new' } }],
    ] as const)
      expect(await client.refusal(document, variables)).toMatchObject({
        code: 'HOOK_DENIED',
        details: { hookId: 'deny.pre_promote', event: 'pre_promote' },
      });
    expect(await client.run(UPDATE, { id, input: { content: 'same tier' } })).toMatchObject({
      updateMemory: { memory: { tier: 'MID', content: 'same tier' } },
    });
  });

  test('may stop a merge that raises the tier, and say nothing to one that does not', async () => {
    const merge = (tier: string) => ({
      input: { title: 'merged', content: tier, namespace: at('deny'), onConflict: 'MERGE', force: true, tier },
    });
    const document = storeDocument('content tier');
    await client.run(document, merge('MID'));
    expect(await client.refusal(document, merge('LONG'))).toMatchObject({
      code: 'HOOK_DENIED',
      details: { hookId: 'deny.pre_promote', event: 'pre_promote' },
    });
    expect(await client.run(document, merge('SHORT'))).toMatchObject({
      storeMemory: { created: false, memory: { content: 'SHORT', tier: 'MID' } },
    });
  });

  test('may stop what recalls earn: the count goes on', async () => {
    const id = await storeFor('deny', { title: 'recalled' });
    expect(await recallFive('deny', id)).toMatchObject({ accessCount: 6, tier: 'MID', version: 1 });
  });

  test('that would ask a person about a recall stop it, and queue nothing', async () => {
    const id = await storeFor('ask');
    expect(await recallFive('ask', id)).toMatchObject({ accessCount: 6, tier: 'MID', version: 1 });
    const { pendingActions } = await client.run<{ pendingActions: unknown[] }>(
      'query ($namespace: String) { pendingActions(namespace: $namespace) { id } }',
      { namespace: at('ask') },
    );
    expect(pendingActions).toEqual([]);
    expect(await client.run(PROMOTE(), { id })).toMatchObject({
      promoteMemory: { memory: null, pending: { action: 'PROMOTE' } },
    });
  });

  test('may choose another tier', async () => {
    const id = await storeFor('mid', { tier: 'SHORT' });
    expect(await client.run(PROMOTE(), { id })).toMatchObject({
      promoteMemory: { memory: { tier: 'MID', version: 2 } },
    });
    expect(file.lines('mid')).toEqual([{ event: 'pre_promote', payload: { id, from_tier: 'short', to_tier: 'long' } }]);
  });

  test('of the namespace above see a clone as a store, and may change it', async () => {
    const { id } = await store(client, {
      ...{ title: 'to be redacted', content: 'hidden words', namespace: at('above/below'), scope: 'COLLECTIVE' },
    });
    expect(await read(id)).toMatchObject({ content: 'hidden words' });
    const { promoteMemory } = await client.run<{ promoteMemory: Row }>(PROMOTE('id content title'), {
      id,
      toNamespace: at('above'),
    });
    expect(promoteMemory['memory']).toMatchObject({ content: 'redacted', title: 'to be redacted' });
    expect(
      await askGraph('MATCH (a {id: $a}), (b {id: $b}) RETURN a.embedding = b.embedding AS same', {
        a: id,
        b: promoteMemory['memory'].id,
      }),
    ).toEqual([{ same: false }]);
    expect(await read(id)).toMatchObject({ content: 'hidden words' });
  });
});
