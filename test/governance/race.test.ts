import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { principalOf } from '../../src/agent/principal.ts';
import { POLICY_MOVED } from '../../src/database/policyVersion.ts';
import type { Write } from '../../src/database/writer.ts';
import { setGovernancePolicy } from '../../src/governance/setPolicy.ts';
import { forgetMemories } from '../../src/memory/forget.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { purgeArchive } from '../../src/memory/purge.ts';
import { archivedMemories, beforeStatement, freshNamespace, WritingServer } from '../database/writingServer.ts';

// Two servers on one database, in this process, so that one can act between the other's decision and its commit.

let [here, there]: WritingServer[] = [];
beforeEach(() => {
  [here, there] = [new WritingServer(), new WritingServer()];
});
afterEach(async () => {
  await here!.close();
  await there!.close();
});

const ann = (server: WritingServer): OperationContext => ({
  ...server.context,
  principal: principalOf('ann', 'global', ['agent']),
});

const setPolicy = (server: WritingServer, namespace: string, policy: Record<string, unknown>) =>
  execute(setGovernancePolicy, { namespace, policy }, server.context);

const input = (namespace: string, title: string) => ({
  namespace,
  title,
  content: `about ${title}`,
  scope: 'COLLECTIVE',
});

/** A context whose first write waits for something else to be done, once it was decided. */
function between(context: OperationContext, act: () => Promise<unknown>): OperationContext {
  let acted = false;
  const writer = Object.assign(Object.create(context.services.writer) as typeof context.services.writer, {
    async write(write: Write) {
      if (!acted) {
        acted = true;
        await act();
      }
      return await context.services.writer.write(write);
    },
  });
  return { ...context, services: { ...context.services, writer } };
}

const titles = (server: WritingServer, namespace: string) =>
  server.query<{ title: string }>('MATCH (m:Memory {namespace: $namespace}) RETURN m.title AS title ORDER BY title', {
    namespace,
  });

describe('a policy that is set between the decision and the commit', () => {
  test('counts: nothing is stored, and the store waits', async () => {
    const namespace = freshNamespace();
    await execute(storeMemory, input(namespace, 'before'), ann(here!));
    const racing = between(ann(here!), () => setPolicy(there!, namespace, { write: 'APPROVE' }));
    const { memory, pending } = await execute(storeMemory, input(namespace, 'racing'), racing);
    expect([memory, pending?.action]).toEqual([null, 'STORE']);
    expect(await titles(here!, namespace)).toEqual([{ title: 'before' }]);
  });

  test('counts for an update, and with a key', async () => {
    const namespace = freshNamespace();
    const { memory } = await execute(storeMemory, input(namespace, 'before'), ann(here!));
    const racing = between(ann(here!), () => setPolicy(there!, namespace, { update: 'REGISTERED' }));
    const update = { id: memory?.id, fields: { title: 'after' } };
    await expect(execute(updateMemory, update, { ...racing, idempotencyKey: namespace })).rejects.toMatchObject({
      code: 'GOVERNANCE_DENIED',
    });
    expect(await titles(here!, namespace)).toEqual([{ title: 'before' }]);
    // The key was given back: it stands for nothing.
    await setPolicy(there!, namespace, { update: 'ANY' });
    await execute(updateMemory, update, { ...ann(here!), idempotencyKey: namespace });
    expect(await titles(here!, namespace)).toEqual([{ title: 'after' }]);
  });

  test('lets it pass when it allows the same', async () => {
    const namespace = freshNamespace();
    const racing = between(ann(here!), () => setPolicy(there!, namespace, { write: 'ANY', delete: 'ANY' }));
    const { memory } = await execute(storeMemory, input(namespace, 'racing'), racing);
    expect(memory?.title).toBe('racing');
    const events = await here!.events(namespace);
    // Told by the policy that holds.
    expect(events.map(({ type }) => type)).toEqual([
      'GOVERNANCE_POLICY_CHANGE',
      'POST_STORE',
      'POST_GOVERNANCE_DECISION',
    ]);
  });

  test('keeps what is being forgotten', async () => {
    const namespace = freshNamespace();
    await execute(storeMemory, input(namespace, 'kept'), ann(here!));
    const racing = between(ann(here!), () => setPolicy(there!, namespace, { delete: 'REGISTERED' }));
    expect(await execute(forgetMemories, { namespace }, racing)).toMatchObject({ count: 0, skippedCount: 1 });
    expect(await titles(here!, namespace)).toEqual([{ title: 'kept' }]);
  });
});

describe('a policy that is set before the commit of what waits', () => {
  const actions = (namespace: string) =>
    here!.query<{ kind: string; count: number | null }>(
      `MATCH (p:PendingAction {namespace: $namespace})
       RETURN p.approverKind AS kind, p.approverCount AS count`,
      { namespace },
    );
  const racing = (namespace: string, policy: Record<string, unknown>) =>
    beforeStatement(ann(here!), 'event/append', () => setPolicy(there!, namespace, policy));

  test.each<[string, Record<string, unknown>, Record<string, unknown> | string, unknown[], string[]]>([
    ['refuses it', { write: 'REGISTERED' }, 'GOVERNANCE_DENIED', [], ['POST_GOVERNANCE_DECISION']],
    [
      'has others decide',
      { approver: { consensus: 2 } },
      { memory: null, pending: { votesNeeded: 2, approver: { kind: 'CONSENSUS', count: 2 } } },
      [{ kind: 'CONSENSUS', count: 2 }],
      ['PENDING_ACTION_CHANGED', 'POST_GOVERNANCE_DECISION'],
    ],
    [
      'lets it pass',
      { write: 'ANY' },
      { memory: { title: 'racing' }, pending: null },
      [],
      ['POST_STORE', 'POST_GOVERNANCE_DECISION'],
    ],
  ])('%s', async (_name, policy, expected, queued, told) => {
    const namespace = freshNamespace();
    await setPolicy(here!, namespace, { write: 'APPROVE' });
    const context = { ...racing(namespace, policy), idempotencyKey: namespace };
    const answer = await execute(storeMemory, input(namespace, 'racing'), context).catch(
      (refusal: { code: string }) => refusal.code,
    );
    if (typeof expected === 'string') expect(answer).toBe(expected);
    else expect(answer).toMatchObject(expected);
    expect(await actions(namespace)).toEqual(queued);
    expect((await here!.events(namespace)).map(({ type }) => type)).toEqual([
      ...['GOVERNANCE_POLICY_CHANGE', 'GOVERNANCE_POLICY_CHANGE'],
      ...told,
    ]);
    // The key stands for what came of it, and for nothing where nothing did.
    const kept = await here!.query('MATCH (r:IdempotencyRecord) WHERE r.key CONTAINS $namespace RETURN 1 AS one', {
      namespace,
    });
    expect(kept).toHaveLength(typeof expected === 'string' ? 0 : 1);
  });

  test('counts for a forget', async () => {
    const namespace = freshNamespace();
    await execute(storeMemory, input(namespace, 'kept'), ann(here!));
    await setPolicy(here!, namespace, { delete: 'APPROVE' });
    expect(await execute(forgetMemories, { namespace }, racing(namespace, { delete: 'REGISTERED' }))).toMatchObject({
      count: 0,
      skippedCount: 1,
      pending: null,
    });
    expect([await actions(namespace), await titles(here!, namespace)]).toEqual([[], [{ title: 'kept' }]]);
  });
});

describe('a policy that is set before a purge commits', () => {
  const purging = (namespace: string, policy: Record<string, unknown>, skip = 0) =>
    beforeStatement(here!.context, 'audit/hold', () => setPolicy(there!, namespace, policy), skip);
  const left = async (namespace: string) =>
    (
      await here!.query<{ archived: number; notes: number }>(
        `RETURN COUNT { (:ArchivedMemory {namespace: $namespace}) } AS archived,
           COUNT { (:Purge {namespace: $namespace}) } AS notes`,
        { namespace },
      )
    )[0];

  test('has it wait, and nothing is gone', async () => {
    const namespace = freshNamespace();
    await archivedMemories(here!, namespace, 2);
    const racing = purging(namespace, { delete: 'APPROVE' });
    expect(await execute(purgeArchive, { namespace }, racing)).toMatchObject({
      ...{ purge: null, purgedCount: 0, pending: { action: 'DELETE', namespace } },
    });
    expect(await left(namespace)).toEqual({ archived: 2, notes: 0 });
  });

  test('lets it pass when it allows the same', async () => {
    const namespace = freshNamespace();
    await archivedMemories(here!, namespace, 2);
    const racing = purging(namespace, { write: 'REGISTERED' });
    expect(await execute(purgeArchive, { namespace }, racing)).toMatchObject({ purgedCount: 2, pending: null });
    expect(await left(namespace)).toEqual({ archived: 0, notes: 1 });
  });

  test.each<[string, Record<string, unknown>, number, boolean]>([
    ['ends it', { delete: 'APPROVE' }, 1, true],
    ['lets it go on as one when it allows the same', { write: 'REGISTERED' }, 0, false],
  ])('between two of its batches %s', async (_name, policy, archived, truncated) => {
    const namespace = freshNamespace();
    await archivedMemories(here!, namespace, 501);
    const done = await execute(purgeArchive, { namespace }, purging(namespace, policy, 1));
    expect(done).toMatchObject({ purgedCount: 501 - archived, truncated, pending: null });
    expect(await left(namespace)).toEqual({ archived, notes: 1 });
    if (truncated) expect((await execute(purgeArchive, { namespace }, here!.context)).pending).not.toBeNull();
  });
});

test('rows of a batch that were decided by older policies are left out; the others are written', async () => {
  const namespace = freshNamespace();
  await setPolicy(here!, namespace, { write: 'ANY' });
  const version = await here!.context.services.governance.policies.version();
  const row = (id: string, policyVersion?: number): Write => ({
    statement: 'governance/tell',
    row: { id },
    keys: [id],
    ...(policyVersion === undefined ? {} : { policyVersion }),
    events: () => [{ type: 'TOLD', namespace, actor: 'a', readers: [], memoryIds: [], payload: { id } }],
    recover: () => ({ outcome: 'OK' }),
  });
  const before = here!.commits;
  const outcomes = await Promise.all(
    [row('none'), row('old', version - 1), row('now', version), row('older', version - 2)].map((write) =>
      here!.writer.write(write),
    ),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['OK', POLICY_MOVED, 'OK', POLICY_MOVED]);
  expect(here!.commits - before).toBe(1);
  const told = await here!.query<{ payload: string }>(
    "MATCH (e:OutboxEvent {namespace: $namespace, type: 'TOLD'}) RETURN e.payload AS payload ORDER BY e.seq",
    { namespace },
  );
  expect(told.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([{ id: 'none' }, { id: 'now' }]);
});

test('what one server loosens or tightens counts at once on the other', async () => {
  const namespace = freshNamespace();
  for (let round = 0; round < 5; round++) {
    await setPolicy(there!, namespace, { write: 'REGISTERED' });
    await expect(execute(storeMemory, input(namespace, `no ${round}`), ann(here!))).rejects.toMatchObject({
      code: 'GOVERNANCE_DENIED',
    });
    await setPolicy(there!, namespace, { write: 'ANY' });
    const { memory } = await execute(storeMemory, input(namespace, `round ${round}`), ann(here!));
    expect(memory).not.toBeNull();
  }
  expect(await titles(here!, namespace)).toHaveLength(5);
});

test('many writers while the policy goes to and fro: what is stored was allowed, and every answer is true', async () => {
  const namespace = freshNamespace();
  let over = false;
  const setting = (async () => {
    for (let turn = 0; turn < 12; turn++)
      await setPolicy(there!, namespace, { write: turn % 2 ? 'ANY' : 'REGISTERED' });
    over = true;
  })();
  const answers: (string | null)[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let step = 0; !over && step < 200; step++) {
        const title = `${writer}.${step}`;
        const stored = await execute(storeMemory, { ...input(namespace, title), force: true }, ann(here!)).then(
          () => title,
          (error: { code?: string }) => (error.code === 'GOVERNANCE_DENIED' ? null : Promise.reject(error as Error)),
        );
        answers.push(stored);
      }
    }),
  );
  await setting;
  const stored = answers.filter((title) => title !== null);
  expect((await titles(here!, namespace)).map(({ title }) => title).sort()).toEqual(stored.sort());
  // In the order of commits, a store stands behind a policy that allowed it, or before all.
  const events = await here!.query<{ type: string; payload: string }>(
    'MATCH (e:OutboxEvent {namespace: $namespace}) RETURN e.type AS type, e.payload AS payload ORDER BY e.seq',
    { namespace },
  );
  let level = 'ANY';
  for (const { type, payload } of events) {
    if (type === 'GOVERNANCE_POLICY_CHANGE')
      level = (JSON.parse(payload) as { policy: { write: string } }).policy.write;
    if (type === 'POST_STORE') expect(level).toBe('ANY');
  }
}, 60_000);

test('a store in a namespace whose policy is known costs no statement more than its own', async () => {
  const namespace = freshNamespace();
  await here!.store(namespace, 'first');
  const ran: string[] = [];
  const { database } = here!;
  const [read, write] = [database.read.bind(database), database.write.bind(database)];
  database.read = (name, ...rest) => {
    ran.push(name);
    return read(name, ...rest);
  };
  database.write = (work, options) =>
    write(
      (run, attempt) =>
        work((name, parameters) => {
          ran.push(name);
          return run(name, parameters);
        }, attempt),
      options,
    );
  await here!.store(namespace, 'second');
  expect(ran.filter((name) => name.startsWith('governance/'))).toEqual([]);
  expect(ran.filter((name) => name === 'event/append')).toHaveLength(1);
});
