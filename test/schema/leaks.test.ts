import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, link, recall, reflect, search, store, titles, type Row } from '../support/memories.ts';

const home = freshNamespace('leaks');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann` });
const eve = caller({ agentId: `eve-${home}`, namespace: `${home}/eve` });
let secret: string, open: string, made: string;

/** Ann's secret hangs between two memories that everybody may read, in one episode and by every kind of link. */
beforeAll(async () => {
  const put = async (title: string, more: Record<string, unknown>) =>
    (await store(ann, { title, namespace: home, episode: 'e', ...more }))['id'] as string;
  open = await put('open', { scope: 'COLLECTIVE', priority: 5 });
  secret = await put('secret', { content: 'plutonium', priority: 10, tags: ['hush'] });
  await put('after', { scope: 'COLLECTIVE', priority: 5 });
  for (const relation of ['RELATED_TO', 'SUPERSEDES', 'CONTRADICTS', 'DERIVED_FROM', 'DERIVES_FROM']) {
    await link(ann, open, secret, relation);
  }
  made = (await reflect(ann, [secret, open], 'reflection', { scope: 'COLLECTIVE' }))['id'];
});

describe('a secret is not read', () => {
  test('by its id, its title, its text or its number', async () => {
    const answer = await eve.run<Row>(
      `query ($id: ID!, $home: String!) {
        memory(id: $id) { id }
        byId: memories(where: { id: { eq: $id } }) { id }
        byText: memories(where: { namespace: { eq: $home }, content: { contains: "plutonium" } }) { id }
        byTag: memories(where: { namespace: { eq: $home }, tags: { includes: "hush" } }) { id }
        not: memories(where: { namespace: { eq: $home }, NOT: { title: { in: ["open", "after", "reflection"] } } }) { id }
        memoriesConnection(where: { namespace: { eq: $home } }) { totalCount aggregate { count { nodes } node { priority { max } title { longest } } } }
        namespaces(where: { path: { eq: $home } }, limit: 1) { memoriesConnection(first: 1) { totalCount aggregate { count { nodes } } } }
        stats(namespace: $home) { total linksCount byNamespace { count } }
      }`,
      { id: secret, home },
    );
    expect(answer).toEqual({
      ...{ memory: null, byId: [], byText: [], byTag: [], not: [] },
      memoriesConnection: {
        totalCount: 3,
        aggregate: { count: { nodes: 3 }, node: { priority: { max: 5 }, title: { longest: 'reflection' } } },
      },
      namespaces: [{ memoriesConnection: { totalCount: 3, aggregate: { count: { nodes: 3 } } } }],
      stats: { total: 3, linksCount: 1, byNamespace: [{ count: 3 }] },
    });
  });

  test.each(['next', 'relatedTo', 'supersedes', 'contradicts', 'derivedFrom', 'derivesFrom'])(
    'along %s of an open one',
    async (relation) => {
      const document = `query ($id: ID!) { memory(id: $id) { ${relation} { id } ${relation}Connection { totalCount edges { node { id } } } } }`;
      const seen = (ids: string[]) => ({
        memory: {
          [relation]: ids.map((id) => ({ id })),
          [`${relation}Connection`]: { totalCount: ids.length, edges: ids.map((id) => ({ node: { id } })) },
        },
      });
      expect(await eve.run(document, { id: open })).toEqual(seen([]));
      expect(await ann.run(document, { id: open })).toEqual(seen([secret]));
    },
  );

  test('in links, sources, trees and subgraphs', async () => {
    const answer = await eve.run<Row>(
      `query ($open: ID!, $made: ID!, $secret: ID!, $home: String!) {
        memory(id: $open) { links { targetId } }
        made: memory(id: $made) { links { targetId source { id } } reflectsOn { id } metadata }
        reflectionTree(id: $made) { truncated nodes { memory { id } } }
        up: reflectionTree(id: $open, direction: DEPENDENTS) { nodes { memory { id } } }
        around: subgraph(around: [$open, $secret], depth: 4) { nodes { id } links { sourceId targetId } truncated }
        all: subgraph(namespace: $home) { nodes { id } links { sourceId targetId } truncated }
      }`,
      { open, made, secret, home },
    );
    const { metadata, ...reflection } = answer['made'];
    expect(answer['memory'].links).toEqual([{ targetId: open }]);
    expect(reflection).toEqual({ links: [{ targetId: open, source: { id: made } }], reflectsOn: [{ id: open }] });
    expect(answer['reflectionTree']).toEqual({
      truncated: false,
      nodes: [{ memory: { id: made } }, { memory: { id: open } }],
    });
    expect(answer['up'].nodes).toHaveLength(2);
    expect(JSON.stringify([answer['around'], answer['all'], answer['reflectionTree']])).not.toContain(secret);
    expect(answer['all']).toMatchObject({ truncated: false, links: [{ sourceId: made, targetId: open }] });
    expect(metadata.reflection_metadata.reflection_depth).toBe(1);
  });

  test('by search and recall, alone or on the way from one to the next', async () => {
    expect(await search(eve, { query: 'plutonium OR hush OR secret' })).toEqual({ totalCount: 0, hits: [] });
    for (const mode of ['HYBRID', 'SEMANTIC', 'KEYWORD']) {
      for (const filter of [{}, { namespace: home }, { tags: ['hush'] }, { asAgent: home }]) {
        const answer = await recall(eve, { query: 'secret plutonium', mode, touch: false, limit: 50, ...filter });
        expect(JSON.stringify(answer['hits'])).not.toContain(secret);
      }
    }
    const answer = await recall(eve, { query: 'open', mode: 'KEYWORD', namespace: home, touch: false });
    expect(titles(answer)).not.toContain('after');
    expect(titles(answer)).toEqual(expect.arrayContaining(['open', 'reflection']));
  });
});

test.each([
  'memories(where: { relatedTo: { some: { title: { eq: "secret" } } } }) { id }',
  'memories(where: { relatedToConnection: { some: { node: { title: { eq: "secret" } } } } }) { id }',
  'memories(where: { relatedToAggregate: { count: { eq: 1 } } }) { id }',
  'memories(where: { readers: { includes: "collective" } }) { id }',
  'memories(where: { liveUntil: { gt: "2020-01-01T00:00:00Z" } }) { id }',
  'memories(where: { metadataJson: { contains: "x" } }) { id }',
  'memories(sort: [{ readers: ASC }]) { id }',
  'memories { readers }',
  'memories { liveUntil metadataJson }',
  'memories { embedding }',
  'namespaces(where: { memories: { some: { title: { eq: "secret" } } } }) { path }',
])('no query asks about what is hidden: %s', async (selection) => {
  const { errors } = await eve.send(`{ ${selection} }`);
  expect(errors?.[0]?.message).toMatch(/Cannot query|is not defined|Unknown/);
});

test('a refusal never names what may not be seen', async () => {
  const refusals = await Promise.all([
    eve.refusal('mutation ($id: ID!) { deleteMemory(id: $id) { deletedId } }', { id: secret }),
    eve.refusal('mutation ($id: ID!) { updateMemory(id: $id, input: { title: "x" }) { memory { id } } }', {
      id: secret,
    }),
    eve.refusal('mutation ($a: ID!, $b: ID!) { linkMemories(input: { sourceId: $a, targetId: $b }) { created } }', {
      a: open,
      b: secret,
    }),
    eve.refusal('query ($id: ID!) { reflectionTree(id: $id) { maxDepth } }', { id: secret }),
  ]);
  for (const { code, message } of refusals) expect([code, message]).toEqual(['NOT_FOUND', `no memory ${secret}`]);
});
