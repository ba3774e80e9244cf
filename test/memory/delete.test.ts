import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, link, LINK, recall, REFLECT, search, store, titles, type Row } from '../support/memories.ts';

const home = freshNamespace('delete');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

describe('a deleted memory', () => {
  test('leaves every read, and keeps its node and links in the graph', async () => {
    const namespace = `${home}/gone`;
    const [gone, kept] = await Promise.all(
      ['gone walrus', 'kept walrus'].map((title) => store(ann, { title, namespace })),
    );
    await link(ann, kept!['id'], gone!['id'], 'SUPERSEDES');
    expect(await ann.run(DELETE, { id: gone!['id'] })).toEqual({ deleteMemory: { deletedId: gone!['id'] } });

    const read = await ann.run<Row>(
      `query ($id: ID!, $kept: ID!, $namespace: String!) {
        memory(id: $id) { id }
        memories(where: { namespace: { eq: $namespace } }) { id supersedes { id } supersedesConnection { totalCount } links { targetId } }
        memoriesConnection(where: { namespace: { eq: $namespace } }) { aggregate { count { nodes } } }
        subgraph(around: [$kept]) { nodes { id } links { targetId } }
        stats(namespace: $namespace) { total linksCount }
      }`,
      { id: gone!['id'], kept: kept!['id'], namespace },
    );
    expect(read).toEqual({
      memory: null,
      memories: [{ id: kept!['id'], supersedes: [], supersedesConnection: { totalCount: 0 }, links: [] }],
      memoriesConnection: { aggregate: { count: { nodes: 1 } } },
      subgraph: { nodes: [{ id: kept!['id'] }], links: [] },
      stats: { total: 1, linksCount: 0 },
    });
    expect(titles(await search(ann, { query: 'walrus', namespace }))).toEqual(['kept walrus']);
    for (const mode of ['KEYWORD', 'SEMANTIC', 'HYBRID'])
      expect(titles(await recall(ann, { query: 'walrus', namespace, mode, touch: false }))).toEqual(['kept walrus']);
    const [node] = await askGraph(
      `MATCH (m:MemoryRecord {id: $id}) RETURN labels(m) AS labels, m.archivedBy AS archivedBy, m.archiveReason AS reason,
       m.embedding IS NOT NULL AS embedded, [(m)<-[r:SUPERSEDES]-(k) | k.id] AS links, [(m)-[:IN_NAMESPACE]->(n) | n.path] AS filed`,
      { id: gone!['id'] },
    );
    expect(node).toEqual({
      ...{ labels: ['MemoryRecord', 'ArchivedMemory'], archivedBy: 'ann', reason: 'ARCHIVE', embedded: true },
      ...{ links: [kept!['id']], filed: [namespace] },
    });
  });

  test('was the last of its namespace: the namespace stays and takes new ones', async () => {
    const namespace = `${home}/last/one`;
    const { id } = await store(ann, { title: 'last', namespace });
    await ann.run(DELETE, { id });
    const { namespaces } = await caller().run<Row>(
      'query ($path: String!) { namespaces(where: { path: { eq: $path } }, limit: 1) { path parent { path } memories { id } } }',
      { path: namespace },
    );
    expect(namespaces).toEqual([{ path: namespace, parent: [{ path: `${home}/last` }], memories: [] }]);
    await expect(store(ann, { title: 'last', namespace })).resolves.toBeDefined();
  });

  test('cannot be linked, followed, reflected on or deleted again', async () => {
    const [gone, other] = await Promise.all(
      ['g', 'o'].map((title) => store(ann, { title, namespace: `${home}/again` })),
    );
    await ann.run(DELETE, { id: gone!['id'] });
    const before = await fingerprint(home);
    for (const [document, variables] of [
      [LINK, { input: { sourceId: other!['id'], targetId: gone!['id'] } }],
      [LINK, { input: { sourceId: gone!['id'], targetId: other!['id'] } }],
      [REFLECT(), { input: { sourceIds: [other!['id'], gone!['id']], title: 't', content: 'c' } }],
      [
        'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { created } }',
        { input: { title: 'f', content: 'c', namespace: home, follows: gone!['id'] } },
      ],
      [DELETE, { id: gone!['id'] }],
    ] as const) {
      expect(await ann.refusal(document, variables)).toMatchObject({ code: 'NOT_FOUND', details: { id: gone!['id'] } });
    }
    expect(await fingerprint(home)).toBe(before);
  });
});

describe('who may delete', () => {
  test('only the author: another who sees it is denied, and nothing changes', async () => {
    const { id } = await store(ann, { title: 'owned', namespace: home, scope: 'COLLECTIVE' });
    const before = await fingerprint(home);
    expect(await bob.refusal(DELETE, { id })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { action: 'DELETE', deniedLevel: 'OWNER', namespace: home, agentId: 'bob' },
    });
    expect(await fingerprint(home)).toBe(before);
  });

  test('and an admin', async () => {
    const { id } = await store(ann, { title: 'by admin', namespace: home });
    await expect(caller().run(DELETE, { id })).resolves.toEqual({ deleteMemory: { deletedId: id } });
  });

  test.each([
    ['hidden', async () => (await store(ann, { title: 'hidden', namespace: home }))['id'] as string],
    ['missing', async () => 'no-such-memory'],
  ])('what is %s is not found', async (_, which) => {
    const id = await which();
    const { code, message, details } = await bob.refusal(DELETE, { id });
    expect({ code, message, details }).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
  });

  test('not a viewer', async () => {
    const { id } = await store(ann, { title: 'viewed', namespace: home, scope: 'COLLECTIVE' });
    expect((await caller({ agentId: 'ann', namespace: home, roles: 'viewer' }).refusal(DELETE, { id })).code).toBe(
      'FORBIDDEN',
    );
  });

  test('an id that is none is refused by its bound', async () => {
    expect(await ann.refusal(DELETE, { id: 'a..b' })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'id', bound: 'no ".."' },
    });
  });
});

test('of 10 who delete one memory at once, one does', async () => {
  const { id } = await store(ann, { title: 'race', namespace: home });
  const answers = await Promise.all(Array.from({ length: 10 }, () => ann.send(DELETE, { id })));
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'done').sort();
  expect(codes).toEqual([...Array.from({ length: 9 }, () => 'NOT_FOUND'), 'done'].sort());
});
