import { describe, expect, test } from '@jest/globals';
import type { Principal } from '../../src/agent/principal.ts';
import { ReadEvents, type ReadEvent } from '../../src/event/readEvents.ts';
import { subscribeReads } from '../../src/event/subscribeReads.ts';
import { agent, take } from './outbox.ts';

function recall(recallId: string, actor: string, namespace = 'acme'): ReadEvent {
  return {
    type: 'POST_RECALL',
    recallId,
    actor,
    namespace,
    at: '2026-01-01T00:00:00.000Z',
    query: 'why',
    memoryIds: [],
    tokensUsed: 0,
  };
}

async function heardBy(
  principal: Principal,
  namespace: string | null,
  published: readonly ReadEvent[],
): Promise<unknown[]> {
  const reads = new ReadEvents();
  const events = subscribeReads(reads, { principal, type: 'POST_RECALL', namespace });
  const first = events.next();
  published.forEach((event) => reads.publish(event));
  reads.publish(recall('end', principal.agentId, namespace ?? 'acme'));
  const heard: unknown[] = [];
  for (let next = await first; next.value?.['recallId'] !== 'end'; next = await events.next())
    heard.push(next.value?.['recallId']);
  await events.return?.();
  return heard;
}

describe('recalls are heard', () => {
  const search: ReadEvent = {
    type: 'POST_SEARCH',
    actor: 'me',
    namespace: 'acme',
    at: '2026-01-01T00:00:00.000Z',
    query: 'x',
    memoryIds: [],
  };
  const published = [
    recall('mine', 'me'),
    recall('yours', 'you'),
    search,
    recall('below', 'me', 'acme/eng'),
    recall('everywhere', 'me', ''),
  ];

  test.each([
    ['by the agent that asked', agent('me'), null, ['mine', 'below', 'everywhere']],
    ['by no other agent', agent('them'), null, []],
    ['all, by an admin', agent('root', 'global', ['admin']), null, ['mine', 'yours', 'below', 'everywhere']],
    ['in the subtree asked for', agent('me'), 'acme/eng', ['below']],
    ['those without a namespace only by who asked for none', agent('me'), 'acme', ['mine', 'below']],
  ])('%s', async (_, principal, namespace, heard) => {
    expect(await heardBy(principal, namespace, published)).toEqual(heard);
  });
});

describe('a subscription to reads', () => {
  test('hears nothing of before its first pull', async () => {
    const reads = new ReadEvents();
    const events = subscribeReads(reads, { principal: agent('me'), type: 'POST_RECALL' });
    reads.publish(recall('before', 'me'));
    const next = events.next();
    reads.publish(recall('after', 'me'));
    expect((await next).value).toMatchObject({ recallId: 'after', cursor: '' });
  });

  test('keeps the newest thousand for a consumer that is too slow', async () => {
    const reads = new ReadEvents();
    const events = subscribeReads(reads, { principal: agent('me'), type: 'POST_RECALL' });
    const first = events.next();
    for (let count = 0; count < 1_500; count += 1) reads.publish(recall(`r${count}`, 'me'));
    const heard = [(await first).value!, ...(await take(events, 999))].map((event) => event['recallId']);
    expect(heard).toEqual(Array.from({ length: 1_000 }, (_, place) => `r${500 + place}`));
  });

  test('ends on return and when the server stops', async () => {
    const reads = new ReadEvents();
    const [returned, closed] = [0, 1].map(() => subscribeReads(reads, { principal: agent('me'), type: 'POST_RECALL' }));
    const waiting = [returned!.next(), closed!.next()];
    await returned!.return?.();
    reads.close();
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });
});
