import { describe, expect, test } from '@jest/globals';
import { APPROVABLE } from '../../src/pending/approvable.ts';
import { statements } from '../../src/generated/statements.ts';
import { HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import type { Row } from '../support/memories.ts';
import {
  ASK,
  STORE,
  at,
  client,
  countIn,
  file,
  memory,
  on,
  root,
  server,
  store,
  withHooks,
} from '../pipeline/hookedServer.ts';

const DELETE = 'mutation ($id: ID!) { deleteMemory(id: $id) { deletedId pending { id } } }';
const LINK = 'mutation ($input: LinkInput!) { linkMemories(input: $input) { created pending { id } } }';
const REFLECT = 'mutation ($input: ReflectInput!) { reflect(input: $input) { memory { id } pending { id } } }';
const FORGET = 'mutation ($input: ForgetInput!) { forgetMemories(input: $input) { count pending { id } } }';
const PROMOTE = 'mutation ($id: ID!) { promoteMemory(id: $id, toTier: LONG) { memory { tier } pending { id } } }';
const FIELDS =
  'pending { id status decidedBy decidedAt reason requestedBy } memory { id title agentId content tier expiresAt }';
const APPROVE = `mutation ($id: ID!, $key: String) { approvePendingAction(id: $id, idempotencyKey: $key) { ${FIELDS} } }`;
const REJECT = `mutation ($id: ID!, $reason: String, $key: String) { rejectPendingAction(id: $id, reason: $reason, idempotencyKey: $key) { ${FIELDS} } }`;

const LIST = `{ pendingActions { id status decidedBy decidedAt reason votesNeeded failure { code message }
  approver { kind agentId count } approvals { agentId approvedAt } } }`;

withHooks([
  on('pre_store', 'ask', ['recordAndAnswer', 'asked', ASK]),
  on('pre_store', 'two', ['answer', ASK], { priority: 9 }),
  on('pre_store', 'two', ['answer', ASK], { priority: 1, id: 'two.later' }),
  ...['pre_delete', 'pre_link', 'pre_reflect', 'pre_promote', 'pre_archive'].map((event) =>
    on(event, `ask-${event}`, ['answer', ASK]),
  ),
]);

const as = (agentId: string, roles: string) => new HttpClient(server.url, { agentId, roles });
const carol = () => as('carol', 'approver');

/** Asks as alice, and answers the id of what waits. */
async function wait(document: string, variables: Record<string, unknown>): Promise<string> {
  const [answer] = Object.values(await client.run<Record<string, Row>>(document, variables));
  expect(answer?.['pending']).not.toBeNull();
  return answer?.['pending'].id as string;
}
const waitToStore = (name: string, fields: Record<string, unknown> = {}) =>
  wait(STORE, { input: memory(name, fields) });
const approve = async (id: string, who = carol(), key?: string) =>
  (await who.run<{ approvePendingAction: Row }>(APPROVE, { id, key })).approvePendingAction;
const actionOf = async (id: string) =>
  (await carol().run<{ pendingActions: Row[] }>(LIST)).pendingActions.find((action) => action['id'] === id);
const statusOf = async (id: string) =>
  (await askGraph('MATCH (p:PendingAction {id: $id}) RETURN p.status AS status', { id }))[0]?.['status'];

describe('an approval', () => {
  test('does what was asked for as who asked, and asks the same hook no more', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const id = await waitToStore('ask', { title: 'Approved', expiresAt, metadata: { deep: [1, null] } });
    expect(await countIn('ask')).toBe(0);
    const { pending, memory: stored } = await approve(id);
    expect(pending).toMatchObject({ id, status: 'APPROVED', decidedBy: 'carol', requestedBy: 'alice' });
    expect(Date.now() - Date.parse(pending.decidedAt)).toBeLessThan(60_000);
    expect(stored).toMatchObject({ title: 'Approved', agentId: 'alice', content: 'a walnut tree', expiresAt });
    expect(file.lines('asked')).toHaveLength(1);
    expect(
      await askGraph('MATCH (e:OutboxEvent {subjectId: $id}) RETURN e.type AS type, e.actor AS actor', stored),
    ).toEqual([{ type: 'POST_STORE', actor: 'alice' }]);
  });

  test('answers all hooks that asked at once', async () => {
    const id = await waitToStore('two');
    expect((await approve(id))['memory']).toMatchObject({ title: 'As sent' });
    expect(await countIn('two')).toBe(1);
  });

  test.each<[string, (name: string) => Promise<[string, Record<string, unknown>]>, string, unknown]>([
    [
      'pre_delete',
      async (name) => [DELETE, { id: await store(name) }],
      'MATCH (m:Memory {namespace: $at}) RETURN count(m) AS n',
      0,
    ],
    [
      'pre_archive',
      async (name) => (await store(name), [FORGET, { input: { namespace: at(name) } }]),
      'MATCH (m:Memory {namespace: $at}) RETURN count(m) AS n',
      0,
    ],
    [
      'pre_promote',
      async (name) => [PROMOTE, { id: await store(name) }],
      "MATCH (m:Memory {namespace: $at, tier: 'LONG'}) RETURN count(m) AS n",
      1,
    ],
    [
      'pre_link',
      async (name) => {
        const [sourceId, targetId] = [await store(name, { title: 'a' }), await store(name, { title: 'b' })];
        return [LINK, { input: { sourceId, targetId, relation: 'RELATED_TO' } }];
      },
      'MATCH (:Memory {namespace: $at})-[r:RELATED_TO]->() RETURN count(r) AS n',
      1,
    ],
    [
      'pre_reflect',
      async (name) => [
        REFLECT,
        { input: { sourceIds: [await store(name)], title: 'r', content: 'r', namespace: at(name) } },
      ],
      "MATCH (m:Memory {namespace: $at, memoryKind: 'REFLECTION'}) RETURN count(m) AS n",
      1,
    ],
  ])('carries out what %s asked about', async (event, ask, question, count) => {
    const name = `ask-${event}`;
    const [document, variables] = await ask(name);
    const id = await wait(document, variables);
    const look = async () => (await askGraph(question, { at: at(name) }))[0]?.['n'];
    expect(await look()).toBe(1 - (count as number));
    expect((await approve(id))['pending']).toMatchObject({ status: 'APPROVED', decidedBy: 'carol' });
    expect(await look()).toBe(count);
  });

  test('of what cannot be done any more is that refusal, and the action ends with it', async () => {
    const id = await waitToStore('ask', { title: 'Taken meanwhile' });
    const taken = await approve(await waitToStore('ask', { title: 'Taken meanwhile' }));
    expect(taken['memory']).not.toBeNull();
    const before = await fingerprint(at('ask'));
    const refusal = await carol().refusal(APPROVE, { id, key: 'too-late' });
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    expect(await fingerprint(at('ask'))).toBe(before);
    const failure = { code: 'CONFLICT', message: refusal.message };
    expect(await actionOf(id)).toMatchObject({
      ...{ status: 'REJECTED', decidedBy: 'carol', reason: refusal.message, failure, votesNeeded: null },
    });
    expect(await carol().refusal(APPROVE, { id, key: 'too-late' })).toMatchObject(failure);
    expect(await as('dave', 'admin').refusal(APPROVE, { id })).toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
  });

  test('by two at once is one, and by one against a rejection either', async () => {
    for (const other of [APPROVE, REJECT]) {
      const id = await waitToStore('ask', { title: `raced ${other === REJECT ? 'no' : 'yes'}` });
      const count = await countIn('ask');
      const answers = await Promise.all(
        [carol(), as('dave', 'admin')].map((who, place) => who.send<Row>(place === 0 ? APPROVE : other, { id })),
      );
      const won = answers.filter(({ errors }) => !errors);
      expect(won).toHaveLength(1);
      expect(answers.find(({ errors }) => errors)?.errors?.[0]?.extensions.code).toBe('PENDING_ACTION_STATE_INVALID');
      const approved = (await statusOf(id)) === 'APPROVED';
      expect((await countIn('ask')) - count).toBe(approved ? 1 : 0);
    }
  });

  test('under a key is one, and answers alike', async () => {
    const id = await waitToStore('ask', { title: 'Keyed' });
    const first = await approve(id, carol(), 'once');
    expect(await approve(id, carol(), 'once')).toEqual(first);
    expect(await carol().refusal(APPROVE, { id: 'another', key: 'once' })).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('is refused, and nothing changes', () => {
  test.each<[string, () => HttpClient, string]>([
    ['who asked', () => client, 'FORBIDDEN'],
    ['who asked, being an approver too', () => as('alice', 'agent,approver'), 'FORBIDDEN'],
    ['an agent that may not know of it', () => as('eve', 'agent'), 'NOT_FOUND'],
    ['a viewer', () => as('eve', 'viewer'), 'FORBIDDEN'],
  ])('%s', async (_name, who, code) => {
    const id = await waitToStore('ask', { title: `refused ${_name}` });
    const before = await fingerprint(root);
    for (const document of [APPROVE, REJECT]) expect(await who().refusal(document, { id })).toMatchObject({ code });
    expect([await statusOf(id), await fingerprint(root)]).toEqual(['PENDING', before]);
  });

  test('an unknown action', async () => {
    expect(await carol().refusal(APPROVE, { id: 'none' })).toEqual(
      expect.objectContaining({ code: 'NOT_FOUND', message: 'no pending action none' }),
    );
  });

  test.each<[string, (id: string) => Promise<unknown>, string]>([
    ['was approved', (id) => approve(id), 'APPROVED'],
    ['was rejected', (id) => carol().run(REJECT, { id }), 'REJECTED'],
    [
      'has lapsed',
      (id) => askGraph("MATCH (p:PendingAction {id: $id}) SET p.expiresAt = localdatetime('2020-01-01T00:00')", { id }),
      'EXPIRED',
    ],
  ])('what %s', async (name, decide, status) => {
    const id = await waitToStore('ask', { title: `what ${name}` });
    await decide(id);
    const before = await fingerprint(root);
    for (const document of [APPROVE, REJECT])
      expect(await as('dave', 'admin').refusal(document, { id })).toMatchObject({
        code: 'PENDING_ACTION_STATE_INVALID',
        details: { id, status },
      });
    expect(await fingerprint(root)).toBe(before);
  });

  test('a reason that is too long', async () => {
    const id = await waitToStore('ask', { title: 'long reason' });
    expect(await carol().refusal(REJECT, { id, reason: 'x'.repeat(1001) })).toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { field: 'reason' },
    });
    expect(await statusOf(id)).toBe('PENDING');
  });
});

test('every operation that may wait can be carried out', () => {
  for (const [name, operation] of APPROVABLE) expect([name, operation.pending !== undefined]).toEqual([name, true]);
  expect(Object.keys(statements)).toEqual(expect.arrayContaining(['pending/claim', 'pending/decide', 'pending/read']));
});
