import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, link, store, type Row } from '../support/memories.ts';

const home = freshNamespace('reads');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann` });

beforeAll(async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      store(ann, {
        ...{
          title: `m${String(index).padStart(2, '0')}`,
          namespace: index < 10 ? home : `${home}/below`,
          priority: 1 + (index % 10),
          confidence: index / 12,
        },
        ...{
          kind: index % 2 === 0 ? 'CLAIM' : 'EVENT',
          tags: [`t${index % 3}`],
          createdAt: `2020-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
        },
      }),
    ),
  );
});

/** Titles of `memories` within this file's namespaces. */
async function list(where: string, more = '', client = ann): Promise<string[]> {
  const { memories } = await client.run<{ memories: Row[] }>(
    `{ memories(where: { AND: [{ namespace: { startsWith: "${home}" } }, ${where}] } ${more}) { title } }`,
  );
  return memories.map(({ title }) => title as string);
}
const m = (...numbers: number[]) => numbers.map((index) => `m${String(index).padStart(2, '0')}`);

describe('a list is filtered', () => {
  test.each<[string, string[]]>([
    ['{ title: { eq: "m03" } }', m(3)],
    ['{ title: { in: ["m03", "m05", "none"] } }', m(3, 5)],
    ['{ title: { startsWith: "m1" } }', m(10, 11)],
    [`{ namespace: { eq: "${home}/below" } }`, m(10, 11)],
    ['{ priority: { gte: 9 } }', m(8, 9)],
    ['{ confidence: { lt: 0.2 } }', m(0, 1, 2)],
    ['{ tags: { includes: "t0" } }', m(0, 3, 6, 9)],
    ['{ memoryKind: { eq: EVENT }, priority: { lte: 2 } }', m(1, 11)],
    ['{ createdAt: { gte: "2020-01-11T00:00:00Z" } }', m(10, 11)],
    ['{ createdAt: { lt: "2020-01-02T01:00:00+02:00" } }', m(0)],
    ['{ OR: [{ title: { eq: "m01" } }, { NOT: { priority: { lt: 10 } } }] }', m(1, 9)],
    ['{ agentId: { eq: "nobody" } }', []],
  ])('%s', async (where, found) => {
    expect((await list(where)).sort()).toEqual(found);
  });
});

describe('a list is sorted and cut', () => {
  test.each<[string, string[]]>([
    ['sort: [{ title: DESC }], limit: 3', m(11, 10, 9)],
    ['sort: [{ priority: ASC }, { title: DESC }], limit: 3', m(10, 0, 11)],
    ['sort: [{ createdAt: ASC }], limit: 2, offset: 4', m(4, 5)],
  ])('%s', async (more, found) => {
    expect(await list('{ id: { startsWith: "" } }', more)).toEqual(found);
  });

  test('at 100 when nothing is said; more than 200 are refused', async () => {
    const namespace = `${home}/hundred`;
    const inputs = Array.from({ length: 101 }, (_, index) => ({ title: `h${index}`, content: 'x', namespace }));
    await ann.run('mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount } }', {
      inputs,
    });
    const count = async (limit: string) =>
      (await ann.run<{ memories: Row[] }>(`{ memories(where: { namespace: { eq: "${namespace}" } } ${limit}) { id } }`))
        .memories.length;
    expect([await count(''), await count('limit: 200')]).toEqual([100, 101]);
    expect((await ann.refusal('{ memories(limit: 201) { id } }')).code).toMatch(/BAD_USER_INPUT|OPERATION_TOO_COSTLY/);
  });
});

test('a connection pages by cursor, each memory once, and counts', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 5; pages++) {
    const { memoriesConnection: page }: Row = await ann.run(
      `query ($after: String) { memoriesConnection(where: { namespace: { eq: "${home}" } }, sort: [{ title: ASC }], first: 4, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } edges { cursor node { title } } aggregate { count { nodes } node { priority { min max average } } } } }`,
      { after },
    );
    expect(page).toMatchObject({
      totalCount: 10,
      aggregate: { count: { nodes: 10 }, node: { priority: { min: 1, max: 10, average: 5.5 } } },
    });
    seen.push(...page.edges.map(({ node }: Row) => node.title));
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  expect(seen).toEqual(m(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
});

test('times are aggregated as times', async () => {
  const { memoriesConnection } = await ann.run<Row>(
    `{ memoriesConnection(where: { namespace: { startsWith: "${home}" }, title: { startsWith: "m" } }) { aggregate { node { createdAt { min max } } } } }`,
  );
  expect(memoriesConnection.aggregate.node.createdAt).toEqual({
    min: '2020-01-01T00:00:00.000Z',
    max: '2020-01-12T00:00:00.000Z',
  });
});

test('the namespace tree is read both ways, as far as the caller sees it', async () => {
  const document = `query ($path: String!) { namespaces(where: { path: { eq: $path } }, limit: 1) {
    path name depth children(sort: [{ path: ASC }], limit: 5) { path } memoriesConnection(first: 1) { totalCount } } }`;
  expect(await ann.run(document, { path: home })).toMatchObject({
    namespaces: [
      {
        path: home,
        name: home,
        depth: 1,
        children: expect.arrayContaining([{ path: `${home}/below` }]),
        memoriesConnection: { totalCount: 10 },
      },
    ],
  });
  expect(await caller({ agentId: 'stranger', namespace: 'elsewhere/far' }).run(document, { path: home })).toEqual({
    namespaces: [],
  });
});

describe('whatever form a memory comes in, it answers under the names the client chose:', () => {
  const FIELDS = `title: content content: title kind: memoryKind m: metadata c: citations { at: accessedAt u: uri } s: sourceSpan { from: start end }
    l: links(direction: IN) { sourceId: relation r: sourceId t: target { n: id m: metadata } source { title: content } }`;
  const input = {
    ...{
      title: 'the title',
      content: 'the content',
      kind: 'CLAIM',
      metadata: { a: 1 },
      sourceSpan: { start: 1, end: 2 },
    },
    citations: [{ uri: 'u', accessedAt: '2020-01-01T00:00:00Z' }],
  };
  const expected = {
    title: 'the content',
    content: 'the title',
    kind: 'CLAIM',
    m: { a: 1 },
    c: [{ at: '2020-01-01T00:00:00.000Z', u: 'u' }],
    s: { from: 1, end: 2 },
  };
  const forms: [string, string, (answer: Row) => Row][] = [
    ['memory', 'memory(id: $id) { ...F }', ({ memory }) => memory],
    ['memories', 'memories(where: { id: { eq: $id } }, limit: 1) { ...F }', ({ memories }) => memories[0]],
    [
      'recall',
      'recall(input: { query: "the title", namespace: $namespace, touch: false, limit: 1 }) { hits { ...H } }',
      ({ recall }) => recall.hits[0].memory,
    ],
    [
      'search',
      'searchMemories(input: { query: "title", namespace: $namespace, limit: 1 }) { hits { a: memory { ...F } b: memory { title: id } } }',
      ({ searchMemories }) => searchMemories.hits[0].a,
    ],
    ['subgraph', 'subgraph(around: [$id], depth: 0, limit: 1) { nodes { ...F } }', ({ subgraph }) => subgraph.nodes[0]],
    ['tree', 'reflectionTree(id: $id) { root { ...F } }', ({ reflectionTree }) => reflectionTree.root],
    ['relation', 'memory(id: $other) { supersedes(limit: 1) { ...F } }', ({ memory }) => memory.supersedes[0]],
  ];
  const namespace = `${home}/alias`;
  let id: string, other: string;
  beforeAll(async () => {
    id = (await store(ann, { ...input, namespace }))['id'];
    other = (await store(ann, { title: 'other', content: 'another', namespace }))['id'];
    await link(ann, other, id, 'SUPERSEDES');
  });

  test.each(
    forms.flatMap(([name, selection, pick]) =>
      ['', 'previous { id }', 'by: supersededBy(limit: 1) { i: id m: metadata l: links { t: targetId } }'].map(
        (beside) => [name, beside, selection, pick] as const,
      ),
    ),
  )('%s, with "%s" beside', async (_, beside, selection, pick) => {
    const answer = await ann.run<Row>(
      `query ($id: ID!, $other: ID!, $namespace: String!) { ${selection} unused: memories(where: { namespace: { eq: $namespace } id: { in: [$id, $other] } }, limit: 1) { id } }
         ${selection.includes('...H') ? 'fragment H on RecallHit { memory { ... on Memory { ...F } } }' : ''}
         fragment F on Memory { ${FIELDS} ${beside} }`,
      { id, other, namespace },
    );
    expect(pick(answer)).toEqual({
      ...expected,
      l: [{ sourceId: 'SUPERSEDES', r: other, t: { n: id, m: { a: 1 } }, source: { title: 'another' } }],
      ...(beside.startsWith('previous') ? { previous: [] } : {}),
      ...(beside.startsWith('by') ? { by: [{ i: other, m: {}, l: [{ t: id }] }] } : {}),
    });
  });
});
