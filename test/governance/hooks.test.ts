import { describe, expect, test } from '@jest/globals';
import { HttpClient } from '../support/client.ts';
import {
  ASK,
  at,
  bob,
  change,
  client,
  countIn,
  DELETE,
  DENY,
  file,
  memory,
  on,
  server,
  store,
  STORE,
  withHooks,
  type Stored,
} from '../pipeline/hookedServer.ts';
import { SET } from './governed.ts';

const PRE = 'pre_governance_decision';
const POST = 'post_governance_decision';

withHooks(
  [
    on(PRE, 'heard', ['record', 'heard']),
    on(PRE, 'denies', ['answer', DENY]),
    on(PRE, 'asks', ['recordAndAnswer', 'asks', ASK]),
    on(PRE, 'elsewhere', ['answer', change({ namespace: at('strict') })]),
    on(PRE, 'other-action', ['answer', change({ action: 'memory_delete' })]),
    on(PRE, 'no-action', ['answer', change({ action: 'memory_sing' })]),
    on(PRE, 'other-agent', ['answer', change({ agent_id: 'alice' })]),
    ...['heard', 'denies', 'asks', 'told'].map((name) => on(POST, name, ['record', `post-${name}`])),
  ],
  { alone: true },
);

const admin = () => new HttpClient(server.url);
const stranger = () => new HttpClient(server.url, { agentId: bob });
const policy = (name: string, fields: Record<string, unknown>) =>
  admin().run(SET, { namespace: at(name), policy: fields });
const APPROVE = 'mutation ($id: ID!) { approvePendingAction(id: $id) { pending { status } memory { id } } }';

describe('a hook before a decision', () => {
  test('hears the question as the seed writes it', async () => {
    const id = await store('heard');
    await client.run(DELETE, { id });
    const question = { namespace: at('heard'), agent_id: 'alice' };
    expect(file.lines('heard').map(({ payload }) => payload)).toEqual([
      { ...question, action: 'memory_store' },
      { ...question, action: 'memory_delete', memory_id: id },
    ]);
  });

  test('denies', async () => {
    expect(await client.refusal(STORE, { input: memory('denies') })).toMatchObject({
      code: 'HOOK_DENIED',
      message: 'not here',
      details: { hookId: `denies.${PRE}`, hookCode: 451, event: PRE },
    });
    expect(await countIn('denies')).toBe(0);
    const [line] = await file.until('post-denies', 1);
    expect(line?.payload).toEqual({
      ...{ namespace: at('denies'), action: 'memory_store', agent_id: 'alice' },
      ...{ outcome: 'deny', reason: 'not here' },
    });
  });

  test('asks a person: the operation waits, and is not asked again when it is approved', async () => {
    const { storeMemory } = await client.run<Stored>(STORE, { input: memory('asks') });
    expect(storeMemory).toMatchObject({ memory: null, pending: { action: 'STORE', reason: 'Really?' } });
    const [line] = await file.until('post-asks', 1);
    expect(line?.payload).toEqual({
      ...{ namespace: at('asks'), action: 'memory_store', agent_id: 'alice' },
      ...{ outcome: 'ask', reason: 'Really?', pending_id: storeMemory.pending?.['id'] },
    });
    expect(await admin().run(APPROVE, { id: storeMemory.pending?.['id'] })).toMatchObject({
      approvePendingAction: { pending: { status: 'APPROVED' }, memory: { id: expect.any(String) } },
    });
    expect(await countIn('asks')).toBe(1);
    expect(file.lines('asks')).toHaveLength(1);
  });

  test('rewrites what is judged, not what is done', async () => {
    await policy('strict', { write: 'REGISTERED' });
    expect(await client.refusal(STORE, { input: memory('elsewhere') })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { namespace: at('strict'), deniedLevel: 'REGISTERED' },
    });
    await policy('other-action', { delete: 'REGISTERED' });
    expect(await client.refusal(STORE, { input: memory('other-action') })).toMatchObject({
      details: { action: 'DELETE', deniedLevel: 'REGISTERED' },
    });
    await store('no-action');
    // Judged as alice, who wrote it.
    const id = await store('other-agent');
    expect(await stranger().run(DELETE, { id })).toEqual({ deleteMemory: { deletedId: id, pending: null } });
  });
});

describe('a hook after a decision', () => {
  test('hears of what a policy allowed, and not of what the defaults allow', async () => {
    await store('told', { title: 'by default' });
    await policy('told', { write: 'ANY' });
    await store('told', { title: 'by policy' });
    const [line] = await file.until('post-told', 1);
    expect(line?.payload).toEqual({
      namespace: at('told'),
      action: 'memory_store',
      agent_id: 'alice',
      outcome: 'allow',
    });
    expect(file.lines('post-told')).toHaveLength(1);
  });
});

describe('the root', () => {
  test('stands above all, and is undone by whoever does not inherit', async () => {
    await admin().run(SET, { namespace: '*', policy: { write: 'REGISTERED' } });
    try {
      expect(await client.refusal(STORE, { input: memory('rooted') })).toMatchObject({
        code: 'GOVERNANCE_DENIED',
        details: { deniedLevel: 'REGISTERED', namespace: at('rooted') },
      });
      await policy('rooted', { inherit: false });
      await store('rooted');
      const { namespaces } = await admin().run<{ namespaces: { path: string }[] }>('{ namespaces { path } }');
      expect(namespaces.map(({ path }) => path)).not.toContain('*');
    } finally {
      await admin().run(SET, { namespace: '*', policy: { write: null } });
    }
    await store('unrooted');
  });
});
