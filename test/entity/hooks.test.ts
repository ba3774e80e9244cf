import { expect, test } from '@jest/globals';
import { answer } from '../pipeline/hookFile.ts';
import { ASK, at, client, countIn, denial, DENY, on, change, withHooks } from '../pipeline/hookedServer.ts';

const REGISTER = `mutation ($input: RegisterEntityInput!) { registerEntity(input: $input) {
  created aliases pending { action namespace } memory { title content tags memoryKind } } }`;

withHooks([
  on('pre_store', 'deny', ['answer', DENY]),
  on('pre_store', 'ask', ['answer', ASK]),
  on('pre_store', 'change', ['answer', change({ title: 'Ada Lovelace', tags: ['person'], memory_kind: 'claim' })]),
  on('pre_store', 'allow', ['answer', answer({ action: 'allow' })]),
]);

const register = (name: string) => ({
  input: { canonicalName: 'Ada', aliases: ['Countess'], namespace: at(name), scope: 'COLLECTIVE' },
});

test('a pre_store hook may refuse an entity', async () => {
  expect(await client.refusal(REGISTER, register('deny'))).toMatchObject(denial('deny', 'pre_store'));
  expect(await countIn('deny')).toBe(0);
});

test('a pre_store hook may ask for approval', async () => {
  expect(await client.run(REGISTER, register('ask'))).toEqual({
    registerEntity: { created: false, aliases: [], memory: null, pending: { action: 'STORE', namespace: at('ask') } },
  });
  expect(await countIn('ask')).toBe(0);
});

test.each([
  ['change', { title: 'Ada Lovelace', tags: ['person'] }],
  ['allow', { title: 'Ada', tags: ['entity'] }],
])('a pre_store hook may %s an entity, which stays one', async (name, memory) => {
  expect(await client.run(REGISTER, register(name))).toMatchObject({
    registerEntity: {
      ...{ created: true, aliases: ['Countess'], pending: null },
      memory: { ...memory, memoryKind: 'ENTITY', content: `${memory.title}\nAlso known as: Countess` },
    },
  });
});
