import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { principalOf } from '../../src/agent/principal.ts';
import type { Write } from '../../src/database/writer.ts';
import { setGovernancePolicy } from '../../src/governance/setPolicy.ts';
import { forgetMemories } from '../../src/memory/forget.ts';
import { purgeArchive } from '../../src/memory/purge.ts';
import { approvePendingAction, rejectPendingAction } from '../../src/pending/decide.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { archivedMemories, beforeStatement, freshNamespace, WritingServer } from '../database/writingServer.ts';

// Approved operations that commit more than once, on two servers in this process: one of them stops in between, as if killed.

let [here, there]: WritingServer[] = [];
let namespace: string;
beforeEach(async () => {
  [here, there] = [new WritingServer(), new WritingServer()];
  namespace = freshNamespace();
});
afterEach(async () => {
  await here!.close();
  await there!.close();
});

const as = (server: WritingServer, agentId: string): OperationContext => ({
  ...server.context,
  principal: principalOf(agentId, 'global', ['approver']),
});
const carol = () => as(here!, 'carol');
const dave = () => as(there!, 'dave');
const approve = (context: OperationContext, id: string) => execute(approvePendingAction, { id }, context);
const forever = () => new Promise<never>(() => {});

/** A context whose server is gone once it has handed over so many writes; `held` tells that it is. */
function goneAfter(context: OperationContext, writes: number, act: () => Promise<unknown> = forever) {
  let handed = 0;
  const { writer } = context.services;
  let reached = () => {};
  const held = new Promise<void>((resolve) => (reached = resolve));
  const cut = Object.assign(Object.create(writer) as typeof writer, {
    async write(write: Write) {
      if (handed++ < writes) {
        const outcome = await writer.write(write);
        // Another suite's policy came between: it is judged and written again.
        if (outcome.outcome !== 'OK') handed -= 1;
        return outcome;
      }
      reached();
      await act();
      return await writer.write(write);
    },
  });
  return { held, context: { ...context, services: { ...context.services, writer: cut } } };
}

const needApproval = () => execute(setGovernancePolicy, { namespace, policy: { delete: 'APPROVE' } }, here!.context);

/** Has a forget of three memories wait. */
async function forgetWaits(): Promise<string> {
  for (const title of ['a', 'b', 'c']) await here!.store(namespace, title);
  await needApproval();
  const { pending } = await execute(forgetMemories, { namespace }, here!.context);
  return pending!.id;
}

/** Has a purge of three memories more than a batch wait. */
async function purgeWaits(): Promise<string> {
  await archivedMemories(here!, namespace, 503);
  await needApproval();
  const { pending } = await execute(purgeArchive, { namespace }, here!.context);
  return pending!.id;
}

/** What is there of it: memories live and archived, how the action stands, and what was told. */
async function state(id: string) {
  const [row] = await here!.query<{ live: number; archived: number; status: string; decidedBy: string | null }>(
    `MATCH (p:PendingAction {id: $id})
     RETURN COUNT { (:Memory {namespace: $namespace}) } AS live,
       COUNT { (:ArchivedMemory {namespace: $namespace}) } AS archived, p.status AS status, p.decidedBy AS decidedBy`,
    { id, namespace },
  );
  const events = await here!.events(namespace);
  return { ...row, told: events.filter(({ type }) => type === 'POST_ARCHIVE').length };
}

describe('a forget', () => {
  test.each([0, 1, 2])(
    'of a server that is gone after %d of three memories is open, and goes on with the next approval',
    async (writes) => {
      const id = await forgetWaits();
      const cut = goneAfter(carol(), writes);
      void approve(cut.context, id).catch(() => undefined);
      await cut.held;
      await here!.writer.drained();
      expect(await state(id)).toEqual({
        ...{ live: 3 - writes, archived: writes, told: writes, status: 'PENDING', decidedBy: null },
      });
      expect((await approve(dave(), id)).pending).toMatchObject({ status: 'APPROVED', decidedBy: 'dave' });
      expect(await state(id)).toEqual({ live: 0, archived: 3, told: 3, status: 'APPROVED', decidedBy: 'dave' });
      await expect(approve(as(there!, 'erin'), id)).rejects.toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
    },
  );

  test('that is done is approved: nobody meets it open', async () => {
    const id = await forgetWaits();
    // The answer is kept behind the last commit: there the server is gone.
    let reached = () => {};
    const held = new Promise<void>((resolve) => (reached = resolve));
    const cut = beforeStatement(carol(), 'idempotency/finish', () => (reached(), forever()));
    void approve(cut, id).catch(() => undefined);
    await held;
    expect(await state(id)).toEqual({ live: 0, archived: 3, told: 3, status: 'APPROVED', decidedBy: 'carol' });
    await expect(approve(dave(), id)).rejects.toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
  });

  test('that somebody rejects in between stops there', async () => {
    const id = await forgetWaits();
    const cut = goneAfter(carol(), 2, () => execute(rejectPendingAction, { id }, dave()));
    await expect(approve(cut.context, id)).rejects.toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
    expect(await state(id)).toEqual({ live: 1, archived: 2, told: 2, status: 'REJECTED', decidedBy: 'dave' });
  });

  test('whose last memory is gone by itself is approved all the same', async () => {
    const id = await forgetWaits();
    const [last] = await here!.query<{ id: string }>(
      "MATCH (m:Memory {namespace: $namespace, title: 'c'}) RETURN m.id AS id",
      {
        namespace,
      },
    );
    const cut = goneAfter(carol(), 2, () =>
      there!.query('MATCH (m:Memory {id: $id}) SET m.version = m.version + 1', { id: last!.id }),
    );
    expect((await approve(cut.context, id)).pending).toMatchObject({ status: 'APPROVED' });
    expect(await state(id)).toEqual({ live: 1, archived: 2, told: 2, status: 'APPROVED', decidedBy: 'carol' });
  });

  test('by two servers at once is done once', async () => {
    const id = await forgetWaits();
    const answers = await Promise.allSettled([approve(carol(), id), approve(dave(), id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await state(id)).toMatchObject({ live: 0, archived: 3, told: 3, status: 'APPROVED' });
  });
});

describe('a purge', () => {
  const notes = async () =>
    await here!.query<{ count: number }>('MATCH (p:Purge {namespace: $namespace}) RETURN p.count AS count', {
      namespace,
    });

  test.each([
    [0, 503],
    [1, 3],
  ])(
    'of a server that is gone after %d of two batches is open, and goes on with the next approval',
    async (batches, left) => {
      const id = await purgeWaits();
      let reached = () => {};
      const held = new Promise<void>((resolve) => (reached = resolve));
      const gone = beforeStatement(
        carol(),
        'pending/claim',
        () => (reached(), Promise.reject(new Error('gone'))),
        batches,
      );
      await expect(approve(gone, id)).rejects.toThrow('gone');
      await held;
      expect(await state(id)).toMatchObject({ archived: left, status: 'PENDING', decidedBy: null });
      expect((await approve(dave(), id)).pending).toMatchObject({ status: 'APPROVED', decidedBy: 'dave' });
      expect(await state(id)).toMatchObject({ archived: 0, status: 'APPROVED', decidedBy: 'dave' });
      expect(await notes()).toEqual([{ count: 503 }]);
    },
  );

  test('whose commits went through unseen is done and told once', async () => {
    const id = await purgeWaits();
    const { database } = here!.context.services;
    const twice = Object.assign(Object.create(database) as typeof database, {
      read: database.read.bind(database),
      write: async <Result>(work: Parameters<typeof database.write<Result>>[0]) => {
        await database.write(work);
        return await database.write(work);
      },
    });
    const { services, ...rest } = carol();
    await approve({ ...rest, services: { ...services, database: twice } }, id);
    expect(await state(id)).toMatchObject({ archived: 0, status: 'APPROVED', decidedBy: 'carol' });
    expect(await notes()).toEqual([{ count: 503 }]);
    const told = (await here!.events(namespace)).filter(({ type }) => type === 'PENDING_ACTION_CHANGED');
    expect(told).toHaveLength(2);
  });

  test('that somebody rejects in between stops there', async () => {
    const id = await purgeWaits();
    const cut = beforeStatement(carol(), 'pending/claim', () => execute(rejectPendingAction, { id }, dave()), 1);
    await expect(approve(cut, id)).rejects.toMatchObject({ code: 'PENDING_ACTION_STATE_INVALID' });
    expect(await state(id)).toMatchObject({ archived: 3, status: 'REJECTED', decidedBy: 'dave' });
  });
});
