import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, recall, search, store, type Row } from '../support/memories.ts';

const home = freshNamespace('touch');
const ann = caller({ agentId: 'ann', namespace: home });
const FIELDS = 'id accessCount lastAccessedAt tier expiresAt priority version updatedAt';

const read = async (id: string): Promise<Row> =>
  (await ann.run<Row>(`query ($id: ID!) { memory(id: $id) { ${FIELDS} } }`, { id }))['memory'];

/** Touches are written shortly after the recall. */
async function until(id: string, holds: (memory: Row) => boolean): Promise<Row> {
  for (let left = 100; ; left--) {
    const memory = await read(id);
    if (holds(memory)) return memory;
    if (left === 0) throw new Error(`still ${JSON.stringify(memory)}`);
    await sleep(50);
  }
}

let made = 0;
async function one(
  more: Record<string, unknown> = {},
): Promise<{ memory: Row; ask: (more?: Record<string, unknown>) => Promise<Row> }> {
  made += 1;
  const namespace = `${home}/t${made}`;
  const memory = await store(ann, { title: 'quokka', namespace, ...more }, FIELDS);
  return {
    memory,
    ask: (input = {}) => recall(ann, { query: 'quokka', namespace, mode: 'KEYWORD', ...input }, FIELDS),
  };
}

describe('a recall', () => {
  test('counts what it returned, and answers with what was before', async () => {
    const { memory, ask } = await one();
    expect((await ask())['hits'][0].memory).toEqual(memory);
    const touched = await until(memory['id'], ({ accessCount }) => accessCount === 1);
    expect(touched).toEqual({ ...memory, accessCount: 1, lastAccessedAt: expect.any(String) });
  });

  test('with touch: false counts nothing, nor does a search or a read', async () => {
    const { memory, ask } = await one();
    await ask({ touch: false });
    await search(ann, { query: 'quokka', namespace: home });
    await sleep(600);
    expect(await read(memory['id'])).toEqual(memory);
  });

  test('counts only what fits its budget', async () => {
    const { memory, ask } = await one();
    await ask({ budgetTokens: 0 });
    await sleep(600);
    expect((await read(memory['id']))['accessCount']).toBe(0);
  });

  test('of a memory that was deleted meanwhile changes nothing', async () => {
    const { memory, ask } = await one();
    await ask();
    await ann.run(DELETE, { id: memory['id'] });
    await sleep(600);
    expect(
      await askGraph('MATCH (m:ArchivedMemory {id: $id}) RETURN m.accessCount < 2 AS kept', { id: memory['id'] }),
    ).toEqual([{ kept: true }]);
  });
});

test('the fifth access makes MID LONG, once, with its event; the text index follows', async () => {
  const { memory, ask } = await one();
  for (let access = 1; access <= 4; access++) await ask();
  expect(await until(memory['id'], ({ accessCount }) => accessCount === 4)).toMatchObject({ tier: 'MID', version: 1 });
  await ask();
  const promoted = await until(memory['id'], ({ tier }) => tier === 'LONG');
  expect(promoted).toMatchObject({ accessCount: 5, expiresAt: null, version: 2 });
  await ask();
  await until(memory['id'], ({ accessCount }) => accessCount === 6);
  const events = await askGraph<{ payload: string }>(
    `MATCH (e:OutboxEvent {type: 'POST_PROMOTE'}) WHERE $id IN e.memoryIds RETURN e.payload AS payload, e.actor AS actor`,
    { id: memory['id'] },
  );
  expect(events).toEqual([{ payload: expect.stringContaining('"toTier":"LONG"'), actor: 'ann' }]);
  expect((await ask({ tier: 'LONG', touch: false }))['hits']).toHaveLength(1);
  expect((await ask({ tier: 'MID', touch: false }))['hits']).toHaveLength(0);
});

test.each([
  ['SHORT', 3_600_000],
  ['MID', 86_400_000],
])('a touch leaves %s at least its extension to live', async (tier, extension) => {
  const { memory, ask } = await one({ tier, ttlSecs: 60 });
  await ask();
  const { expiresAt, version } = await until(memory['id'], ({ accessCount }) => accessCount === 1);
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(extension);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(extension * 1.3);
  expect(version).toBe(1);
});

test('a touch never shortens a life', async () => {
  const { memory, ask } = await one({ expiresAt: '2999-01-01T00:00:00Z' });
  await ask();
  expect((await until(memory['id'], ({ accessCount }) => accessCount === 1))['expiresAt']).toBe(
    '2999-01-01T00:00:00.000Z',
  );
});

test('every tenth access raises the priority by one', async () => {
  const { memory, ask } = await one({ tier: 'LONG' });
  await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(await until(memory['id'], ({ accessCount }) => accessCount === 10)).toMatchObject({ priority: 6, version: 1 });
});
