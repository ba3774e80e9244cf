import { describe, expect, test } from '@jest/globals';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import { freshNamespace } from '../support/client.ts';
import { askGraph, askPlan, type PlanStep } from '../support/graph.ts';
import { caller, DELETE, store, update, type Row } from '../support/memories.ts';

const home = freshNamespace('list');
const ann = caller({ agentId: `ann-${home}`, namespace: `${home}/ann` });
const bob = caller({ agentId: `bob-${home}`, namespace: `${home}/bob` });
const LIST = `query ($input: ListMemoriesInput!, $first: Int, $after: String) {
  listMemories(input: $input, first: $first, after: $after) {
    edges { cursor node { id title relatedTo(limit: 1) { id } } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
const COUNTED = `query ($input: ListMemoriesInput!) { listMemories(input: $input, first: 1) { totalCount } }`;

async function page(client: typeof ann, input: Row, first?: number, after?: string | null): Promise<Row> {
  const variables = { input, ...(first === undefined ? {} : { first }), ...(after == null ? {} : { after }) };
  return (await client.run<{ listMemories: Row }>(LIST, variables)).listMemories;
}
const titlesOf = ({ edges }: Row): string[] => edges.map(({ node }: Row) => node.title);

/**
 * All titles of a list, page by page; each page is checked to say rightly where it stands.
 * @param isStill false while others delete: what goes between the page and its memories leaves its place behind
 */
async function all(client: typeof ann, input: Row, first: number, isStill = true): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { edges, pageInfo }: Row = await page(client, input, first, after);
    expect(pageInfo.hasPreviousPage).toBe(after !== null);
    if (isStill)
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
        ...[edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null],
      ]);
    found.push(...edges.map(({ node }: Row) => node.title));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

async function storeMany(client: typeof ann, inputs: readonly Row[]): Promise<string[]> {
  const { storeMemories } = await client.run<{ storeMemories: Row }>(
    `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { results { memory { id } error { message } } } }`,
    { inputs: inputs.map((input) => ({ content: 'some content', force: true, ...input })) },
  );
  return storeMemories['results'].map(({ memory, error }: Row) => {
    expect(error).toBeNull();
    return memory.id as string;
  });
}

describe('a list', () => {
  const namespace = `${home}/filters`;
  test('goes by its order, and by its filters', async () => {
    const put = (title: string, more: Row = {}) => store(ann, { title, namespace, scope: 'TEAM', ...more });
    const first = await put('low', { priority: 2, createdAt: '2026-01-03T00:00:00Z', tags: ['a', 'b'] });
    await put('high', { priority: 9, createdAt: '2026-01-01T00:00:00Z', tags: ['a'], tier: 'LONG' });
    await put('middle', { priority: 5, createdAt: '2026-01-02T00:00:00Z', kind: 'CLAIM' });
    await put('also middle', { priority: 5, createdAt: '2026-01-04T00:00:00Z' });
    await put('below', { namespace: `${namespace}/below`, priority: 7, createdAt: '2026-01-05T00:00:00Z' });
    await put('beside', { namespace: `${namespace}-beside` });
    await store(bob, { title: 'of bob', namespace, scope: 'TEAM', priority: 4, createdAt: '2026-01-06T00:00:00Z' });
    await store(bob, { title: 'hidden', namespace, scope: 'PRIVATE', priority: 10 });
    await update(ann, first['id'], { tags: ['a', 'b', 'c'] });
    const cases: readonly [Row, string[]][] = [
      [{}, ['high', 'also middle', 'middle', 'of bob', 'low']],
      [{ orderBy: 'UPDATED_AT_DESC' }, ['low', 'of bob', 'also middle', 'middle', 'high']],
      [{ orderBy: 'CREATED_AT_DESC' }, ['of bob', 'also middle', 'low', 'middle', 'high']],
      [{ subtree: true }, ['high', 'below', 'also middle', 'middle', 'of bob', 'low']],
      [{ subtree: true, orderBy: 'CREATED_AT_DESC' }, ['of bob', 'below', 'also middle', 'low', 'middle', 'high']],
      [{ tags: ['a'] }, ['high', 'low']],
      [{ tags: ['b', 'a'] }, ['low']],
      [{ tier: 'LONG' }, ['high']],
      [{ kinds: ['CLAIM', 'EVENT'] }, ['middle']],
      [{ kinds: [] }, ['high', 'also middle', 'middle', 'of bob', 'low']],
      [{ minPriority: 5 }, ['high', 'also middle', 'middle']],
      [{ agentId: `bob-${home}` }, ['of bob']],
      [{ since: '2026-01-02T00:00:00Z', until: '2026-01-04T00:00:00Z' }, ['middle', 'low']],
      [{ since: '2026-01-04T00:00:00Z', orderBy: 'CREATED_AT_DESC' }, ['of bob', 'also middle']],
      [{ namespace: `${home}/nowhere` }, []],
    ];
    for (const [input, expected] of cases) {
      for (const size of [1, 2, 20])
        expect([input, await all(ann, { namespace, ...input }, size)]).toEqual([input, expected]);
      const { listMemories } = await ann.run<{ listMemories: Row }>(COUNTED, { input: { namespace, ...input } });
      expect([input, listMemories['totalCount']]).toEqual([input, expected.length]);
    }
  });

  test('has what is deleted, expired or hidden left out, for admins only the hidden', async () => {
    const place = `${home}/gone`;
    const [deleted] = await storeMany(ann, [
      { title: 'deleted', namespace: place },
      { title: 'expired', namespace: place, ttlSecs: 1 },
      { title: 'kept', namespace: place },
    ]);
    await ann.run(DELETE, { id: deleted });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(titlesOf(await page(ann, { namespace: place }))).toEqual(['kept']);
    expect(titlesOf(await page(bob, { namespace: place }))).toEqual([]);
    expect(titlesOf(await page(caller(), { namespace: place }))).toEqual(['kept']);
  });

  test('without a namespace is of everything the caller may read', async () => {
    const stranger = caller({ agentId: `stranger-${home}`, namespace: `${home}-away/stranger` });
    await storeMany(stranger, [
      { title: 'one', namespace: `${home}-away/a`, priority: 6 },
      { title: 'two', namespace: `${home}-away/b/c`, priority: 8 },
    ]);
    expect(await all(stranger, { agentId: `stranger-${home}` }, 1)).toEqual(['two', 'one']);
  });
});

test('rows of one moment and priority have one order too', async () => {
  const namespace = `${home}/ties`;
  const titles = Array.from({ length: 40 }, (_, index) => `tie ${index}`);
  await storeMany(
    ann,
    titles.map((title) => ({ title, namespace })),
  );
  await askGraph(
    'MATCH (m:Memory {namespace: $namespace}) SET m.updatedAt = localdatetime("2026-01-01T00:00:00.000123456")',
    {
      namespace,
    },
  );
  for (const orderBy of ['PRIORITY_DESC', 'UPDATED_AT_DESC']) {
    const found = await all(ann, { namespace, orderBy }, 7);
    expect([found.length, new Set(found)]).toEqual([40, new Set(titles)]);
  }
});

test('pages neither skip nor repeat what stays, whatever others write meanwhile', async () => {
  const namespace = `${home}/busy`;
  const stays = Array.from({ length: 300 }, (_, index) => `stays ${index}`);
  const input = (title: string, index: number) => ({ title, namespace, priority: 1 + (index % 10) });
  await storeMany(ann, stays.map(input));
  const moving = await storeMany(
    ann,
    Array.from({ length: 60 }, (_, index) => input(`moves ${index}`, index)),
  );
  const doomed = await storeMany(
    ann,
    Array.from({ length: 60 }, (_, index) => input(`goes ${index}`, index)),
  );

  let reading = true;
  let writes = 0;
  const write = async () => {
    for (let turn = 0; reading; turn++) {
      await Promise.all([
        store(ann, { ...input(`comes ${turn}`, turn), force: true }),
        update(ann, moving[turn % 60] ?? '', { priority: 1 + ((turn * 7) % 10) }),
        turn < 60 ? ann.run(DELETE, { id: doomed[turn] }) : undefined,
      ]);
      writes += 1;
    }
  };
  const writing = write();
  try {
    for (const orderBy of ['PRIORITY_DESC', 'UPDATED_AT_DESC', 'CREATED_AT_DESC']) {
      const before = writes;
      const found = await all(ann, { namespace, orderBy }, 11, false);
      expect(found.filter((title) => title.startsWith('stays')).sort()).toEqual([...stays].sort());
      expect(writes).toBeGreaterThan(before);
    }
  } finally {
    reading = false;
    await writing;
  }
}, 120_000);

describe('is refused', () => {
  const namespace = `${home}/filters`;
  const other = async (input: Row, first = 1) =>
    (await page(ann, { namespace, ...input }, first))['pageInfo'].endCursor;
  test.each<[string, string, () => Promise<Row> | Row]>([
    ['no row', 'first', () => ({ first: 0 })],
    ['201 rows', 'first', () => ({ first: 201 })],
    ['garbage as a cursor', 'after', () => ({ after: 'garbage' })],
    ['an empty cursor', 'after', () => ({ after: '' })],
    ['a cursor of 2,000 characters', 'after', () => ({ after: 'A'.repeat(2000) })],
    ['an offset', 'after', () => ({ after: Buffer.from('arrayconnection:5').toString('base64') })],
    ['a cursor of another order', 'after', async () => ({ after: await other({ orderBy: 'CREATED_AT_DESC' }) })],
    [
      'a cursor of another namespace',
      'after',
      async () => ({ after: await other({ namespace: `${namespace}/below` }) }),
    ],
    ['a cursor of other tags', 'after', async () => ({ after: await other({ tags: ['a'] }) })],
    ['a cursor of the subtree', 'after', async () => ({ after: await other({ subtree: true }) })],
    ['a priority of 11', 'minPriority', () => ({ input: { minPriority: 11 } })],
    ['a broken namespace', 'namespace', () => ({ input: { namespace: 'a//b' } })],
  ])('%s', async (_, field, variables) => {
    const given = await variables();
    expect(given['after']).not.toBeNull();
    expect(await ann.refusal(LIST, { input: { namespace }, ...given })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field },
    });
  });

  test('nothing when only the size, or the order of the tags, is another', async () => {
    await storeMany(ann, [{ title: 'tagged', namespace: `${home}/tags`, tags: ['x', 'y'] }]);
    const { pageInfo } = await page(ann, { namespace: `${home}/tags`, tags: ['x', 'y'] }, 1);
    expect(titlesOf(await page(ann, { namespace: `${home}/tags`, tags: ['y', 'x'] }, 5, pageInfo.endCursor))).toEqual(
      [],
    );
  });
});

// What makes page 500 as fast as page 1: no stretch of the index is sorted, and none is read beyond the limit.
describe('the plan of', () => {
  const chains = (plan: PlanStep): string[][] =>
    plan.children.length === 0
      ? [[nameOf(plan)]]
      : plan.children.flatMap((child) => chains(child).map((chain) => [nameOf(plan), ...chain]));
  const nameOf = ({ operatorType }: PlanStep) => operatorType.replace(/@.*$/, '');

  test.each(['memory/list-by-priority', 'memory/list-by-updated', 'memory/list-by-created'] as const)(
    '%s reads each stretch of its index in order, up to the limit',
    async (name) => {
      const plan = await askPlan(asSent(name), { [SINGLE_PARAMETER]: {} });
      const stretches = chains(plan)
        .filter((chain) => chain.at(-1) === 'NodeIndexSeek')
        .map((chain) => chain.slice(chain.lastIndexOf('Union') + 1).filter((step) => step !== 'Projection'));
      expect(stretches).toHaveLength(name === 'memory/list-by-priority' ? 3 : 2);
      for (const stretch of stretches) expect(stretch.slice(-3)).toEqual(['Limit', 'Filter', 'NodeIndexSeek']);
      expect(JSON.stringify(plan)).not.toMatch(/"(Sort|PartialSort)@/);
    },
  );
});
