import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, link, LINK, store, type Row } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';
import { LINK_RELATIONS } from '../../src/link/memoryLink.ts';

const home = freshNamespace('link');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

let made = 0;
/** Fresh memories, by their ids. */
const memories = async (count: number, client = ann): Promise<string[]> => {
  made += 1;
  return await Promise.all(
    Array.from(
      { length: count },
      async (_, index) => (await store(client, { title: `m${made}-${index}`, namespace: home }))['id'] as string,
    ),
  );
};

function refused(client: typeof ann, input: Record<string, unknown>) {
  return refusedUnchanged(home, client, LINK, { input });
}

/** Field that shows a relation from its source, and from its target. */
const FIELDS = {
  RELATED_TO: ['relatedTo', 'relatedFrom'],
  SUPERSEDES: ['supersedes', 'supersededBy'],
  CONTRADICTS: ['contradicts', 'contradictedBy'],
  DERIVED_FROM: ['derivedFrom', 'derivatives'],
  DERIVES_FROM: ['derivesFrom', 'atoms'],
  REFLECTS_ON: ['reflectsOn', 'reflectedBy'],
} as const;

describe.each(LINK_RELATIONS)('%s', (relation) => {
  let source: string, target: string, first: Row;
  beforeAll(async () => {
    [source, target] = (await memories(2)) as [string, string];
    first = await link(ann, source, target, relation, { validFrom: '2020-01-01T00:00:00Z' });
  });

  test('is made as asked', () => {
    expect(first).toEqual({
      created: true,
      link: {
        ...{
          relation,
          sourceId: source,
          targetId: target,
          observedBy: 'ann',
          signature: null,
          attestLevel: 'UNSIGNED',
        },
        ...{ source: { title: expect.any(String) }, target: { title: expect.any(String) } },
        ...{ createdAt: expect.any(String), validFrom: '2020-01-01T00:00:00.000Z', validUntil: null },
      },
    });
  });

  test('is made once: again the first one answers', async () => {
    expect(await link(ann, source, target, relation, { validFrom: '2024-01-01T00:00:00Z' })).toEqual({
      ...first,
      created: false,
    });
    expect(
      await askGraph(`MATCH (a {id: $source})-[r]->(b {id: $target}) RETURN count(r) AS count`, { source, target }),
    ).toEqual([{ count: 1 }]);
  });

  test('is seen from both ends, with what it says about itself', async () => {
    const [out, back] = FIELDS[relation];
    const side = (name: string) =>
      `${name} { id } ${name}Connection { totalCount edges { properties { createdAt observedBy validFrom validUntil signature attestLevel } node { id } } }`;
    const { a, b } = await ann.run<Row>(
      `query ($source: ID!, $target: ID!) {
        a: memories(where: { id: { eq: $source } }, limit: 1) { ${side(out)} }
        b: memories(where: { id: { eq: $target } }, limit: 1) { ${side(back)} }
      }`,
      { source, target },
    );
    const { createdAt, observedBy, validFrom, validUntil, signature, attestLevel } = first['link'];
    const properties = { createdAt, observedBy, validFrom, validUntil, signature, attestLevel };
    expect(a).toEqual([
      {
        [out]: [{ id: target }],
        [`${out}Connection`]: { totalCount: 1, edges: [{ properties, node: { id: target } }] },
      },
    ]);
    expect(b).toEqual([
      {
        [back]: [{ id: source }],
        [`${back}Connection`]: { totalCount: 1, edges: [{ properties, node: { id: source } }] },
      },
    ]);
  });

  test('is among the links of its ends, by direction and relation', async () => {
    const others = LINK_RELATIONS.filter((other) => other !== relation);
    const { memory } = await ann.run<Row>(
      `query ($source: ID!, $relation: LinkRelation!, $others: [LinkRelation!]) { memory(id: $source) {
        both: links { targetId } out: links(direction: OUT, relations: [$relation]) { relation targetId target { id } }
        in: links(direction: IN) { targetId } others: links(relations: $others) { targetId }
      } }`,
      { source, relation, others },
    );
    expect(memory).toEqual({
      both: [{ targetId: target }],
      out: [{ relation, targetId: target, target: { id: target } }],
      in: [],
      others: [],
    });
  });
});

describe('a circle', () => {
  test.each(['SUPERSEDES', 'REFLECTS_ON'])('of %s is refused, however long', async (relation) => {
    const [a, b, c] = (await memories(3)) as [string, string, string];
    await link(ann, a, b, relation);
    await link(ann, b, c, relation);
    for (const [sourceId, targetId] of [
      [b, a],
      [c, a],
    ]) {
      expect(await refused(ann, { sourceId, targetId, relation })).toMatchObject({
        code: 'LINK_CYCLE',
        details: { sourceId, targetId, relation },
      });
    }
    await expect(link(ann, a, c, relation)).resolves.toMatchObject({ created: true });
  });

  test.each(['SUPERSEDES', 'REFLECTS_ON'])('of two opposite %s made at once: one wins', async (relation) => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = (await memories(2)) as [string, string];
      const answers = await Promise.all(
        [
          [a, b],
          [b, a],
        ].map(([sourceId, targetId]) => ann.send(LINK, { input: { sourceId, targetId, relation } })),
      );
      expect(answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'made').sort()).toEqual([
        'LINK_CYCLE',
        'made',
      ]);
    }
  });

  test.each(['RELATED_TO', 'CONTRADICTS', 'DERIVED_FROM', 'DERIVES_FROM'])('of %s is no harm', async (relation) => {
    const [a, b] = (await memories(2)) as [string, string];
    await link(ann, a, b, relation);
    await expect(link(ann, b, a, relation)).resolves.toMatchObject({ created: true });
  });
});

describe('a link is refused', () => {
  test('to itself', async () => {
    const [a] = (await memories(1)) as [string];
    expect(await refused(ann, { sourceId: a, targetId: a })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'targetId' },
    });
  });

  test.each(['sourceId', 'targetId'])('when %s is hidden or missing, both alike', async (side) => {
    const [mine] = (await memories(1)) as [string];
    const [hidden] = (await memories(1, bob)) as [string];
    for (const id of [hidden, 'no-such-memory']) {
      const { code, message, details } = await refused(ann, { sourceId: mine, targetId: mine, [side]: id });
      expect({ code, message, details }).toEqual({ code: 'NOT_FOUND', message: `no memory ${id}`, details: { id } });
    }
  });

  test.each<[string, Record<string, unknown>, string, string | undefined]>([
    [
      'that ends before it begins',
      { validFrom: '2026-01-02T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
      'BAD_USER_INPUT',
      'validUntil',
    ],
    [
      'that ends as it begins',
      { validFrom: '2026-01-01T00:00:00Z', validUntil: '2026-01-01T00:00:00Z' },
      'BAD_USER_INPUT',
      'validUntil',
    ],
    ['that begins now and has ended', { validUntil: '2026-01-01T00:00:00Z' }, 'BAD_USER_INPUT', 'validUntil'],
    [
      'with a signature without a registered key',
      { signature: Buffer.alloc(64).toString('base64'), validFrom: '2026-01-01T00:00:00Z' },
      'ATTESTATION_FAILED',
      undefined,
    ],
    ['with a signature that is none', { signature: 'c2ln' }, 'BAD_USER_INPUT', 'signature'],
  ])('%s', async (_, more, code, field) => {
    const [sourceId, targetId] = (await memories(2)) as [string, string];
    const refusal = await refused(ann, { sourceId, targetId, ...more });
    expect([refusal.code, refusal.details?.['field']]).toEqual([code, field]);
  });

  test('for a viewer', async () => {
    const [sourceId, targetId] = (await memories(2)) as [string, string];
    expect(
      (await refused(caller({ agentId: 'ann', namespace: home, roles: 'viewer' }), { sourceId, targetId })).code,
    ).toBe('FORBIDDEN');
  });
});

test('links are seen as they stood at a moment', async () => {
  const [a, b, c, d] = (await memories(4)) as [string, string, string, string];
  await link(ann, a, b, 'RELATED_TO', { validFrom: '2020-01-01T00:00:00Z', validUntil: '2021-01-01T00:00:00Z' });
  await link(ann, a, c, 'RELATED_TO', { validFrom: '2020-06-01T00:00:00Z' });
  await link(ann, a, d, 'RELATED_TO', { validFrom: '2998-01-01T00:00:00Z' });
  const at = (name: string, when: string) => `${name}: links(asOf: "${when}") { targetId }`;
  const { memory } = await ann.run<Row>(
    `query ($id: ID!) { memory(id: $id) { now: links { targetId } ${at('before', '2019-12-31T23:59:59.999Z')} ${at('first', '2020-01-01T00:00:00Z')}
      ${at('both', '2020-12-31T23:59:59.999Z')} ${at('ended', '2021-01-01T00:00:00Z')} ${at('far', '2999-01-01T00:00:00Z')}
      relatedToConnection { totalCount } } }`,
    { id: a },
  );
  const ids = (rows: Row[]) => rows.map(({ targetId }) => targetId as string).sort();
  expect(
    Object.fromEntries(
      Object.entries(memory as Row)
        .filter(([name]) => name !== 'relatedToConnection')
        .map(([name, rows]) => [name, ids(rows)]),
    ),
  ).toEqual({
    ...{ now: [c], before: [], first: [b], both: [b, c].sort(), ended: [c], far: [c, d].sort() },
  });
  expect(memory.relatedToConnection.totalCount).toBe(3);
});
