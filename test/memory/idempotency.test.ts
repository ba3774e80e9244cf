import { describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, LINK, REFLECT, store, storeDocument, UPDATE, type Row } from '../support/memories.ts';

const home = freshNamespace('idempotency');
const ann = caller({ agentId: `ann-${home}`, namespace: home });
const bob = caller({ agentId: `bob-${home}`, namespace: home });
const STORE = storeDocument('id title content version');

/** Every mutation of one input, and another input for the same key. */
async function mutations(name: string) {
  const [a, b] = await Promise.all(['a', 'b'].map((end) => store(ann, { title: `${name} ${end}`, namespace: home })));
  const [source, target] = [a!['id'], b!['id']];
  return {
    storeMemory: [
      STORE,
      { input: { title: name, content: 'x', namespace: home } },
      { input: { title: name, content: 'y', namespace: home } },
    ],
    updateMemory: [
      UPDATE('id content version'),
      { id: source, input: { content: 'x' } },
      { id: source, input: { content: 'y' } },
    ],
    deleteMemory: [DELETE, { id: target }, { id: source }],
    linkMemories: [
      LINK,
      { input: { sourceId: source, targetId: target } },
      { input: { sourceId: target, targetId: source } },
    ],
    reflect: [
      REFLECT(),
      { input: { sourceIds: [source], title: `r ${name}`, content: 'x' } },
      { input: { sourceIds: [source], title: `r ${name}`, content: 'y' } },
    ],
  } as Record<string, [string, Record<string, unknown>, Record<string, unknown>]>;
}

describe.each(['storeMemory', 'updateMemory', 'deleteMemory', 'linkMemories', 'reflect'])('%s with a key', (name) => {
  test('is done once and answers alike, also at once', async () => {
    const [document, input] = (await mutations(`${name} once`))[name]!;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ann.run<Row>(document, { ...input, key: `${name} once` })),
    );
    const after = await fingerprint(home);
    answers.push(await ann.run(document, { ...input, key: `${name} once` }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await fingerprint(home)).toBe(after);
  });

  test('and another input is refused, and changes nothing', async () => {
    const [document, input, other] = (await mutations(`${name} other`))[name]!;
    await ann.run(document, { ...input, key: `${name} other` });
    const before = await fingerprint(home);
    expect(await ann.refusal(document, { ...other, key: `${name} other` })).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await fingerprint(home)).toBe(before);
  });
});

test('the answer stays the same when the memory is gone by now', async () => {
  const input = { title: 'gone later', content: 'x', namespace: home };
  const first = await ann.run<{ storeMemory: Row }>(STORE, { input, key: 'gone later' });
  await ann.run(DELETE, { id: first.storeMemory['memory'].id });
  expect(await ann.run(STORE, { input, key: 'gone later' })).toEqual(first);
  expect(
    await askGraph('MATCH (m:MemoryRecord {namespace: $home, title: $title}) RETURN count(m) AS count', {
      home,
      title: 'gone later',
    }),
  ).toEqual([{ count: 1 }]);
});

test('a key belongs to its agent', async () => {
  const input = { title: 'same key', content: 'x', namespace: home };
  const [anns, bobs] = await Promise.all(
    [ann, bob].map((client) => client.run<{ storeMemory: Row }>(STORE, { input, key: 'shared' })),
  );
  expect(anns?.storeMemory['memory'].id).not.toBe(bobs?.storeMemory['memory'].id);
});

test('a refusal does not use a key up', async () => {
  await store(ann, { title: 'in the way', namespace: home });
  const document = storeDocument();
  expect(
    (await ann.refusal(document, { input: { title: 'in the way', content: 'x', namespace: home }, key: 'retry' })).code,
  ).toBe('CONFLICT');
  await expect(
    ann.run(document, { input: { title: 'not in the way', content: 'x', namespace: home }, key: 'retry' }),
  ).resolves.toBeDefined();
});

test.each([
  ['', 'empty'],
  ['k'.repeat(256), 'too long'],
])('a key that is %j is refused: %s', async (key) => {
  const refusal = await ann.refusal(STORE, { input: { title: 'k', content: 'x', namespace: home }, key });
  expect(refusal).toMatchObject({
    code: 'BAD_USER_INPUT',
    details: { field: 'idempotencyKey', bound: '1 to 255 characters' },
  });
});
