import { expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, DELETE, store, storeDocument, type Row } from '../support/memories.ts';

const home = freshNamespace('persona');
const ann = caller({ agentId: 'ann', namespace: home });

let made = 0;
async function persona(more: Record<string, unknown> = {}): Promise<Row> {
  made += 1;
  const input = { title: `persona ${made}`, namespace: home, kind: 'PERSONA', entityId: 'ada', ...more };
  return await store(ann, input, 'id personaVersion');
}
const version = async (more?: Record<string, unknown>) => (await persona(more))['personaVersion'] as number | null;

test('personas are numbered for each entity and namespace', async () => {
  expect([await version(), await version()]).toEqual([1, 2]);
  expect(await version({ entityId: 'bea' })).toBe(1);
  expect(await version({ namespace: `${home}/below` })).toBe(1);
  expect(await version()).toBe(3);
});

test.each<[string, Record<string, unknown>]>([
  ['no persona', { kind: 'OBSERVATION' }],
  ['a persona of nobody', { entityId: null }],
])('%s has no number', async (_, more) => {
  expect(await version({ namespace: `${home}/none`, ...more })).toBeNull();
});

test('a number is never given again, and none is lost to a refusal', async () => {
  const namespace = `${home}/again`;
  const { id } = await persona({ namespace, title: 'taken' });
  await ann.refusal(storeDocument(), {
    input: { namespace, title: 'taken', content: 'c', kind: 'PERSONA', entityId: 'ada' },
  });
  expect(await version({ namespace })).toBe(2);
  await ann.run(DELETE, { id });
  expect(await version({ namespace })).toBe(3);
});

test('numbers go on above what was brought in from elsewhere', async () => {
  const namespace = `${home}/imported`;
  const { id } = await persona({ namespace });
  await askGraph('MATCH (m:Memory {id: $id}) SET m.personaVersion = 41', { id });
  expect(await version({ namespace })).toBe(42);
});

test('a clone in a namespace above is numbered there', async () => {
  const below = `${home}/clone/below`;
  await persona({ namespace: below });
  const { id } = await persona({ namespace: below });
  const { promoteMemory } = await ann.run<{ promoteMemory: Row }>(
    'mutation ($id: ID!, $to: String) { promoteMemory(id: $id, toNamespace: $to) { memory { entityId personaVersion } } }',
    { id, to: `${home}/clone` },
  );
  expect(promoteMemory['memory']).toEqual({ entityId: 'ada', personaVersion: 1 });
  expect(await version({ namespace: `${home}/clone` })).toBe(2);
});

test('ten stored at once have ten numbers', async () => {
  const namespace = `${home}/race`;
  const numbers = await Promise.all(Array.from({ length: 10 }, () => version({ namespace })));
  expect(numbers.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
});
