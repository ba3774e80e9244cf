import { describe, expect, test } from '@jest/globals';
import { freshNamespace, type HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { memory, setPolicy, speaking, STORE, store } from './governed.ts';

// What a policy has wait is carried out by the approval, once.

const APPROVE = 'mutation ($id: ID!) { approvePendingAction(id: $id) { pending { status } memory { id agentId } } }';
const FORGET =
  'mutation ($input: ForgetInput!) { forgetMemories(input: $input) { count skippedCount dryRun archivedIds pending { id action namespace } } }';
const carol = speaking({ agentId: 'carol', roles: 'approver' });
const ann = speaking({ agentId: 'ann' });

async function waits(client: HttpClient, namespace: string): Promise<string> {
  const { storeMemory } = await client.run<{ storeMemory: { pending: { id: string } } }>(STORE, {
    input: memory(namespace),
  });
  return storeMemory.pending.id;
}

describe('what waits by a policy', () => {
  test('is done when it is approved, as who asked, and told with the action', async () => {
    const namespace = freshNamespace('approval');
    await setPolicy(namespace, { write: 'APPROVE' });
    const id = await waits(ann, namespace);
    expect(await carol.run(APPROVE, { id })).toMatchObject({
      approvePendingAction: { pending: { status: 'APPROVED' }, memory: { agentId: 'ann' } },
    });
    const told = await askGraph<{ payload: string }>(
      `MATCH (e:OutboxEvent {type: 'POST_GOVERNANCE_DECISION'}) WHERE e.namespace = $namespace
       RETURN e.payload AS payload ORDER BY e.seq`,
      { namespace },
    );
    expect(told.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { outcome: 'ASK', level: 'APPROVE', pendingId: id, agentId: 'ann' },
      { outcome: 'ALLOW', level: 'APPROVE', pendingId: id, agentId: 'ann' },
    ]);
  });

  test('is judged anew by all but the approval', async () => {
    const namespace = freshNamespace('approval');
    await setPolicy(namespace, { write: 'APPROVE' });
    const id = await waits(ann, namespace);
    await setPolicy(namespace, { write: 'REGISTERED' });
    const before = await fingerprint(namespace);
    expect(await carol.refusal(APPROVE, { id })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { agentId: 'ann', deniedLevel: 'REGISTERED' },
    });
    expect(await fingerprint(namespace)).toBe(before);
  });

  test("may be an admin's: somebody else approves it", async () => {
    const namespace = freshNamespace('approval');
    await setPolicy(namespace, { write: 'APPROVE' });
    expect(await carol.run(APPROVE, { id: await waits(speaking(), namespace) })).toMatchObject({
      approvePendingAction: { memory: { agentId: 'local' } },
    });
  });
});

describe('forgetMemories', () => {
  test('waits as a whole where deleting needs approval; a dry run does not', async () => {
    const namespace = freshNamespace('approval');
    const ids = [await store(ann, namespace), await store(ann, namespace)];
    await setPolicy(namespace, { delete: 'APPROVE' });
    const dry = await ann.run<{ forgetMemories: { archivedIds: string[] } }>(FORGET, {
      input: { namespace, dryRun: true },
    });
    expect(dry.forgetMemories).toMatchObject({ count: 2, pending: null });
    expect(dry.forgetMemories.archivedIds.toSorted()).toEqual(ids.toSorted());
    const { forgetMemories } = await ann.run<{ forgetMemories: { pending: { id: string } } }>(FORGET, {
      input: { namespace },
    });
    expect(forgetMemories).toMatchObject({ count: 0, archivedIds: null, pending: { action: 'DELETE', namespace } });
    await carol.run(APPROVE, { id: forgetMemories.pending.id });
    const left = await askGraph('MATCH (m:Memory {namespace: $namespace}) RETURN m.id AS id', { namespace });
    expect(left).toEqual([]);
  });

  test('leaves what it may not delete', async () => {
    const namespace = freshNamespace('approval');
    await store(ann, `${namespace}/kept`);
    await store(ann, `${namespace}/gone`);
    await setPolicy(`${namespace}/kept`, { delete: 'REGISTERED' });
    const { forgetMemories } = await ann.run<{ forgetMemories: object }>(FORGET, { input: { namespace } });
    expect(forgetMemories).toMatchObject({ count: 1, skippedCount: 1, pending: null });
  });
});
