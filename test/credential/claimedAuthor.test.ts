import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { caller, store } from '../support/memories.ts';
import { refusedUnchanged } from '../support/refusedUnchanged.ts';

const home = freshNamespace('author');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });
const admin = caller();
const metadata = { agent_id: `bob-${home}` };

const STORE = 'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }';
const REGISTER = 'mutation ($input: RegisterEntityInput!) { registerEntity(input: $input) { memory { id } } }';
const REFLECT = 'mutation ($input: ReflectInput!) { reflect(input: $input) { memory { id } } }';
const UPDATE =
  'mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { memory { id } } }';
const MANY =
  'mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { results { memory { id } error { code } } } }';

const plain = (title: string) => ({ title, content: title, namespace: home, scope: 'COLLECTIVE', force: true });

describe('metadata.agent_id that names another agent is refused', () => {
  test.each([
    ['storeMemory', ann],
    ['storeMemory by an admin', admin],
  ])('by %s', async (_, client) => {
    const refusal = await refusedUnchanged(home, client, STORE, { input: { ...plain('stored'), metadata } });
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', details: { field: 'metadata.agent_id' } });
  });

  test('by storeMemories, row by row', async () => {
    const inputs = [{ ...plain('row 1'), metadata }, plain('row 2')];
    const { storeMemories } = await ann.run<{ storeMemories: { results: unknown[] } }>(MANY, { inputs });
    expect(storeMemories.results).toMatchObject([
      { memory: null, error: { code: 'FORBIDDEN' } },
      { memory: { id: expect.any(String) }, error: null },
    ]);
  });

  test('by updateMemory, reflect and registerEntity', async () => {
    const { id } = await store(ann, plain('of ann'));
    const cases: [string, Record<string, unknown>][] = [
      [UPDATE, { id, input: { metadata } }],
      [REFLECT, { input: { sourceIds: [id], title: 'r', content: 'r', metadata } }],
      [REGISTER, { input: { canonicalName: 'e', namespace: home, metadata } }],
    ];
    for (const [document, variables] of cases)
      expect((await refusedUnchanged(home, ann, document, variables)).code).toBe('FORBIDDEN');
  });

  test('on a row of another, also by one that names itself; a merge is an update of it', async () => {
    const { id, title } = await store(ann, plain('a row of ann'), 'id title');
    const merge = { ...plain(title as string), onConflict: 'MERGE' };
    for (const [document, variables] of [
      [UPDATE, { id, input: { metadata } }],
      [STORE, { input: { ...merge, metadata } }],
    ] as const)
      expect(await refusedUnchanged(home, bob, document, variables)).toMatchObject({
        code: 'FORBIDDEN',
        details: { field: 'metadata.agent_id', agentId: `ann-${home}` },
      });
    await bob.run(STORE, { input: { ...merge, metadata: { agent_id: `ann-${home}` } } });
  });

  test.each([5, null, true, ['a'], { of: 'a' }])('what is no text: %j', async (agent_id) => {
    const { id } = await store(ann, plain(`no text ${JSON.stringify(agent_id)}`));
    for (const [document, variables] of [
      [STORE, { input: { ...plain('new'), metadata: { agent_id } } }],
      [UPDATE, { id, input: { metadata: { agent_id } } }],
    ] as const)
      expect(await refusedUnchanged(home, ann, document, variables)).toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { field: 'metadata.agent_id' },
      });
  });

  test('what names the author is taken, and makes nobody another author', async () => {
    const own = { agent_id: `ann-${home}`, more: 1 };
    const { id, agentId } = await store(ann, { ...plain('own'), metadata: own }, 'id agentId');
    expect(agentId).toBe(`ann-${home}`);
    const { updateMemory } = await bob.run<{ updateMemory: { memory: { agentId: string } } }>(
      'mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { memory { agentId } } }',
      { id, input: { metadata: own } },
    );
    expect(updateMemory.memory.agentId).toBe(`ann-${home}`);
  });
});
