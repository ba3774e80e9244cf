import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { ALL_FIELDS, caller, DELETE, link, reflect, store, update, type Row } from '../support/memories.ts';
import { archive, ARCHIVE, expire, forget, nodeOf } from '../support/archive.ts';
import { askGraph, askPlan } from '../support/graph.ts';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';

const home = freshNamespace('archive');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });

describe('the archive', () => {
  const namespace = `${home}/pages`;
  const all = Array.from({ length: 7 }, (_, index) => `p ${index}`);

  beforeAll(async () => {
    // One by one, so that the order is known; the last two go in one moment.
    for (const title of all) await store(ann, { title, namespace });
    for (const title of all.slice(0, 5)) await forget(ann, { namespace, pattern: `"${title}"` });
    await forget(ann, { namespace });
  }, 60_000);

  test('lists newest first, with who, when and why', async () => {
    const { titles, page } = await archive(ann, { namespace });
    expect([titles.slice(0, 2).sort(), titles.slice(2)]).toEqual([
      ['p 5', 'p 6'],
      ['p 4', 'p 3', 'p 2', 'p 1', 'p 0'],
    ]);
    const nodes = (page['edges'] as Row[]).map(({ node }) => node as Row);
    const times = nodes.map(({ archivedAt }) => archivedAt as string);
    expect(times).toEqual([...times].sort().reverse());
    expect(nodes[0]).toMatchObject({ archiveReason: 'FORGET', archivedBy: `ann-${home}` });
    expect(page['pageInfo']).toEqual({ hasNextPage: false, endCursor: (page['edges'] as Row[]).at(-1)!['cursor'] });
  });

  test.each([1, 2, 3, 6, 7, 200])('pages of %j bring each row once, also those of one moment', async (first) => {
    const whole = (await archive(ann, { namespace })).titles;
    const seen: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { titles, page }: { titles: string[]; page: Row } = await archive(ann, { namespace, first, after });
      seen.push(...titles);
      ({ endCursor: after, hasNextPage: more } = page['pageInfo'] as { endCursor: string; hasNextPage: boolean });
    }
    expect(seen).toEqual(whole);
  });

  test('what is archived while one pages moves no page', async () => {
    const { titles: head, page } = await archive(ann, { namespace, first: 3 });
    const { id } = await store(ann, { title: 'meanwhile', namespace });
    await ann.run(DELETE, { id });
    const { titles: tail } = await archive(ann, { namespace, after: (page['pageInfo'] as Row)['endCursor'] });
    expect([...head, ...tail].sort()).toEqual(all);
    expect((await archive(ann, { namespace, reason: 'ARCHIVE' })).titles).toEqual(['meanwhile']);
    expect((await archive(ann, { namespace, reason: 'TTL_EXPIRED' })).titles).toEqual([]);
    expect((await archive(ann, { namespace: `${namespace}x` })).titles).toEqual([]);
    expect((await archive(ann, { namespace: home, first: 1 })).titles).toEqual(['meanwhile']);
  });

  test('shows each reader what it may read', async () => {
    const place = `${home}/readers`;
    await Promise.all([
      store(ann, { title: 'private', namespace: place }),
      store(ann, { title: 'for bob', namespace: place, targetAgentId: `bob-${home}` }),
      store(ann, { title: 'shared', namespace: place, scope: 'COLLECTIVE' }),
    ]);
    await forget(ann, { namespace: place });
    const seen = async (client: typeof ann) => (await archive(client, { namespace: place })).titles.sort();
    expect(await seen(ann)).toEqual(['for bob', 'private', 'shared']);
    expect(await seen(bob)).toEqual(['for bob', 'shared']);
    expect(await seen(caller())).toEqual(['for bob', 'private', 'shared']);
    expect(await seen(caller({ agentId: `eve-${home}`, namespace: 'elsewhere' }))).toEqual(['shared']);
  });

  test('holds every plain field; relations are empty, links tell what comes back', async () => {
    const place = `${home}/fields`;
    const [kept, gone] = await Promise.all(
      ['kept', 'gone'].map((title) => store(ann, { title, namespace: place }, ALL_FIELDS)),
    );
    await link(ann, gone!['id'], kept!['id']);
    await ann.run(DELETE, { id: gone!['id'] });
    const { page } = await archive(
      ann,
      { namespace: place, first: 5 },
      `${ALL_FIELDS} relatedTo { id } n: relatedToConnection { t: totalCount edges { cursor } pageInfo { hasNextPage } }
       next { id } previousConnection { totalCount } links { targetId }`,
    );
    expect((page['edges'] as Row[])[0]!['node']['memory']).toEqual({
      ...gone,
      relatedTo: [],
      n: { t: 0, edges: [], pageInfo: { hasNextPage: false } },
      next: [],
      previousConnection: { totalCount: 0 },
      links: [{ targetId: kept!['id'] }],
    });
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ first: 0 }, 'first', 'a whole number from 1 to 200'],
    [{ first: 201 }, 'first', 'a whole number from 1 to 200'],
    [{ namespace: 'a//b' }, 'namespace', 'no leading or trailing "/", no empty, "." or ".." segment'],
    [{ after: 'x' }, 'after', 'a cursor of the archive'],
    [{ after: Buffer.from('2026-13-01T00:00:00.000Z id').toString('base64url') }, 'after', 'a cursor of the archive'],
    [{ after: '' }, 'after', 'a cursor of the archive'],
  ])('refuses %j', async (variables, field, bound) => {
    const { code, details } = await ann.refusal(ARCHIVE(), variables);
    expect({ code, field: details?.['field'], bound: details?.['bound'] }).toEqual({
      code: 'BAD_USER_INPUT',
      field,
      bound,
    });
  });

  test('is read in the order of its index, without sorting', async () => {
    const { statements } = await import('../../src/generated/statements.ts');
    expect(Object.keys(statements)).toContain('memory/archived');
    const plan = JSON.stringify(await askPlan(asSent('memory/archived'), { [SINGLE_PARAMETER]: {} }));
    expect(plan).toMatch(/archived_memory|ArchivedMemory\(archivedAt, id\)/);
    expect(plan).not.toMatch(/"operatorType":"(Sort|Top|PartialSort|PartialTop)/);
  });
});

describe('an expired holder of a title', () => {
  const WRITES: [string, (namespace: string) => Promise<unknown>][] = [
    ['a store', (namespace) => store(ann, { title: 'held', namespace })],
    [
      'an update',
      async (namespace) => update(ann, (await store(ann, { title: 'other', namespace }))['id'], { title: 'held' }),
    ],
    [
      'a reflection',
      async (namespace) =>
        reflect(ann, [(await store(ann, { title: 'source', namespace }))['id']], 'held', { namespace }),
    ],
  ];

  test.each(WRITES)('goes to the archive by %s, by the system, with its event', async (name, write) => {
    const namespace = `${home}/${name.replace(' ', '-')}`;
    const { id } = await store(ann, { title: 'held', namespace });
    await expire(id);
    await write(namespace);
    expect(await nodeOf(id)).toEqual({ live: false, archived: true, reason: 'TTL_EXPIRED', by: 'system', dated: true });
    const events = await askGraph(
      `MATCH (e:OutboxEvent {subjectId: $id}) RETURN e.type AS type, e.actor AS actor, e.namespace AS namespace ORDER BY e.seq`,
      { id },
    );
    expect(events).toEqual([
      { type: 'POST_STORE', actor: `ann-${home}`, namespace },
      { type: 'POST_ARCHIVE', actor: 'system', namespace },
    ]);
    expect((await archive(ann, { namespace, reason: 'TTL_EXPIRED' })).titles).toEqual(['held']);
  });

  test('is archived once, however many store its title at once', async () => {
    const namespace = `${home}/many`;
    const { id } = await store(ann, { title: 'held', namespace });
    await expire(id);
    const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { created } }';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ann.send(STORE, { input: { title: 'held', content: 'x', namespace } })),
    );
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    const [{ events } = {}] = await askGraph(
      "MATCH (e:OutboxEvent {subjectId: $id, type: 'POST_ARCHIVE'}) RETURN count(e) AS events",
      { id },
    );
    expect(events).toBe(1);
  });
});
