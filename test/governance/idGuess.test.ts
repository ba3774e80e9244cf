import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { principalOf } from '../../src/agent/principal.ts';
import type { Database, RunStatement } from '../../src/database/database.ts';
import { asSent, SINGLE_PARAMETER } from '../../src/database/singleParameter.ts';
import { toLocalDateTime } from '../../src/database/values.ts';
import { readerOf } from '../../src/governance/audience.ts';
import { invalidateLink } from '../../src/link/invalidate.ts';
import { linkMemories } from '../../src/link/link.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { deleteMemory } from '../../src/memory/delete.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { restoreMemory } from '../../src/memory/restore.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { Operation, OperationContext } from '../../src/pipeline/operation.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { graphContext } from '../../src/schema/context.ts';
import { verifyMemory } from '../../src/signature/verifyMemory.ts';
import { freshNamespace, WritingServer } from '../database/writingServer.ts';

// Who guesses the id of a memory that is hidden from it has the server take the same way as for an id that nothing has.

let server: WritingServer;
let own: string;
/** Ids that the caller may not see: of a live memory, of an archived one, of none. */
let ids: Record<'hidden' | 'archived' | 'none', string>;
beforeAll(async () => {
  server = new WritingServer();
  const namespace = freshNamespace();
  own = (await server.store(namespace, 'own')).id;
  const [hidden, archived] = [
    await server.store(namespace, 'hidden', { scope: 'PRIVATE' }),
    await server.store(namespace, 'archived', { scope: 'PRIVATE' }),
  ];
  await server.update(hidden.id, { content: 'changed' });
  await server.link(hidden.id, own);
  await server.delete(archived.id);
  ids = { hidden: hidden.id, archived: archived.id, none: hidden.id.replace(/^.{8}/, '00000000') };
}, 60_000);
afterAll(() => server.close());

/** What a call comes to, and the statements that it runs. */
async function way(call: (context: OperationContext) => Promise<unknown>, id: string) {
  const ran: string[] = [];
  const { database } = server;
  const noting = Object.assign(Object.create(database) as Database, {
    read: <Row>(...[name, ...rest]: Parameters<Database['read']>) => {
      ran.push(name);
      return database.read<Row>(name, ...rest);
    },
    write: <Result>(work: (run: RunStatement, attempt: number) => Promise<Result>) =>
      database.write((run, attempt) => {
        const noted: RunStatement = (name, parameters) => (ran.push(name), run(name, parameters));
        return work(noted, attempt);
      }),
  });
  const { services, ...context } = server.context;
  const eve = {
    ...context,
    services: { ...services, database: noting },
    principal: principalOf('eve', 'global', ['agent']),
  };
  const answer = await call(eve).catch((refusal: { code: string; message: string; details?: unknown }) => {
    const { code, message, details } = refusal;
    return JSON.parse(JSON.stringify({ code, message, details }).replaceAll(id, 'ID')) as unknown;
  });
  return { answer, ran };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each takes its own input
type AnyOperation = Operation<any, any, any>;
const CALLS: [string, AnyOperation, (id: string) => Record<string, unknown>][] = [
  ['updateMemory', updateMemory, (id) => ({ id, fields: { content: 'x' } })],
  ['updateMemory with a version', updateMemory, (id) => ({ id, fields: { content: 'x' }, expectedVersion: 7 })],
  ['deleteMemory', deleteMemory, (id) => ({ id })],
  ['promoteMemory', promoteMemory, (id) => ({ id })],
  ['promoteMemory to a namespace', promoteMemory, (id) => ({ id, toNamespace: 'above' })],
  ['atomise', atomise, (id) => ({ id })],
  ['restoreMemory', restoreMemory, (id) => ({ id })],
  ['verifyMemory', verifyMemory, (id) => ({ id })],
  ['linkMemories from it', linkMemories, (id) => ({ sourceId: id, targetId: own })],
  ['linkMemories to it', linkMemories, (id) => ({ sourceId: own, targetId: id })],
  ['invalidateLink', invalidateLink, (id) => ({ sourceId: id, targetId: own, relation: 'RELATED_TO' })],
  ['reflect', reflect, (id) => ({ sourceIds: [own, id], title: 'r', content: 'r' })],
];

test.each(CALLS)('%s', async (_name, operation, input) => {
  for (const idempotencyKey of [undefined, freshNamespace()]) {
    const ways = [];
    for (const id of Object.values(ids))
      ways.push(await way((context) => execute(operation, input(id), { ...context, idempotencyKey }), id));
    const [hidden, ...others] = ways;
    expect(hidden).toMatchObject({ answer: { code: 'NOT_FOUND' }, ran: expect.arrayContaining([expect.any(String)]) });
    for (const other of others) expect(other).toEqual(hidden);
  }
});

test('memory(id)', async () => {
  const load = (id: string) =>
    way(async ({ services, principal }) => await graphContext(services, principal, []).memories.load(id), id);
  const none = await load(ids.none);
  expect(none).toEqual({ answer: null, ran: ['memory/read'] });
  expect([await load(ids.hidden), await load(ids.archived)]).toEqual([none, none]);
});

test('within the statement a hidden memory costs a few reads of properties more, whatever it holds', async () => {
  const hits = async (id: string) => {
    const parameters = {
      ids: [id],
      now: toLocalDateTime(new Date()),
      reader: readerOf(principalOf('eve', 'global', ['agent'])),
    };
    const { summary } = await server.database.driver.executeQuery(`PROFILE ${asSent('memory/read')}`, {
      [SINGLE_PARAMETER]: parameters,
    });
    const sum = (step: { dbHits: number; children: unknown[] }): number =>
      step.dbHits + (step.children as (typeof step)[]).reduce((all, child) => all + sum(child), 0);
    return sum(summary.profile as never);
  };
  const [hidden, archived, none] = [await hits(ids.hidden), await hits(ids.archived), await hits(ids.none)];
  expect([hidden - none <= 6, archived - none <= 6]).toEqual([true, true]);
});
