import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { forgetUsage } from '../../src/database/forgetUsage.ts';
import { GroupCommitWriter } from '../../src/database/writer.ts';
import { registerEntity } from '../../src/entity/register.ts';
import { setGovernancePolicy } from '../../src/governance/setPolicy.ts';
import { jsonl } from '../../src/import/formats/jsonl.ts';
import { importFile } from '../../src/import/importFile.ts';
import { atomise } from '../../src/memory/atomise.ts';
import { deleteMemory } from '../../src/memory/delete.ts';
import { forgetMemories } from '../../src/memory/forget.ts';
import { promoteMemory } from '../../src/memory/promote.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { updateMemory } from '../../src/memory/update.ts';
import { approvePendingAction } from '../../src/pending/decide.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { OperationContext } from '../../src/pipeline/operation.ts';
import { reflect } from '../../src/reflection/reflect.ts';
import { END, HEADER, importFileOf, memoryLineOf } from '../import/importFile.ts';
import {
  as,
  counted,
  input,
  MAX,
  PROSE,
  servers,
  sweep,
  usage,
  withChargedServers,
  type Use,
} from './chargedServer.ts';

// Whatever way something is written, what is charged is what is there.

withChargedServers();

const fresh = () => `charges/${randomUUID()}`;
const store = async (who: OperationContext, namespace: string, title: string, more: Record<string, unknown> = {}) =>
  (await execute(storeMemory, input(namespace, title, more), who)).memory!.id;

/** The server's word, once it was found to be true. */
async function used(agentId: string, namespace: string): Promise<Use> {
  const said = await usage(agentId, namespace);
  expect(said).toEqual(await counted(agentId, namespace));
  return said;
}

describe('what is charged is what is there', () => {
  test.each<[string, (at: string) => Promise<unknown>, Partial<Use>, Partial<Use>?]>([
    [
      'atoms: a memory and a link each, to the author and to who divides',
      async (at) =>
        execute(atomise, { id: await store(as('p'), at, 'long', { content: PROSE }), maxAtomTokens: 50 }, as('q')),
      { memories: 4, links: 0 },
      { memories: 0, links: 3 },
    ],
    [
      'a clone in the namespace above',
      async (at) => execute(promoteMemory, { id: await store(as('p'), `${at}/below`, 'up'), toNamespace: at }, as('q')),
      { memories: 1, bytes: 2 + 2 + 1, links: 0 },
      { memories: 0, links: 1 },
    ],
    [
      'an edit that takes the place of what was',
      async (at) => {
        const id = await store(as('p'), at, 'edited', { content: PROSE });
        await execute(updateMemory, { id, fields: { content: 'brief' }, editSource: 'LLM' }, as('q'));
      },
      { memories: 1, links: 0 },
      { memories: 0, links: 1 },
    ],
    [
      'another version of a title',
      async (at) => {
        for (const content of ['one', 'other']) await store(as('p'), at, 'twice', { content, onConflict: 'VERSION' });
      },
      { memories: 2, bytes: 5 + 3 + 1 + (5 + 4) + 5 + 1 },
    ],
    [
      'what is merged into the memory of another, to its author',
      async (at) => {
        await store(as('p'), at, 'merged', { content: PROSE });
        await store(as('q'), at, 'merged', { content: 'brief', onConflict: 'MERGE' });
      },
      { memories: 1, bytes: 6 + 5 + 1 },
      { memories: 0, bytes: 0 },
    ],
    [
      'what the sweep finds expired, no more',
      async (at) => {
        await store(as('p'), at, 'brief', { ttlSecs: 60 });
        await store(as('p'), at, 'long', { ttlSecs: 86_400 });
        await sweep(at);
      },
      { memories: 1, bytes: 4 + 2 + 1 },
    ],
    [
      'an expired memory that was in the way, no more',
      async (at) => {
        await store(as('p'), at, 'title', { ttlSecs: 60, content: PROSE });
        await store(as('q', servers.later), at, 'title');
      },
      { memories: 0, bytes: 0 },
      { memories: 1, bytes: 5 + 2 + 1 },
    ],
    [
      'what is forgotten, no more',
      async (at) => {
        for (const title of ['walrus', 'bees', 'clover']) await store(as('p'), at, title);
        await execute(forgetMemories, { namespace: at, pattern: 'walrus OR bees' }, as('p'));
      },
      { memories: 1, bytes: 6 + 2 + 1 },
    ],
    [
      'an entity, and the names that it gets',
      async (at) => {
        await execute(
          registerEntity,
          { ...input(at, ''), title: undefined, canonicalName: 'Ann', aliases: ['A'] },
          as('p'),
        );
        await execute(
          registerEntity,
          { ...input(at, ''), title: undefined, canonicalName: 'Ann', aliases: ['Annie'] },
          as('p'),
        );
      },
      { memories: 1, links: 0 },
    ],
    [
      'a reflection, and a link for each source',
      async (at) => {
        const sourceIds = [await store(as('p'), at, '1'), await store(as('p'), at, '2')];
        await execute(reflect, { sourceIds, title: 'r', content: 'r', namespace: at, scope: 'COLLECTIVE' }, as('q'));
      },
      { memories: 2, links: 0 },
      { memories: 1, links: 2 },
    ],
    [
      'what an approval carries out, to who asked',
      async (at) => {
        await execute(
          setGovernancePolicy,
          { namespace: at, policy: { write: 'APPROVE' } },
          as('boss', servers.here, 'admin'),
        );
        const { pending } = await execute(storeMemory, input(at, 'asked'), as('p'));
        expect(await usage('p', at)).toEqual({ memories: 0, bytes: 0, links: 0 });
        await execute(approvePendingAction, { id: pending!.id }, as('q', servers.there, 'approver'));
      },
      { memories: 1, bytes: 5 + 2 + 1 },
      { memories: 0, bytes: 0 },
    ],
  ])('%s', async (_name, act, ofP, ofQ = {}) => {
    const at = fresh();
    // From the first charge on it is not counted, but added up.
    const first = [await store(as('p'), at, 'first'), await store(as('q'), at, 'second')];
    for (const [place, who] of ['p', 'q'].entries()) await execute(deleteMemory, { id: first[place] }, as(who));
    await act(at);
    expect(await used('p', at)).toMatchObject(ofP);
    expect(await used('q', at)).toMatchObject(ofQ);
    await used('p', `${at}/below`);
  });

  test('of an import: its room, and its place on the day that it says', async () => {
    const at = fresh();
    await store(as('p'), at, 'before');
    const today = servers.here.context.services.clock().toISOString();
    const lines = [
      memoryLineOf(randomUUID(), { namespace: at, title: 'long ago', agent_id: 'p' }),
      memoryLineOf(randomUUID(), {
        namespace: at,
        title: 'today',
        agent_id: 'p',
        created_at: today,
        updated_at: today,
      }),
    ];
    const file = importFileOf(randomUUID(), [HEADER, ...lines, END]);
    const { database, context } = servers.here;
    const { log, clock } = context.services;
    const summary = await importFile({
      ...{ writer: new GroupCommitWriter(database, { log, clock, committed: () => {} }), format: jsonl, file },
      place: { namespace: null, agentId: 'p' },
      settings: { actor: 'p', model: null, slot: database.slot, embeds: false },
      progress: { begin: () => {}, advance: () => {}, end: () => {}, note: () => {} },
      signal: new AbortController().signal,
    });
    expect(summary.skipped).toBe(0);
    await forgetUsage(database);
    const { bytes } = await counted('p', at);
    expect(await usage('p', at)).toEqual({ memories: 2, bytes, links: 0 });
    await store(as('p'), at, 'after');
    expect(await usage('p', at)).toEqual({ memories: 3, bytes: (await counted('p', at)).bytes, links: 0 });
  });
});

test('an approved action for which there is no room goes on waiting until there is', async () => {
  const at = fresh();
  const { pending } = await (async () => {
    await execute(
      setGovernancePolicy,
      { namespace: at, policy: { write: 'APPROVE' } },
      as('boss', servers.here, 'admin'),
    );
    return await execute(storeMemory, input(at, 'asked'), as('p'));
  })();
  await execute(setGovernancePolicy, { namespace: at, policy: { write: 'ANY' } }, as('boss', servers.here, 'admin'));
  const ids = await Promise.all(Array.from({ length: MAX.memories }, (_, place) => store(as('p'), at, `m${place}`)));
  const approve = () => execute(approvePendingAction, { id: pending!.id }, as('q', servers.there, 'approver'));
  await expect(approve()).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED', details: { agentId: 'p' } });
  expect((await used('p', at)).memories).toBe(MAX.memories);
  await execute(deleteMemory, { id: ids[0] }, as('p'));
  expect((await approve()).pending.status).toBe('APPROVED');
  expect((await used('p', at)).memories).toBe(MAX.memories);
});

test('of two clients at the limit, on two servers, as many pass as there is room for, whatever way they write', async () => {
  const at = fresh();
  const sources = await Promise.all(
    Array.from({ length: 3 }, (_, place) => store(as('p'), `${at}/below`, `s${place}`)),
  );
  await Promise.all(Array.from({ length: MAX.memories - 3 }, (_, place) => store(as('p'), at, `m${place}`)));
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, turn) => {
      const who = as('p', turn % 2 ? servers.here : servers.there);
      if (turn % 3 === 0) return store(who, at, 'm0', { onConflict: 'VERSION' });
      if (turn % 3 === 1) return execute(promoteMemory, { id: sources[turn >> 2], toNamespace: at }, who);
      return execute(reflect, { sourceIds: [sources[0]], title: `r${turn}`, content: 'r', namespace: at }, who);
    }),
  );
  const codes = answers.map((one) => (one.status === 'fulfilled' ? 'OK' : (one.reason as { code: string }).code));
  // A second clone of one memory finds its title taken.
  expect(codes.filter((code) => code === 'OK')).toHaveLength(3);
  expect(new Set(codes)).toEqual(
    new Set(['OK', 'QUOTA_EXCEEDED', ...(codes.includes('CONFLICT') ? ['CONFLICT'] : [])]),
  );
  expect((await used('p', at)).memories).toBe(MAX.memories);
});
