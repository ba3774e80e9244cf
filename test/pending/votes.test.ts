import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import type { Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { ASK, STORE, at, countIn, file, memory, on, root, server, withHooks } from '../pipeline/hookedServer.ts';

const ACTION = `id status decidedBy reason votesNeeded approver { kind agentId count } approvals { agentId approvedAt }
  failure { code message }`;
const APPROVE = `mutation ($id: ID!, $key: String) { approvePendingAction(id: $id, idempotencyKey: $key) {
  pending { ${ACTION} } memory { id title agentId } } }`;
const REJECT = `mutation ($id: ID!) { rejectPendingAction(id: $id, reason: "no") { pending { ${ACTION} } memory { id } } }`;
const INBOX = `query ($first: Int, $after: String) { approvals(first: $first, after: $after) {
  edges { cursor node { ${ACTION} payload } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

withHooks([on('pre_store', 'ask', ['answer', ASK])]);
/** A second server on the same graph. */
let second: TestServer;
beforeAll(async () => {
  second = await startTestServer({ environment: { MNEMOGRAPH_HOOKS: file.path } });
  for (const name of ['v1', 'v2', 'v3', 'v4', 'ask-er']) await register(name, 'ai:codex-5.4');
  await register('ann', 'human');
}, 60_000);
afterAll(async () => {
  await second.stop();
  await askGraph('MATCH (a:Agent) WHERE a.agentId ENDS WITH $root DETACH DELETE a', { root });
});

/** Agents are of this run alone. */
const id = (name: string) => `${name}-${root}`;
const as = (name: string, roles = 'agent', url = server.url) => new HttpClient(url, { agentId: id(name), roles });
const register = (name: string, agentType: string) =>
  askGraph('MERGE (a:Agent {agentId: $agentId}) SET a.agentType = $agentType', { agentId: id(name), agentType });

type Who = { kind: string; agentId?: string; count?: number };
/** Asks as `ask-er` to store something, and answers the action's id; it waits for these. */
async function waitFor(who: Who, title: string): Promise<string> {
  const { storeMemory } = await as('ask-er').run<{ storeMemory: Row }>(STORE, { input: memory('ask', { title }) });
  const action = storeMemory['pending'].id as string;
  await askGraph(
    'MATCH (p:PendingAction {id: $id}) SET p.approverKind = $kind, p.approverAgentId = $agentId, p.approverCount = toInteger($count)',
    { id: action, agentId: null, count: null, ...who },
  );
  return action;
}
const consensus = (count: number, title: string) => waitFor({ kind: 'CONSENSUS', count }, title);
const vote = async (action: string, who: HttpClient, key?: string) =>
  (await who.run<{ approvePendingAction: Row }>(APPROVE, { id: action, key })).approvePendingAction;
const stored = async (title: string) =>
  (
    await askGraph<{ n: number }>('MATCH (m:Memory {namespace: $at, title: $title}) RETURN count(m) AS n', {
      ...{ at: at('ask'), title },
    })
  )[0]?.n;
const votesAt = async (action: string) =>
  await askGraph(
    `MATCH (p:PendingAction {id: $id}) OPTIONAL MATCH (a:Agent)-[v:VOTED]->(p)
     WITH p, a, v ORDER BY a.agentId RETURN p.status AS status, collect([a.agentId, v.approve]) AS votes`,
    { id: action },
  );

describe('a consensus', () => {
  test('is reached by that many, and carried out once', async () => {
    const action = await consensus(3, 'of three');
    const first = await vote(action, as('v1'));
    expect(first).toMatchObject({
      ...{ pending: { status: 'PENDING', votesNeeded: 2, approvals: [{ agentId: id('v1') }] }, memory: null },
    });
    expect(first['pending'].approver).toEqual({ kind: 'CONSENSUS', agentId: null, count: 3 });
    expect(await vote(action, as('v1'))).toEqual(first);
    expect((await vote(action, as('v2')))['pending']).toMatchObject({ status: 'PENDING', votesNeeded: 1 });
    expect(await stored('of three')).toBe(0);
    const last = await vote(action, as('v3'));
    expect(last).toMatchObject({
      pending: {
        ...{ status: 'APPROVED', votesNeeded: null, decidedBy: id('v3') },
        approvals: ['v1', 'v2', 'v3'].map((name) => ({ agentId: id(name) })),
      },
      memory: { title: 'of three', agentId: id('ask-er') },
    });
    expect(await stored('of three')).toBe(1);
    expect(await as('v4').refusal(APPROVE, { id: action })).toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
  });

  test('counts a vote under a key once, and answers alike', async () => {
    const action = await consensus(2, 'keyed');
    const first = await vote(action, as('v1'), 'k');
    expect(await vote(action, as('v1'), 'k')).toEqual(first);
    await vote(action, as('v2'), 'k');
    expect(await vote(action, as('v1'), 'k')).toEqual(first);
    expect(await stored('keyed')).toBe(1);
  });

  test('ends by one rejection', async () => {
    const action = await consensus(3, 'rejected');
    await vote(action, as('v1'));
    const { rejectPendingAction } = await as('v2').run<{ rejectPendingAction: Row }>(REJECT, { id: action });
    expect(rejectPendingAction['pending']).toMatchObject({ status: 'REJECTED', decidedBy: id('v2'), reason: 'no' });
    expect(await votesAt(action)).toEqual([
      {
        status: 'REJECTED',
        votes: [
          [id('v1'), true],
          [id('v2'), false],
        ],
      },
    ]);
  });

  test('of one who wrote the id otherwise counts once', async () => {
    await register('V1', 'ai:codex-5.4');
    const action = await consensus(2, 'case');
    await vote(action, as('v1'));
    expect((await vote(action, as('V1')))['pending']).toMatchObject({ status: 'PENDING', votesNeeded: 1 });
  });

  test.each([1, 2, 3])(
    'of %d by all at once, on two servers, is carried out once',
    async (count) => {
      for (let round = 0; round < 4; round++) {
        const title = `raced ${count} ${round}`;
        const action = await consensus(count, title);
        const answers = await Promise.all(
          ['v1', 'v2', 'v3', 'v4'].map((name, place) =>
            as(name, 'agent', place % 2 ? second.url : server.url).send<{ approvePendingAction: Row }>(APPROVE, {
              id: action,
            }),
          ),
        );
        const done = answers.filter(({ data }) => data?.approvePendingAction['pending'].status === 'APPROVED');
        const waiting = answers.filter(({ data }) => data?.approvePendingAction['pending'].status === 'PENDING');
        const late = answers.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? []);
        expect(late.filter((code) => code !== 'PENDING_ACTION_STATE_INVALID')).toEqual([]);
        expect([done.length, waiting.length + late.length]).toEqual([1, 3]);
        expect(await stored(title)).toBe(1);
        const [{ status, votes } = {}] = await votesAt(action);
        expect([status, (votes as unknown[]).length]).toEqual(['APPROVED', count]);
      }
    },
    60_000,
  );
});

test('a policy says who decides, among agents that registered themselves', async () => {
  const POLICY = `mutation ($namespace: String!, $policy: GovernancePolicyInput!) {
    setGovernancePolicy(namespace: $namespace, policy: $policy) { policy { approver { consensus } } } }`;
  const REGISTER = 'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId } } }';
  await new HttpClient(server.url).run(POLICY, {
    ...{ namespace: at('policy'), policy: { write: 'APPROVE', approver: { consensus: 2 } } },
  });
  const input = memory('policy', { title: 'by policy' });
  const { storeMemory } = await as('ask-er').run<{ storeMemory: Row }>(STORE, { input });
  const action = storeMemory['pending'].id as string;
  expect(await as('n1').refusal(APPROVE, { id: action })).toMatchObject({ code: 'FORBIDDEN' });
  for (const name of ['n1', 'n2'])
    await as(name).run(REGISTER, { input: { agentId: id(name), agentType: 'ai:codex-5.4' } });
  expect((await vote(action, as('n1')))['pending']).toMatchObject({
    ...{ status: 'PENDING', approver: { kind: 'CONSENSUS', count: 2 }, votesNeeded: 1 },
  });
  expect(await vote(action, as('n2'))).toMatchObject({
    ...{ pending: { status: 'APPROVED', decidedBy: id('n2') }, memory: { agentId: id('ask-er') } },
  });
});

test('one named agent decides, registered or not', async () => {
  const action = await waitFor({ kind: 'AGENT', agentId: id('named') }, 'by one');
  expect(await vote(action, as('named'))).toMatchObject({
    pending: { status: 'APPROVED', decidedBy: id('named'), approvals: [] },
    memory: { title: 'by one' },
  });
});

test('an agent of type human decides for people', async () => {
  const action = await waitFor({ kind: 'HUMAN' }, 'by ann');
  expect((await vote(action, as('ann')))['pending']).toMatchObject({
    ...{ status: 'APPROVED', approvals: [{ agentId: id('ann') }] },
  });
});

describe('is refused, and nothing changes', () => {
  test.each<[string, Who, () => HttpClient, string, RegExp]>([
    ['an unregistered voter', { kind: 'CONSENSUS', count: 1 }, () => as('nobody'), 'FORBIDDEN', /register first/],
    ['an unregistered admin', { kind: 'CONSENSUS', count: 1 }, () => as('boss', 'admin'), 'FORBIDDEN', /register/],
    ['who asked, of a consensus', { kind: 'CONSENSUS', count: 1 }, () => as('ask-er'), 'FORBIDDEN', /who asked/],
    ['who asked, in capitals', { kind: 'CONSENSUS', count: 1 }, () => as('ASK-er'), 'FORBIDDEN', /who asked/],
    ['who asked, being named', { kind: 'AGENT', agentId: id('ask-er') }, () => as('ask-er'), 'FORBIDDEN', /who asked/],
    ['another than is named', { kind: 'AGENT', agentId: id('v1') }, () => as('v2'), 'NOT_FOUND', /no pending/],
    [
      'an approver who is not named',
      { kind: 'AGENT', agentId: id('v1') },
      () => as('c', 'approver'),
      'FORBIDDEN',
      /only/,
    ],
    ['an admin who is not named', { kind: 'AGENT', agentId: id('v1') }, () => as('boss', 'admin'), 'FORBIDDEN', /only/],
    ['an agent where a person decides', { kind: 'HUMAN' }, () => as('v1'), 'NOT_FOUND', /no pending/],
    ['who asked, where a person decides', { kind: 'HUMAN' }, () => as('ask-er', 'approver'), 'FORBIDDEN', /who asked/],
    ['a viewer', { kind: 'CONSENSUS', count: 1 }, () => as('v1', 'viewer'), 'FORBIDDEN', /viewer/],
  ])('%s', async (name, who, client, code, message) => {
    const action = await waitFor(who, `refused ${name}`);
    const before = [await votesAt(action), await fingerprint(root)];
    for (const document of [APPROVE, REJECT]) {
      const refusal = await client().refusal(document, { id: action });
      expect(refusal).toMatchObject({ code });
      expect(refusal.message).toMatch(message);
    }
    expect([await votesAt(action), await fingerprint(root)]).toEqual(before);
    expect(before[0]).toEqual([{ status: 'PENDING', votes: [[null, null]] }]);
  });

  test.each([
    ['first', { first: 0 }, { field: 'first' }],
    ['first', { first: 201 }, { field: 'first' }],
    ['a cursor that is none', { after: 'x' }, { field: 'after' }],
  ])('%s of the inbox', async (_name, variables, details) => {
    expect(await as('v1').refusal(INBOX, variables)).toMatchObject({ code: 'BAD_USER_INPUT', details });
  });
});

describe('the inbox', () => {
  test('holds what the caller may decide, oldest first, page by page', async () => {
    const waiting: string[] = [];
    for (const place of [1, 2, 3, 4, 5]) waiting.push(await consensus(2, `inbox ${place}`));
    const mine = await waitFor({ kind: 'AGENT', agentId: id('v1') }, 'inbox mine');
    const human = await waitFor({ kind: 'HUMAN' }, 'inbox human');
    await vote(waiting[1]!, as('v1'));
    const seen = async (who: HttpClient, first: number) => {
      const ids: string[] = [];
      for (let after: string | null = null; ;) {
        const { approvals } = await who.run<{ approvals: Row }>(INBOX, { first, after });
        ids.push(...(approvals['edges'] as Row[]).map(({ node }) => node.id as string));
        if (!approvals['pageInfo'].hasNextPage) return ids;
        after = approvals['pageInfo'].endCursor as string;
      }
    };
    const all = [...waiting, mine, human];
    const of = async (who: HttpClient, first = 2) => (await seen(who, first)).filter((one) => all.includes(one));
    expect(await of(as('v1'))).toEqual([...waiting.filter((one) => one !== waiting[1]), mine]);
    expect(await of(as('v2'), 1)).toEqual(waiting);
    expect(await of(as('ann'), 200)).toEqual([...waiting, human]);
    expect(await of(as('c', 'approver'))).toEqual([human]);
    expect(await of(as('nobody'))).toEqual([]);
    expect(await of(as('ask-er', 'admin'))).toEqual([]);
    expect(await countIn('ask')).toBeGreaterThan(0);
  });
});
