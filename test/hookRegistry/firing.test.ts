import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { HOOK_EVENTS, type HookEvent } from '../../src/hook/event.ts';
import { FIRED_BY } from '../../src/hook/firesIn.ts';
import { PAYLOAD_CODECS } from '../../src/hook/payload/codec.ts';
import {
  at,
  bob,
  client,
  DELETE,
  file,
  LINK,
  on,
  RECALL,
  REFLECT,
  root,
  SEARCH,
  server,
  store,
  UPDATE,
  withHooks,
} from '../pipeline/hookedServer.ts';
import { HttpClient } from '../support/client.ts';

// A real process for each of the 25 events: it writes down what it is told, and that is all there is to see.
withHooks(
  HOOK_EVENTS.map((event) => on(event, 'all', ['record', event], { id: event, namespace: `${root}/**` })),
  { alone: true },
);

const PROMOTE = 'mutation ($id: ID!, $to: Tier!) { promoteMemory(id: $id, toTier: $to) { memory { tier } } }';
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const memories = [expect.objectContaining({ namespace: at('found'), title: 'walnut' })];

function equals(actual: unknown, wanted: unknown): boolean {
  try {
    expect(actual).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}

interface Case {
  readonly event: HookEvent;
  readonly does: string;
  /** Carries the operation out in the case's namespace; answers the ids that the payload names. */
  readonly act: (name: string) => Promise<readonly string[]>;
  /** What the script must have read. */
  readonly payload: (name: string, ids: readonly string[]) => Record<string, unknown>;
}

async function two(name: string): Promise<[string, string]> {
  return [await store(name, { title: 'one' }), await store(name, { title: 'two', content: 'a chestnut' })];
}

const CASES: readonly Case[] = [
  {
    event: 'pre_store',
    does: 'storeMemory',
    act: async (name) => [await store(name, { title: 'walnut', tags: ['x'], metadata: { n: 1 } })],
    payload: (name) => ({
      tier: 'mid',
      namespace: at(name),
      title: 'walnut',
      content: 'a walnut tree',
      tags: ['x'],
      priority: 5,
      confidence: 1,
      source: 'api',
      metadata: { n: 1, agent_id: 'alice', scope: 'collective' },
    }),
  },
  {
    event: 'pre_store',
    does: 'updateMemory',
    async act(name) {
      const id = await store(name);
      await client.run(UPDATE, { id, input: { content: 'changed' } });
      return [id];
    },
    payload: (_name, [id]) => ({ id, content: 'changed' }),
  },
  {
    event: 'post_store',
    does: 'storeMemory',
    act: async (name) => [await store(name, { title: 'walnut' })],
    payload: (name, [id]) =>
      expect.objectContaining({ id, namespace: at(name), title: 'walnut', version: 1, created_at: instant }),
  },
  {
    event: 'post_store',
    does: 'updateMemory',
    async act(name) {
      const id = await store(name);
      await client.run(UPDATE, { id, input: { content: 'changed' } });
      return [id];
    },
    payload: (_name, [id]) => expect.objectContaining({ id, content: 'changed', version: 2 }),
  },
  {
    event: 'pre_recall',
    does: 'recall',
    act: async (name) => {
      await client.run(RECALL, {
        input: { query: 'walnut', namespace: at(name), limit: 3, tags: ['x'], budgetTokens: 100, touch: false },
      });
      return [];
    },
    payload: (name) => ({ query: 'walnut', namespace: at(name), limit: 3, tags: ['x'], budget_tokens: 100 }),
  },
  {
    event: 'pre_recall_expand',
    does: 'recall',
    act: async (name) => {
      await client.run(RECALL, { input: { query: 'walnut', namespace: at(name), limit: 3, touch: false } });
      return [];
    },
    payload: (name) => ({ query: 'walnut', namespace: at(name), k: 3 }),
  },
  {
    event: 'post_recall',
    does: 'recall',
    act: async (name) => {
      await store('found', { title: 'walnut' }).catch(() => '');
      await client.run(RECALL, { input: { query: `walnut ${name}`, namespace: at('found'), touch: false } });
      return [];
    },
    payload: (name) => ({ query: `walnut ${name}`, memories, tokens_used: expect.any(Number) }),
  },
  {
    event: 'pre_search',
    does: 'searchMemories',
    act: async (name) => {
      await client.run(SEARCH, { input: { query: 'walnut', namespace: at(name), limit: 7 } });
      return [];
    },
    payload: (name) => ({ query: 'walnut', namespace: at(name), limit: 7 }),
  },
  {
    event: 'post_search',
    does: 'searchMemories',
    act: async () => {
      await store('found', { title: 'walnut' }).catch(() => '');
      await client.run(SEARCH, { input: { query: 'walnut', namespace: at('found') } });
      return [];
    },
    payload: () => ({ query: 'walnut', memories }),
  },
  ...(['pre_delete', 'pre_archive', 'post_delete'] as const).map<Case>((event) => ({
    event,
    does: 'deleteMemory',
    async act(name) {
      const id = await store(name);
      await client.run(DELETE, { id });
      return [id];
    },
    payload: (_name, [id]) => ({ id }),
  })),
  ...(['pre_promote', 'post_promote'] as const).map<Case>((event) => ({
    event,
    does: 'promoteMemory',
    async act(name) {
      const id = await store(name, { tier: 'SHORT' });
      await client.run(PROMOTE, { id, to: 'LONG' });
      return [id];
    },
    payload: (_name, [id]) => ({ id, from_tier: 'short', to_tier: 'long' }),
  })),
  {
    event: 'pre_link',
    does: 'linkMemories',
    async act(name) {
      const [sourceId, targetId] = await two(name);
      await client.run(LINK, { input: { sourceId, targetId, relation: 'SUPERSEDES' } });
      return [sourceId, targetId];
    },
    payload: (_name, [source, target]) => ({ source_id: source, target_id: target, relation: 'supersedes' }),
  },
  {
    event: 'post_link',
    does: 'linkMemories',
    async act(name) {
      const [sourceId, targetId] = await two(name);
      await client.run(LINK, { input: { sourceId, targetId } });
      return [sourceId, targetId];
    },
    payload: (_name, [source, target]) => ({
      ...{ source_id: source, target_id: target, relation: 'related_to', created_at: instant, valid_from: instant },
      ...{ observed_by: 'alice', attest_level: 'unsigned' },
    }),
  },
  {
    event: 'pre_governance_decision',
    does: 'deleteMemory',
    async act(name) {
      const id = await store(name);
      await client.run(DELETE, { id });
      return [id];
    },
    payload: (name, [id]) => ({ namespace: at(name), action: 'memory_delete', agent_id: 'alice', memory_id: id }),
  },
  {
    event: 'post_governance_decision',
    does: 'deleteMemory, refused',
    async act(name) {
      const id = await store(name);
      await new HttpClient(server.url, { agentId: bob }).refusal(DELETE, { id });
      return [];
    },
    payload: (name) => ({
      ...{ namespace: at(name), action: 'memory_delete', agent_id: bob },
      ...{ outcome: 'deny', reason: 'only the author may do this' },
    }),
  },
  {
    event: 'pre_reflect',
    does: 'reflect',
    async act(name) {
      await client.run(REFLECT, { input: { sourceIds: await two(name), title: 'both', content: 'trees' } });
      return [];
    },
    payload: (name) => expect.objectContaining({ title: 'both', content: 'trees', namespace: at(name) }),
  },
  {
    event: 'post_reflect',
    does: 'reflect',
    async act(name) {
      const ids = await two(name);
      const { reflect } = await client.run<{ reflect: { memory: { id: string } } }>(REFLECT, {
        input: { sourceIds: ids, title: 'both', content: 'trees' },
      });
      return [reflect.memory.id, ...ids];
    },
    payload: (name, [id, ...sources]) => ({
      id,
      reflection_depth: 1,
      reflects_on: expect.arrayContaining([...sources]),
      namespace: at(name),
    }),
  },
];

describe('a hook of', () => {
  test.each(CASES.map((one, place) => [`${one.event} fires in ${one.does}`, one, place] as const))(
    '%s, with the exact payload',
    async (_, { event, act, payload }, place) => {
      const before = file.lines(event).length;
      const ids = await act(`case-${place}`);
      const wanted = { event, payload: payload(`case-${place}`, ids) };
      const isThere = () =>
        file
          .lines(event)
          .slice(before)
          .some((line) => equals(line, wanted));
      for (const end = Date.now() + 15_000; Date.now() < end && !isThere();) await sleep(25);
      const lines = file.lines(event);
      expect(lines.slice(before)).toContainEqual(wanted);
      for (const line of lines) expect(PAYLOAD_CODECS[event].payload.parse(line.payload)).toEqual(line.payload);
    },
    30_000,
  );

  test('every event that an operation fires is in the table, and no other was called', () => {
    const fired = HOOK_EVENTS.filter((event) => FIRED_BY[event] !== null);
    expect([...new Set(CASES.map(({ event }) => event))].sort()).toEqual(fired.toSorted());
    expect(HOOK_EVENTS.filter((event) => file.lines(event).length > 0).sort()).toEqual(fired.toSorted());
  });

  test('an event that nothing fires yet says so in the log', () => {
    for (const event of HOOK_EVENTS.filter((one) => FIRED_BY[one] === null))
      expect(server.log()).toContain(`${event} does not fire yet`);
  });
});
