import { expect, test } from '@jest/globals';
import { FORGET } from '../support/archive.ts';
import type { Row } from '../support/memories.ts';
import { ASK, DENY, at, client, countIn, file, on, store, withHooks } from './hookedServer.ts';

withHooks(
  [
    on('pre_archive', 'told', ['record', 'told']),
    on('post_delete', 'told', ['record', 'left']),
    on('pre_archive', 'mixed/kept', ['answer', DENY], { id: 'mixed.kept' }),
    on('pre_archive', 'asked', ['answer', ASK]),
  ],
  { alone: true },
);

const forget = async (name: string, more: Record<string, unknown> = {}, key?: string) =>
  (await client.run<{ forgetMemories: Row }>(FORGET, { input: { namespace: at(name), ...more }, key })).forgetMemories;

test('pre_archive hears of each memory before, post_delete after; a dry run asks nobody', async () => {
  const ids = [await store('told', { title: 'one' }), await store('told', { title: 'two', namespace: at('told') })];
  expect(await forget('told', { dryRun: true })).toMatchObject({ count: 2 });
  expect(file.lines('told')).toEqual([]);
  await forget('told');
  const lines = await file.until('told', 2);
  expect(lines.map(({ event, payload }) => [event, payload['id']]).sort()).toEqual(
    ids.map((id) => ['pre_archive', id]).sort(),
  );
  const left = await file.until('left', 2);
  expect(left.map(({ payload }) => payload).sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))).toEqual(
    ids.sort().map((id) => ({ id })),
  );
});

test('a denial leaves that memory and counts it', async () => {
  const gone = await store('mixed', { title: 'gone' });
  await store('mixed', { title: 'kept', namespace: at('mixed/kept') });
  expect(await forget('mixed')).toMatchObject({ archivedIds: [gone], count: 1, skippedCount: 1, pending: null });
  expect([await countIn('mixed'), await countIn('mixed/kept')]).toEqual([0, 1]);
});

test('a question holds up the whole, also under a key', async () => {
  await store('asked', { title: 'one' });
  await store('asked', { title: 'two' });
  const first = await forget('asked', {}, 'asked');
  expect(first).toMatchObject({
    archivedIds: null,
    count: 0,
    pending: { action: 'DELETE', namespace: at('asked'), reason: 'Really?' },
  });
  expect(await forget('asked', {}, 'asked')).toEqual(first);
  expect(await countIn('asked')).toBe(2);
});
