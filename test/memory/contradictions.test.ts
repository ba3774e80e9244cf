import { expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, store, type Row } from '../support/memories.ts';

const home = freshNamespace('contradictions');
const ann = caller({ agentId: 'ann', namespace: home });
const bob = caller({ agentId: 'bob', namespace: home });

const STORE = `mutation ($input: StoreMemoryInput!) {
  storeMemory(input: $input) { memory { id } potentialContradictions { t: title relatedTo(limit: 1) { id } } }
}`;
const contradictions = async (input: Record<string, unknown>, client = ann): Promise<string[]> => {
  const { storeMemory } = await client.run<{ storeMemory: Row }>(STORE, {
    input: { content: 'x', namespace: home, ...input },
  });
  return storeMemory['potentialContradictions'].map(({ t }: Row) => t as string).sort();
};

test('memories of the namespace with a title that is alike are named, at most five, hidden ones never', async () => {
  const put = (title: string, more = {}, client = ann) =>
    store(client, { title, namespace: home, scope: 'COLLECTIVE', ...more });
  await put('the deploy runs on Friday');
  await put('lunch is at noon');
  await put('deploy runs on Sunday', { namespace: `${home}/below` });
  await put('deploy runs on Tuesday', { scope: 'PRIVATE' }, bob);
  expect(await contradictions({ title: 'the deploy runs on Monday' })).toEqual(['the deploy runs on Friday']);
  expect(await contradictions({ title: 'deploy runs on Wednesday' }, bob)).toEqual([
    'deploy runs on Tuesday',
    'the deploy runs on Friday',
  ]);
  expect(await contradictions({ title: 'deploy runs on Saturday', detectConflicts: false })).toEqual([]);
  expect(await contradictions({ title: 'of the' })).toEqual([]);
  for (let day = 1; day <= 6; day++) await put(`backup runs nightly ${day}`);
  expect(await contradictions({ title: 'backup runs nightly' })).toHaveLength(5);
});
