import { describe, expect, test } from '@jest/globals';
import { freshNamespace, type HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { memory, setPolicy, speaking, STORE, store } from './governed.ts';

// An approval is worth what the approver may decide, and no more.

const APPROVE = `mutation ($id: ID!) { approvePendingAction(id: $id) {
  pending { id status namespace votesNeeded approver { kind agentId count } } memory { id title content } } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateMemoryInput!, $key: String) {
  updateMemory(id: $id, input: $input, idempotencyKey: $key) { pending { id } memory { id namespace } } }`;

const root = freshNamespace('approvers');
const ann = speaking({ agentId: 'ann', namespace: `${root}/desk` });
const dan = speaking({ agentId: 'dan', namespace: 'elsewhere' });
const byDan = { agent: 'dan' };

async function waits(client: HttpClient, id: string, input: object, key?: string): Promise<string> {
  const { updateMemory } = await client.run<{ updateMemory: { pending: { id: string } | null } }>(UPDATE, {
    id,
    input,
    key,
  });
  return updateMemory.pending?.id ?? 'did not wait';
}
const approve = async (client: HttpClient, id: string) =>
  (await client.run<{ approvePendingAction: { pending: object; memory: object | null } }>(APPROVE, { id }))
    .approvePendingAction;
const placeOf = async (id: string) =>
  (
    await askGraph<{ namespace: string; title: string }>(
      'MATCH (m:Memory {id: $id}) RETURN m.namespace AS namespace, m.title AS title',
      { id },
    )
  )[0];

test('who approves does not see what it may not read', async () => {
  const namespace = `${root}/private`;
  const id = await store(ann, namespace, { scope: 'PRIVATE' });
  await setPolicy(namespace, { update: 'APPROVE', approver: byDan });
  const answer = await approve(dan, await waits(ann, id, { title: 'Approved unseen' }));
  expect(answer).toMatchObject({ pending: { status: 'APPROVED' }, memory: null });
  expect(await placeOf(id)).toMatchObject({ title: 'Approved unseen' });
});

describe('what is left to somebody else too waits on for them', () => {
  test('when it touches two policies', async () => {
    const [from, to] = [`${root}/from`, `${root}/to`];
    const id = await store(ann, from);
    await setPolicy(from, { update: 'APPROVE', approver: byDan });
    await setPolicy(to, { write: 'APPROVE', approver: { agent: 'eve' } });
    const pending = await waits(ann, id, { namespace: to });
    expect(await approve(dan, pending)).toMatchObject({
      pending: { id: pending, status: 'PENDING', namespace: to, votesNeeded: 1, approver: { agentId: 'eve' } },
      memory: null,
    });
    expect(await placeOf(id)).toMatchObject({ namespace: from });
    const before = await fingerprint(root);
    expect(await dan.refusal(APPROVE, { id: pending })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await fingerprint(root)).toBe(before);
    const eve = speaking({ agentId: 'eve', namespace: `${root}/desk` });
    expect(await approve(eve, pending)).toMatchObject({ pending: { id: pending, status: 'APPROVED' }, memory: { id } });
    expect(await placeOf(id)).toMatchObject({ namespace: to });
  });

  test('when the memory has moved under another policy meanwhile', async () => {
    const [from, to] = [`${root}/moved-from`, `${root}/moved-to`];
    const id = await store(ann, from);
    await setPolicy(from, { update: 'APPROVE', approver: byDan });
    const pending = await waits(ann, id, { title: 'Changed' });
    await setPolicy(from, { update: 'ANY' });
    expect(await waits(ann, id, { namespace: to })).toBe('did not wait');
    await setPolicy(to, { update: 'APPROVE', approver: { consensus: 2 } });
    expect(await approve(dan, pending)).toMatchObject({
      pending: { status: 'PENDING', votesNeeded: 2, approver: { kind: 'CONSENSUS', count: 2 } },
    });
    expect(await placeOf(id)).not.toMatchObject({ title: 'Changed' });
  });

  test('when the policy names others meanwhile', async () => {
    const namespace = `${root}/renamed`;
    const id = await store(ann, namespace);
    await setPolicy(namespace, { update: 'APPROVE', approver: byDan });
    const pending = await waits(ann, id, { title: 'Changed' });
    await setPolicy(namespace, { update: 'APPROVE', approver: { human: true } });
    expect(await approve(dan, pending)).toMatchObject({ pending: { status: 'PENDING', approver: { kind: 'HUMAN' } } });
    const person = speaking({ agentId: 'carol', roles: 'approver' });
    expect(await approve(person, pending)).toMatchObject({ pending: { status: 'APPROVED' } });
    expect(await placeOf(id)).toMatchObject({ title: 'Changed' });
  });
});

test('what only its asker could approve is refused at once', async () => {
  const namespace = `${root}/own`;
  await setPolicy(namespace, { write: 'APPROVE', approver: { agent: 'Ann' } });
  const before = await fingerprint(namespace);
  expect(await ann.refusal(STORE, { input: memory(namespace) })).toMatchObject({
    code: 'GOVERNANCE_DENIED',
    message: expect.stringContaining('may not decide about its own'),
  });
  expect(await fingerprint(namespace)).toBe(before);
});

test('a key of a client stands for nothing that is approved', async () => {
  const namespace = `${root}/key`;
  const id = await store(ann, namespace);
  await setPolicy(namespace, { update: 'APPROVE', approver: byDan });
  const pending = await waits(ann, id, { title: 'Once' });
  for (const key of [`approval:${pending}`, `approval\u001e${pending}`]) await waits(ann, id, { title: 'Once' }, key);
  expect(await approve(dan, pending)).toMatchObject({ pending: { status: 'APPROVED' } });
  expect(await placeOf(id)).toMatchObject({ title: 'Once' });
});
