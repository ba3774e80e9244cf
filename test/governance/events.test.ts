import { afterEach, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { freshNamespace, socketClient, type Caller } from '../support/client.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { subscribe, type Subscriber } from '../support/subscriber.ts';
import { DELETE, memory, setPolicy, speaking, STORE, store, UPDATE } from './governed.ts';

const EVENTS = `subscription ($namespace: String, $after: String) { events(namespace: $namespace, after: $after) { type cursor actor } }`;
const DECISIONS = `subscription ($namespace: String, $after: String) { postGovernanceDecision(namespace: $namespace, after: $after) {
  type cursor namespace actor action agentId outcome level reason pendingId memoryId } }`;
const KEYED = `mutation ($input: StoreMemoryInput!, $key: String) { storeMemory(input: $input, idempotencyKey: $key) { pending { id } } }`;

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
});

function listen<Event>(
  field: string,
  document: string,
  namespace: string,
  after: string,
  caller: Caller = {},
): Subscriber<Event> {
  const client = socketClient(sharedServer(), caller);
  clients.push(client);
  return subscribe<Event>(client, field, document, { namespace, after });
}

interface Decision {
  readonly outcome: string;
}

/** The place before all that a test does. */
async function now(namespace: string): Promise<string> {
  const client = socketClient(sharedServer());
  clients.push(client);
  const [first] = await subscribe<{ cursor: string }>(client, 'events', EVENTS, { namespace }).until(1);
  return first?.cursor ?? '';
}

const admin = speaking();

describe('a decision is told', () => {
  test('where it is a refusal, a question, or what a policy allows; not what the defaults allow', async () => {
    const namespace = freshNamespace('told');
    const [ann, bob] = [`ann-${namespace}`, `bob-${namespace}`];
    const after = await now(namespace);
    const id = await store(speaking({ agentId: ann }), namespace);
    await speaking({ agentId: bob }).refusal(DELETE, { id });
    await setPolicy(namespace, { write: 'APPROVE', update: 'ANY' });
    const { storeMemory } = await speaking({ agentId: bob }).run<{ storeMemory: { pending: { id: string } } }>(STORE, {
      input: memory(namespace),
    });
    await speaking({ agentId: bob }).run(UPDATE, { id, input: { tags: ['t'] } });
    const common = { type: 'POST_GOVERNANCE_DECISION', namespace, actor: bob, agentId: bob, pendingId: null };
    const expected = [
      {
        ...common,
        action: 'DELETE',
        outcome: 'DENY',
        level: 'OWNER',
        reason: 'only the author may do this',
        memoryId: id,
      },
      {
        ...{ ...common, action: 'STORE', outcome: 'ASK', level: 'APPROVE', memoryId: null },
        ...{ reason: `store needs approval in ${namespace}`, pendingId: storeMemory.pending.id },
      },
      { ...common, action: 'UPDATE', outcome: 'ALLOW', level: 'ANY', reason: null, memoryId: id },
    ];
    for (const caller of [{}, { agentId: bob }, { agentId: 'carol', roles: 'approver' }]) {
      const seen = await listen<Decision>('postGovernanceDecision', DECISIONS, namespace, after, caller).until(3);
      expect(seen).toMatchObject(expected);
      expect(seen).toHaveLength(3);
    }
  });

  test('behind what it allowed, in one commit', async () => {
    const namespace = freshNamespace('told');
    await setPolicy(namespace, { write: 'ANY' });
    const after = await now(namespace);
    await store(speaking({ agentId: 'ann' }), namespace);
    const seen = await listen<{ type: string; cursor: string }>('events', EVENTS, namespace, after).until(3);
    expect(seen.map(({ type }) => type)).toEqual(['POST_STORE', 'POST_GOVERNANCE_DECISION', 'CAUGHT_UP']);
  });

  test('to nobody else', async () => {
    const namespace = freshNamespace('told');
    await setPolicy(namespace, { write: 'APPROVE' });
    const after = await now(namespace);
    await speaking({ agentId: 'ann' }).run(STORE, { input: memory(namespace) });
    const others = listen<{ type: string }>('events', EVENTS, namespace, after, { agentId: 'bob', namespace });
    expect((await others.until(1)).map(({ type }) => type)).toEqual(['CAUGHT_UP']);
  });

  test('once for a key: a repetition asks nobody again', async () => {
    const namespace = freshNamespace('told');
    await setPolicy(namespace, { write: 'APPROVE' });
    const after = await now(namespace);
    const input = { input: memory(namespace), key: freshNamespace('key') };
    const first = await admin.run(KEYED, input);
    expect(await admin.run(KEYED, input)).toEqual(first);
    const seen = await listen<{ type: string }>('events', EVENTS, namespace, after).until(3);
    expect(seen.map(({ type }) => type)).toEqual(['PENDING_ACTION_CHANGED', 'POST_GOVERNANCE_DECISION', 'CAUGHT_UP']);
  });
});
