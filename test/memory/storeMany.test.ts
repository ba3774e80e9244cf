import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, store, type Row } from '../support/memories.ts';

const home = freshNamespace('many');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const STORE_MANY = `mutation ($inputs: [StoreMemoryInput!]!, $key: String) {
  storeMemories(inputs: $inputs, idempotencyKey: $key) {
    storedCount failedCount
    results { index created error { code message details } pending { id } memory { id title episode } }
  }
}`;
const rows = (count: number, fields: (index: number) => Record<string, unknown> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({
    title: `row ${index}`,
    content: `content ${index}`,
    namespace: home,
    // Numbered sentences say nearly the same.
    force: true,
    ...fields(index),
  }));
const storeMany = async (inputs: unknown, key?: string): Promise<Row> =>
  (await ann.run<{ storeMemories: Row }>(STORE_MANY, { inputs, key: key ?? null })).storeMemories;

test('500 rows are stored, one bad one among them hurts no other', async () => {
  const namespace = `${home}/all`;
  const answer = await storeMany(rows(500, (index) => ({ namespace, ...(index === 250 ? { priority: 11 } : {}) })));
  expect([answer['storedCount'], answer['failedCount']]).toEqual([499, 1]);
  expect(answer['results'].map(({ index }: Row) => index)).toEqual(Array.from({ length: 500 }, (_, index) => index));
  expect(answer['results'][250]).toMatchObject({
    ...{ index: 250, created: false, memory: null },
    error: { code: 'BAD_USER_INPUT', details: { field: 'priority', bound: 'a whole number from 1 to 10', actual: 11 } },
  });
  expect(answer['results'][499]).toMatchObject({ created: true, error: null, memory: { title: 'row 499' } });
  expect(await askGraph('MATCH (m:Memory {namespace: $namespace}) RETURN count(m) AS count', { namespace })).toEqual([
    { count: 499 },
  ]);
}, 120_000);

test.each([
  ['no row', 0],
  ['501 rows', 501],
])('%s are refused as a whole', async (_, count) => {
  const before = await fingerprint(home);
  expect(await ann.refusal(STORE_MANY, { inputs: rows(count) })).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field: 'inputs', bound: '1 to 500 rows', actual: `${count} rows` },
  });
  expect(await fingerprint(home)).toBe(before);
});

describe('rows of one call meet each other', () => {
  test('the first of two with one title is stored, the second refused with its id', async () => {
    const { results } = await storeMany(rows(3, () => ({ title: 'the same' })));
    expect(results.map(({ error }: Row) => error?.code ?? null)).toEqual([null, 'CONFLICT', 'CONFLICT']);
    expect(results[1].error.details).toMatchObject({ reason: 'TITLE_TAKEN', existingId: results[0].memory.id });
  });

  test('MERGE takes them into one, VERSION numbers them', async () => {
    const merged = await storeMany(rows(5, () => ({ title: 'merged', onConflict: 'MERGE' })));
    expect(new Set(merged['results'].map(({ memory }: Row) => memory.id)).size).toBe(1);
    const numbered = await storeMany(rows(5, () => ({ title: 'numbered', onConflict: 'VERSION' })));
    expect(numbered['results'].map(({ memory }: Row) => memory.title).sort()).toEqual([
      'numbered',
      ...[2, 3, 4, 5].map((n) => `numbered (${n})`),
    ]);
  });

  test('an episode keeps the order of the rows, and goes on in the next call', async () => {
    const namespace = `${home}/episode`;
    await storeMany(
      rows(40, (index) => ({ title: `a${index}`, namespace, episode: index % 2 === 0 ? 'even' : 'odd' })),
    );
    await storeMany(rows(2, (index) => ({ title: `b${index}`, namespace, episode: 'odd' })));
    expect(await chain(namespace, 'even')).toEqual(Array.from({ length: 20 }, (_, index) => `a${index * 2}`));
    expect(await chain(namespace, 'odd')).toEqual([
      ...Array.from({ length: 20 }, (_, index) => `a${index * 2 + 1}`),
      'b0',
      'b1',
    ]);
  });
});

/** The titles of an episode along NEXT; fails when it is not one plain chain. */
async function chain(namespace: string, episode: string): Promise<string[]> {
  const links = await askGraph<{ title: string; next: string[] }>(
    `MATCH (m:Memory {namespace: $namespace, episode: $episode}) RETURN m.title AS title, [(m)-[:NEXT]->(n) | n.title] AS next`,
    { namespace, episode },
  );
  const after = new Map(links.map(({ title, next }) => [title, next]));
  const seconds = new Set(links.flatMap(({ next }) => next));
  const starts = links.filter(({ title }) => !seconds.has(title));
  expect([starts.length, Math.max(...links.map(({ next }) => next.length))]).toEqual([1, 1]);
  const found: string[] = [];
  for (let title = starts[0]?.title; title !== undefined; title = after.get(title)?.[0]) found.push(title);
  return found;
}

describe('with an idempotency key', () => {
  test('the same rows are stored once, and answered alike', async () => {
    const inputs = rows(20, (index) => ({ title: `once ${index}` }));
    const first = await storeMany(inputs, 'rows once');
    expect(first['storedCount']).toBe(20);
    expect(await storeMany(inputs, 'rows once')).toEqual(first);
  });

  test('other rows are refused', async () => {
    await storeMany(
      rows(2, (index) => ({ title: `other ${index}` })),
      'rows other',
    );
    const before = await fingerprint(home);
    expect(
      await ann.refusal(STORE_MANY, { inputs: rows(3, (index) => ({ title: `other ${index}` })), key: 'rows other' }),
    ).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await fingerprint(home)).toBe(before);
  });

  test('of 255 characters all rows are stored, 256 are refused', async () => {
    expect(
      await storeMany(
        rows(2, (index) => ({ title: `long key ${index}` })),
        'k'.repeat(255),
      ),
    ).toMatchObject({ storedCount: 2 });
    expect(await ann.refusal(STORE_MANY, { inputs: rows(1), key: 'k'.repeat(256) })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'idempotencyKey' },
    });
  });

  test('a single store with a key that looks like a row of it is another thing', async () => {
    await storeMany(
      rows(1, () => ({ title: 'row key' })),
      'row key',
    );
    await expect(store(ann, { title: 'row key 2', namespace: home })).resolves.toBeDefined();
    const answer = await ann.send(
      `mutation { storeMemory(input: { title: "row key 3", content: "x", namespace: "${home}" }, idempotencyKey: "row key#0") { memory { title } } }`,
    );
    expect(answer.errors).toBeUndefined();
  });
});
