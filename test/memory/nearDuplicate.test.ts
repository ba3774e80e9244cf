import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { fingerprint } from '../support/graph.ts';
import { caller, DELETE, storeDocument, update, type Row } from '../support/memories.ts';

const home = freshNamespace('near');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });
const STORE = storeDocument('id title version');
const TEXT = 'The service is deployed to production every Friday at noon by the release team.';
const NEAR = 'The service is deployed to production every Friday at noon by release team.';
const FAR = 'Lunch is served in the canteen on the second floor.';

let places = 0;
/** A namespace of its own for each case. */
const place = () => `${home}/${(places += 1)}`;
const put = async (client: typeof ann, input: Row): Promise<Row> =>
  (await client.run<{ storeMemory: Row }>(STORE, { input })).storeMemory;
const storeMany = async (inputs: readonly Row[]): Promise<Row[]> =>
  (
    await ann.run<{ storeMemories: Row }>(
      `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) {
        results { created memory { id title } error { code details } } } }`,
      { inputs },
    )
  ).storeMemories['results'];

test('what says nearly the same is refused with the id, and nothing is written', async () => {
  const namespace = place();
  const { memory } = await put(ann, { title: 'deploy', content: TEXT, namespace });
  const before = await fingerprint(namespace);
  const { code, details } = await ann.refusal(STORE, { input: { title: 'the deploy', content: NEAR, namespace } });
  expect([code, details]).toEqual([
    'CONFLICT',
    {
      reason: 'NEAR_DUPLICATE',
      existingId: memory.id,
      similarity: expect.any(Number),
      tokenOverlap: expect.any(Number),
    },
  ]);
  expect(details?.['similarity']).toBeGreaterThanOrEqual(0.95);
  expect(details?.['similarity']).toBeLessThanOrEqual(1);
  expect(details?.['tokenOverlap']).toBeCloseTo(1, 5);
  expect(await fingerprint(namespace)).toBe(before);
});

describe('is stored beside it', () => {
  test.each<[string, Row, Row]>([
    ['with force', {}, { title: 'the deploy', content: NEAR, force: true }],
    ['in another namespace', {}, { title: 'the deploy', content: NEAR, namespace: `${home}/other` }],
    ['the same text word for word, under another title', {}, { title: 'the deploy', content: TEXT }],
    ['what says something else', {}, { title: 'lunch', content: FAR }],
    ['another version of its title', {}, { title: 'deploy', content: NEAR, onConflict: 'VERSION' }],
    [
      'what is near to a memory that the caller may not read',
      { scope: 'PRIVATE' },
      { title: 'the deploy', content: NEAR },
    ],
  ])('%s', async (_, held, input) => {
    const namespace = place();
    const shared = { namespace, scope: 'COLLECTIVE' };
    await put(bob, { title: 'deploy', content: TEXT, ...shared, ...held });
    expect(await put(ann, { ...shared, ...input })).toMatchObject({ created: true });
  });

  test('what is near to a memory that is gone', async () => {
    const namespace = place();
    const { memory } = await put(ann, { title: 'deploy', content: TEXT, namespace });
    await ann.run(DELETE, { id: memory.id });
    await put(ann, { title: 'deploy 2', content: TEXT, namespace, ttlSecs: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await put(ann, { title: 'the deploy', content: NEAR, namespace })).toMatchObject({ created: true });
  });
});

describe('onConflict', () => {
  test('ERROR says that the title is taken before it says that the text is near', async () => {
    const namespace = place();
    await put(ann, { title: 'deploy', content: TEXT, namespace });
    await put(ann, { title: 'lunch', content: FAR, namespace });
    for (const title of ['deploy', 'lunch'])
      expect(await ann.refusal(STORE, { input: { title, content: NEAR, namespace } })).toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'TITLE_TAKEN' },
      });
  });

  test('MERGE goes into the holder, however near; a new row is held to the rule', async () => {
    const namespace = place();
    const { memory } = await put(ann, { title: 'deploy', content: TEXT, namespace });
    const merge = { content: NEAR, namespace, onConflict: 'MERGE' };
    expect(await put(ann, { title: 'deploy', ...merge })).toMatchObject({ created: false, memory: { id: memory.id } });
    expect(await ann.refusal(STORE, { input: { title: 'the deploy', ...merge, content: TEXT } })).toMatchObject({
      details: { reason: 'NEAR_DUPLICATE', existingId: memory.id },
    });
  });

  test('VERSION is held to the rule for other titles', async () => {
    const namespace = place();
    await put(ann, { title: 'deploy', content: TEXT, namespace });
    const input = { title: 'the deploy', content: NEAR, namespace, onConflict: 'VERSION' };
    expect(await ann.refusal(STORE, { input })).toMatchObject({ details: { reason: 'NEAR_DUPLICATE' } });
  });
});

test('an update may say nearly the same', async () => {
  const namespace = place();
  await put(ann, { title: 'deploy', content: TEXT, namespace });
  const { memory } = await put(ann, { title: 'lunch', content: FAR, namespace });
  expect(await update(ann, memory.id, { title: 'the deploy', content: NEAR })).toMatchObject({ version: 2 });
});

describe('rows of one call', () => {
  const near = (index: number) => `${NEAR}${' '.repeat(index)}`;

  test('meet each other: the first is stored, the others are refused with its id', async () => {
    const namespace = place();
    const rows = await storeMany(
      Array.from({ length: 12 }, (_, index) => ({ title: `deploy ${index}`, content: near(index), namespace })),
    );
    expect(rows[0]).toMatchObject({ created: true, error: null });
    for (const { created, error } of rows.slice(1)) {
      expect([created, error?.code]).toEqual([false, 'CONFLICT']);
      expect(error.details).toMatchObject({ reason: 'NEAR_DUPLICATE', existingId: rows[0]?.['memory'].id });
    }
  });

  test('do not stand in the way of others when they fail themselves', async () => {
    const namespace = place();
    const rows = await storeMany([
      { title: 'deploy 0', content: near(0), namespace, follows: 'nothing' },
      { title: 'deploy 1', content: near(1), namespace },
      { title: 'deploy 2', content: near(2), namespace },
    ]);
    expect(rows.map(({ error }) => error?.code ?? null)).toEqual(['NOT_FOUND', null, 'CONFLICT']);
    expect(rows[2]?.['error'].details.existingId).toBe(rows[1]?.['memory'].id);
  });

  test('merge where their titles are one', async () => {
    const namespace = place();
    const rows = await storeMany(
      Array.from({ length: 4 }, (_, index) => ({
        title: 'deploy',
        content: near(index),
        namespace,
        onConflict: 'MERGE',
      })),
    );
    expect(rows.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(rows.filter(({ created }) => created)).toHaveLength(1);
  });
});
