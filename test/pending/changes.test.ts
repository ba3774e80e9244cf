import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PendingExpirer } from '../../src/pending/expire.ts';
import { log, openDatabase, until } from '../event/outbox.ts';
import { HttpClient, socketClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import type { Row } from '../support/memories.ts';
import { startTestServer } from '../support/server.ts';
import { subscribe } from '../support/subscriber.ts';
import { ASK, STORE, at, file, memory, on, root, server, withHooks } from '../pipeline/hookedServer.ts';

const APPROVE = `mutation ($id: ID!, $key: String) { approvePendingAction(id: $id, idempotencyKey: $key) {
  pending { id status } memory { title } } }`;
const REJECT = 'mutation ($id: ID!) { rejectPendingAction(id: $id, reason: "no") { pending { id } } }';
const CHANGES = `subscription ($namespace: String, $after: String) { pendingActionChanged(namespace: $namespace, after: $after) {
  cursor type namespace actor change actionId action status requestedBy approver { kind count } approvals { agentId }
  votesNeeded decidedBy reason failure { code } } }`;

withHooks([on('pre_store', 'ask', ['answer', ASK])]);
const id = (name: string) => `${name}-${root}`;
const as = (name: string, roles = 'agent', url = server.url) => new HttpClient(url, { agentId: id(name), roles });
beforeAll(async () => {
  for (const name of ['v1', 'v2'])
    await askGraph("MERGE (a:Agent {agentId: $id}) SET a.agentType = 'ai:codex-5.4'", { id: id(name) });
}, 60_000);
afterAll(async () => {
  await askGraph('MATCH (a:Agent) WHERE a.agentId ENDS WITH $root DETACH DELETE a', { root });
});

async function queue(title: string): Promise<string> {
  const { storeMemory } = await as('ask-er').run<{ storeMemory: Row }>(STORE, { input: memory('ask', { title }) });
  return storeMemory['pending'].id as string;
}
async function consensus(count: number, title: string): Promise<string> {
  const action = await queue(title);
  await askGraph(
    "MATCH (p:PendingAction {id: $id}) SET p.approverKind = 'CONSENSUS', p.approverCount = toInteger($count)",
    {
      ...{ id: action, count },
    },
  );
  return action;
}
const stateOf = async (action: string, title: string) =>
  (
    await askGraph(
      `MATCH (p:PendingAction {id: $action})
       RETURN p.status AS status, COUNT { (:Agent)-[:VOTED]->(p) } AS votes,
         COUNT { (:Memory {namespace: $namespace, title: $title}) } AS stored,
         COUNT { MATCH (e:OutboxEvent {type: 'PENDING_ACTION_CHANGED'}) WHERE e.payload CONTAINS $action } AS told`,
      { action, title, namespace: at('ask') },
    )
  )[0];

describe('what happens to an action is told', () => {
  const changes = (who: string, roles = 'agent') => {
    const client = socketClient(server.url, { agentId: id(who), roles });
    const heard = subscribe<Row>(client, 'pendingActionChanged', CHANGES, { namespace: at('ask') });
    return { heard, stop: () => (heard.stop(), void client.dispose()) };
  };
  const told = (events: readonly Row[]) => events.map(({ change, actionId }) => [change, actionId] as const);

  test('to who asked, who decides, approvers and admins, in order, and can be replayed', async () => {
    const listeners = {
      asker: changes('ask-er'),
      voter: changes('v1'),
      approver: changes('c', 'approver'),
      admin: changes('boss', 'admin'),
      nobody: changes('nobody'),
    };
    await sleep(1_000);
    const action = await consensus(2, 'told');
    await as('v1').run(APPROVE, { id: action });
    await as('v1').run(APPROVE, { id: action });
    await as('v2').run(APPROVE, { id: action });
    const twin = await consensus(1, 'told');
    expect(await as('v1').refusal(APPROVE, { id: twin })).toMatchObject({ code: 'CONFLICT' });
    const rejected = await consensus(1, 'rejected');
    await as('v2').run(REJECT, { id: rejected });
    const all = [
      ...[
        ['QUEUED', action],
        ['VOTED', action],
        ['APPROVED', action],
      ],
      ...[
        ['QUEUED', twin],
        ['FAILED', twin],
        ['QUEUED', rejected],
        ['REJECTED', rejected],
      ],
    ];
    const heard = await listeners.asker.heard.until(all.length);
    expect(told(heard)).toEqual(all);
    for (const one of [listeners.approver, listeners.admin])
      expect(told(await one.heard.until(all.length))).toEqual(all);
    // Each waited for a person when it was queued: that is no voter's business.
    expect(told(await listeners.voter.heard.until(4))).toEqual(all.filter(([change]) => change !== 'QUEUED'));
    expect(heard).toMatchObject([
      { type: 'PENDING_ACTION_CHANGED', namespace: at('ask'), actor: id('ask-er'), status: 'PENDING', votesNeeded: 1 },
      {
        actor: id('v1'),
        approver: { kind: 'CONSENSUS', count: 2 },
        approvals: [{ agentId: id('v1') }],
        votesNeeded: 1,
      },
      { actor: id('v2'), status: 'APPROVED', decidedBy: id('v2'), votesNeeded: null, failure: null },
      { change: 'QUEUED' },
      { actor: id('v1'), status: 'REJECTED', failure: { code: 'CONFLICT' } },
      { change: 'QUEUED' },
      { actor: id('v2'), status: 'REJECTED', reason: 'no', failure: null },
    ]);
    expect(listeners.nobody.heard.events).toEqual([]);
    const client = socketClient(server.url, { agentId: id('v2') });
    const replay = subscribe<Row>(client, 'pendingActionChanged', CHANGES, {
      ...{ namespace: at('ask'), after: heard[0]!['cursor'] as string },
    });
    expect(told(await replay.until(4))).toEqual(all.filter(([change]) => change !== 'QUEUED'));
    replay.stop();
    await client.dispose();
    for (const one of Object.values(listeners)) one.stop();
  }, 60_000);
});

test('what nobody decided in time ends, once, and is told', async () => {
  const action = await queue('lapsed');
  const database = openDatabase();
  try {
    let commits = 0;
    const options = { database, log, clock: () => new Date(), committed: () => (commits += 1) };
    const [one, other] = [new PendingExpirer(options), new PendingExpirer(options)];
    await askGraph("MATCH (p:PendingAction {id: $id}) SET p.expiresAt = localdatetime('2020-01-01T00:00')", {
      id: action,
    });
    expect(await as('c', 'approver').refusal(APPROVE, { id: action })).toMatchObject({
      ...{ code: 'PENDING_ACTION_STATE_INVALID', details: { status: 'EXPIRED' } },
    });
    await until(async () => {
      await Promise.all([one.expire(), other.expire()]);
      return (await stateOf(action, 'lapsed'))?.['status'] === 'EXPIRED';
    });
    expect(await stateOf(action, 'lapsed')).toEqual({ status: 'EXPIRED', votes: 0, stored: 0, told: 2 });
    expect(commits).toBeLessThanOrEqual(1);
  } finally {
    await database.close();
  }
}, 30_000);

test('how long an action waits is set', async () => {
  const brief = await startTestServer({
    environment: { MNEMOGRAPH_HOOKS: file.path, PENDING_LIFETIME: '0.5', EMBEDDING_PROVIDER: 'none' },
  });
  try {
    const asked = new HttpClient(brief.url, { agentId: id('ask-er') });
    const { storeMemory } = await asked.run<{ storeMemory: Row }>(STORE, { input: memory('ask', { title: 'brief' }) });
    const { pendingActions } = await asked.run<{ pendingActions: Row[] }>(
      '{ pendingActions { id requestedAt expiresAt } }',
    );
    const action = pendingActions.find((one) => one['id'] === storeMemory['pending'].id);
    expect(Date.parse(action?.['expiresAt']) - Date.parse(action?.['requestedAt'])).toBe(1_800_000);
  } finally {
    await brief.stop();
  }
}, 60_000);

test.each([0, 12, 60])(
  'a server killed %d ms into the last vote leaves all of it or nothing; the same request finds or does it',
  async (delay) => {
    const title = `killed ${delay}`;
    const action = await consensus(2, title);
    await as('v1').run(APPROVE, { id: action });
    const dying = await startTestServer({ environment: { MNEMOGRAPH_HOOKS: file.path, EMBEDDING_PROVIDER: 'none' } });
    const lost = as('v2', 'agent', dying.url)
      .send(APPROVE, { id: action, key: title })
      .catch(() => null);
    await sleep(delay);
    await dying.kill();
    await lost;
    // A transaction of the killed server may still be about to end.
    await sleep(500);
    const left = await stateOf(action, title);
    expect([
      { status: 'PENDING', votes: 1, stored: 0, told: 2 },
      { status: 'APPROVED', votes: 2, stored: 1, told: 3 },
    ]).toContainEqual(left);
    const again = await as('v2').run<{ approvePendingAction: Row }>(APPROVE, { id: action, key: title });
    expect(again.approvePendingAction).toEqual({ pending: { id: action, status: 'APPROVED' }, memory: { title } });
    expect(await stateOf(action, title)).toEqual({ status: 'APPROVED', votes: 2, stored: 1, told: 3 });
  },
  60_000,
);
