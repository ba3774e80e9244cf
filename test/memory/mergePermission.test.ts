import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { principalOf } from '../../src/agent/principal.ts';
import { effectivePolicyOf } from '../../src/governance/effectivePolicy.ts';
import type { Memory } from '../../src/memory/memory.ts';
import { storeMemory } from '../../src/memory/store.ts';
import { execute } from '../../src/pipeline/execute.ts';
import type { Operation, OperationContext } from '../../src/pipeline/operation.ts';
import { Overtaken } from '../../src/pipeline/overtaken.ts';
import { UNSIGNED } from '../../src/signature/attest.ts';
import { freshNamespace } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, DELETE, store, storeDocument, type Row } from '../support/memories.ts';
import { parseStore } from './parseStore.ts';
import { sampleMemory } from './sampleMemory.ts';

const home = freshNamespace('merge');
const ann = caller({ agentId: 'ann', namespace: `${home}/a` });
const bob = caller({ agentId: 'bob', namespace: `${home}/b` });
const STORE = storeDocument('id version content agentId');
const noPolicy = effectivePolicyOf(home, { version: 0, parents: [], policies: [] });
const context = {
  principal: principalOf('bob', home, ['agent']),
  services: {
    clock: () => new Date('2026-06-01T00:00:00Z'),
    journal: { keep: () => {} },
    governance: { mode: 'off', policies: { of: async () => ({ policy: noPolicy, fresh: true }) } },
  },
} as unknown as OperationContext;

const worked = (holder: Memory | null) => ({ holder, attestation: { attested: UNSIGNED } });

describe('governance is asked about', () => {
  const input = parseStore({ namespace: 'acme/eng', title: 'Title', onConflict: 'MERGE' });

  test('an update of the holder, with its owner, where a merge finds one', () => {
    expect(storeMemory.governed(input, worked(sampleMemory({ agentId: 'ann', tier: 'MID' })), context)).toEqual([
      { action: 'UPDATE', namespace: 'acme/eng', memoryId: 'm-1', owner: 'ann' },
    ]);
  });

  test('a promotion of it besides, where the merge raises its tier', () => {
    expect(storeMemory.governed(input, worked(sampleMemory({ agentId: 'ann', tier: 'SHORT' })), context)).toEqual([
      { action: 'UPDATE', namespace: 'acme/eng', memoryId: 'm-1', owner: 'ann' },
      { action: 'PROMOTE', namespace: 'acme/eng', memoryId: 'm-1', owner: 'ann' },
    ]);
  });

  test('a deletion of it besides, where it would end earlier by the merge', () => {
    const holder = worked(sampleMemory({ agentId: 'ann', tier: 'MID', expiresAt: '2026-06-01T01:00:00.000Z' }));
    const update = { action: 'UPDATE', namespace: 'acme/eng', memoryId: 'm-1', owner: 'ann' };
    expect(storeMemory.governed({ ...input, ttlSecs: 3_600 }, holder, context)).toEqual([update]);
    expect(storeMemory.governed({ ...input, ttlSecs: 3_599 }, holder, context)).toEqual([
      update,
      { ...update, action: 'DELETE' },
    ]);
  });

  test('a store of the caller where it finds none', () => {
    expect(storeMemory.governed(input, worked(null), context)).toEqual([
      { action: 'STORE', namespace: 'acme/eng', memoryId: null, owner: 'bob' },
    ]);
  });
});

test('what is overtaken is prepared and judged anew, and what runs is what was judged last', async () => {
  const judged: number[] = [];
  let prepared = 0;
  const operation: Operation<object, number, number> = {
    name: 'overtaken',
    kind: 'write',
    input: z.object({}),
    prepare: async () => (prepared += 1),
    preHooks: [],
    governed: (_input, place) => {
      judged.push(place);
      return { action: 'STORE', namespace: home, memoryId: null, owner: null };
    },
    run: async (_context, _input, place) => {
      if (place < 3) throw new Overtaken();
      return place;
    },
  };
  expect(await execute(operation, {}, context)).toBe(3);
  expect(judged).toEqual([1, 2, 3]);
});

test('what is always overtaken is unavailable', async () => {
  const operation: Operation<object, void, never> = {
    ...{ name: 'overtaken', kind: 'write', input: z.object({}), preHooks: [], governed: () => null },
    prepare: async () => {},
    run: () => Promise.reject(new Overtaken()),
  };
  await expect(execute(operation, {}, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('merging', () => {
  const merge = (input: Row) => ({ input: { content: 'merged', onConflict: 'MERGE', ...input } });

  test('into the memory of another is updating it: the author stays', async () => {
    const held = await store(ann, { title: 'shared', namespace: home, scope: 'TEAM' });
    const { storeMemory: merged } = await bob.run<{ storeMemory: Row }>(
      STORE,
      merge({ title: 'shared', namespace: home, scope: 'TEAM' }),
    );
    expect(merged).toMatchObject({
      created: false,
      memory: { id: held['id'], version: 2, content: 'merged', agentId: 'ann' },
    });
  });

  test('into a hidden memory is a conflict without its id, and changes nothing', async () => {
    const place = `${home}/hidden`;
    await store(caller({ agentId: 'near', namespace: `${place}/n` }), {
      title: 'theirs',
      namespace: place,
      scope: 'TEAM',
    });
    const before = await fingerprint(place);
    const far = caller({ agentId: 'far', namespace: 'elsewhere/far' });
    expect(await far.refusal(STORE, merge({ title: 'theirs', namespace: place, scope: 'COLLECTIVE' }))).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'TITLE_TAKEN', namespace: place, title: 'theirs' },
    });
    const { details } = await far.refusal(STORE, merge({ title: 'theirs', namespace: place, scope: 'COLLECTIVE' }));
    expect(details).not.toHaveProperty('existingId');
    expect(await fingerprint(place)).toBe(before);
  });

  test('while the holder is deleted and made again ends in a live memory each time', async () => {
    const place = `${home}/race`;
    const input = { title: 'contested', namespace: place, scope: 'TEAM' };
    const turns = Array.from({ length: 8 }, async (_, turn) => {
      const { storeMemory: merged } = await (turn % 2 ? ann : bob).run<{ storeMemory: Row }>(
        STORE,
        merge({ ...input, content: `turn ${turn}` }),
      );
      if (turn % 3 === 0) await caller().send(DELETE, { id: merged['memory'].id });
      return merged['memory'] as Row;
    });
    const merged = await Promise.all(turns);
    const graph = await askGraph<{ id: string; version: number; agentId: string }>(
      'MATCH (m:MemoryRecord {title: "contested"}) WHERE m.namespace = $place RETURN m.id AS id, m.version AS version, m.agentId AS agentId',
      { place },
    );
    // Every answer is a version of a memory that is there, and no version was answered twice.
    const versions = new Map(graph.map(({ id, version }) => [id, version]));
    for (const memory of merged) expect(memory['version']).toBeLessThanOrEqual(versions.get(memory['id']) ?? 0);
    expect(new Set(merged.map(({ id, version }) => `${String(id)} ${String(version)}`)).size).toBe(8);
    expect(graph.reduce((sum, { version }) => sum + version, 0)).toBe(8);
  });
});
