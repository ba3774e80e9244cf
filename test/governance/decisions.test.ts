import { beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, type HttpClient } from '../support/client.ts';
import { fingerprint } from '../support/graph.ts';
import {
  DELETE,
  LINK,
  memory,
  PROMOTE,
  REFLECT,
  register,
  setPolicy,
  speaking,
  STANDARD,
  STORE,
  store,
  UPDATE,
} from './governed.ts';

// Who may do what at each level: every action, by its author, a registered agent, a stranger and an admin.

const root = freshNamespace('decide');
const admin = speaking();
const actors = {
  author: speaking({ agentId: `author-${root}` }),
  registered: speaking({ agentId: `registered-${root}` }),
  stranger: speaking({ agentId: `stranger-${root}` }),
  admin,
};
type Actor = keyof typeof actors;

type Level = 'ANY' | 'REGISTERED' | 'OWNER' | 'APPROVE';
const levels: readonly Level[] = ['ANY', 'REGISTERED', 'OWNER', 'APPROVE'];

/** What each level says to each actor. */
const EXPECTED: Readonly<Record<Level, Readonly<Record<Actor, 'does' | 'denied' | 'waits'>>>> = {
  ANY: { author: 'does', registered: 'does', stranger: 'does', admin: 'does' },
  REGISTERED: { author: 'denied', registered: 'does', stranger: 'denied', admin: 'does' },
  OWNER: { author: 'does', registered: 'denied', stranger: 'denied', admin: 'does' },
  APPROVE: { author: 'waits', registered: 'waits', stranger: 'waits', admin: 'waits' },
};

interface Case {
  readonly action: string;
  readonly field: string;
  /** Does it in a namespace to a memory of the author; the payload. */
  readonly act: (client: HttpClient, namespace: string, id: string) => Promise<Answer>;
}

interface Answer {
  readonly payload?: { readonly pending?: { readonly action: string } | null };
  readonly refusal?: { readonly code: string; readonly message: string; readonly details?: Record<string, unknown> };
}

async function send(client: HttpClient, document: string, variables: Record<string, unknown>): Promise<Answer> {
  const { data, errors } = await client.send<Record<string, NonNullable<Answer['payload']>>>(document, variables);
  const [error] = errors ?? [];
  if (error) return { refusal: { ...error.extensions, message: error.message } };
  return { payload: Object.values(data ?? {})[0] ?? {} };
}

const CASES: readonly Case[] = [
  { action: 'STORE', field: 'write', act: (client, namespace) => send(client, STORE, { input: memory(namespace) }) },
  {
    action: 'REFLECT',
    field: 'write',
    act: (client, _namespace, id) =>
      send(client, REFLECT, {
        input: { sourceIds: [id], title: freshNamespace('r'), content: 'r', scope: 'COLLECTIVE' },
      }),
  },
  {
    action: 'UPDATE',
    field: 'update',
    act: (client, _namespace, id) => send(client, UPDATE, { id, input: { tags: [freshNamespace('t')] } }),
  },
  {
    action: 'PROMOTE',
    field: 'promote',
    act: (client, _namespace, id) => send(client, UPDATE, { id, input: { tier: 'LONG' } }),
  },
  {
    action: 'LINK',
    field: 'link',
    act: (client, _namespace, id) => send(client, LINK, { input: { sourceId: id, targetId: target } }),
  },
  { action: 'DELETE', field: 'delete', act: (client, _namespace, id) => send(client, DELETE, { id }) },
];

let target: string;
beforeAll(async () => {
  await register(`registered-${root}`);
  target = await store(admin, `${root}/target`);
});

describe.each(levels)('the level %s', (level) => {
  test.each(CASES.map((one) => [one.action, one] as const))(
    'of %s',
    async (action, { field, act }) => {
      const namespace = `${root}/${level}/${action}`;
      await setPolicy(namespace, { write: 'ANY', update: 'ANY', link: 'ANY', promote: 'ANY', delete: 'ANY' });
      const ids: Record<string, string> = {};
      for (const actor of Object.keys(actors)) ids[actor] = await store(actors.author, namespace);
      // The author of the standard is whom OWNER means for what is new.
      await admin.run(STANDARD, { namespace, memoryId: ids['author'] });
      await setPolicy(namespace, { [field]: level });
      for (const [actor, client] of Object.entries(actors) as [Actor, HttpClient][]) {
        const expected = EXPECTED[level][actor];
        const before = await fingerprint(namespace);
        const { payload, refusal } = await act(client, namespace, ids[actor] ?? '');
        const answer = refusal ? 'denied' : payload?.pending ? 'waits' : 'does';
        expect({ actor, answer, refusal: answer === expected ? null : refusal }).toEqual({
          actor,
          answer: expected,
          refusal: null,
        });
        if (expected === 'does') continue;
        // Nothing but the outbox, and what waits, knows of it.
        expect(await fingerprint(namespace)).toBe(before);
        if (expected === 'waits') expect(payload?.pending).toMatchObject({ action });
        else
          expect(refusal).toMatchObject({
            code: 'GOVERNANCE_DENIED',
            message: `${action.toLowerCase()} denied by governance: ${String(refusal?.details?.['reason'])}`,
            details: {
              action,
              deniedLevel: level,
              agentId: `${actor}-${root}`,
              namespace,
              owner: `author-${root}`,
            },
          });
      }
    },
    60_000,
  );
});

describe('what is new', () => {
  test('has no owner where there is no standard: OWNER refuses all but admins', async () => {
    const namespace = `${root}/no-standard`;
    await setPolicy(namespace, { write: 'OWNER' });
    expect(await actors.author.refusal(STORE, { input: memory(namespace) })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { deniedLevel: 'OWNER', owner: null },
    });
    await store(admin, namespace);
  });

  test('has the author of the nearest standard, also of one above', async () => {
    const namespace = `${root}/nearest`;
    const standard = await store(actors.author, namespace);
    await admin.run(STANDARD, { namespace, memoryId: standard });
    await setPolicy(namespace, { write: 'OWNER' });
    await store(actors.author, `${namespace}/below`);
    expect(await actors.stranger.refusal(STORE, { input: memory(`${namespace}/below`) })).toMatchObject({
      details: { owner: `author-${root}` },
    });
  });
});

describe('several requests of one operation', () => {
  test('a promotion to a namespace above is a store there too', async () => {
    const above = `${root}/above`;
    const id = await store(actors.author, `${above}/below`);
    await setPolicy(above, { write: 'REGISTERED' });
    await setPolicy(`${above}/below`, { write: 'ANY' });
    expect(await actors.author.refusal(PROMOTE, { id, to: above })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { action: 'STORE', namespace: above, deniedLevel: 'REGISTERED' },
    });
    await setPolicy(above, { write: 'APPROVE' });
    const { promoteMemory } = await actors.author.run<{ promoteMemory: unknown }>(PROMOTE, { id, to: above });
    expect(promoteMemory).toMatchObject({ memory: null, pending: { action: 'STORE' } });
  });

  test('a move by an update is a store where it goes', async () => {
    const to = `${root}/moved-to`;
    const id = await store(actors.author, `${root}/moved-from`);
    await setPolicy(to, { write: 'REGISTERED', update: 'ANY' });
    expect(await actors.author.refusal(UPDATE, { id, input: { namespace: to } })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { action: 'STORE', namespace: to },
    });
  });

  test('an update that raises the tier is a promotion too; a denial goes before a question', async () => {
    const namespace = `${root}/rise`;
    const id = await store(actors.author, namespace);
    await setPolicy(namespace, { update: 'APPROVE', promote: 'REGISTERED' });
    expect(await actors.author.refusal(UPDATE, { id, input: { tier: 'LONG' } })).toMatchObject({
      details: { action: 'PROMOTE', deniedLevel: 'REGISTERED' },
    });
  });
});

describe('an end that comes earlier is a deletion', () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day).toISOString();
  const merge = (namespace: string, title: string, more: Record<string, unknown>) => ({
    input: memory(namespace, { title, onConflict: 'MERGE', ...more }),
  });
  // All of them are of a memory that has 20 days to live, or in the end no end.
  const SHORTER: readonly [string, Record<string, unknown>, Record<string, unknown>][] = [
    ['an earlier expiresAt', { expiresAt: at(20) }, { expiresAt: at(19) }],
    ['an expiresAt that has passed', { expiresAt: at(20) }, { expiresAt: at(-1) }],
    ['an expiresAt where there was none', { tier: 'LONG' }, { expiresAt: at(3_000) }],
  ];

  test.each(SHORTER)('%s, by an update', async (_, stored, input) => {
    const namespace = `${root}/earlier`;
    const id = await store(actors.author, namespace, stored);
    const before = await fingerprint(namespace);
    expect(await actors.stranger.refusal(UPDATE, { id, input })).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { action: 'DELETE', deniedLevel: 'OWNER', owner: `author-${root}`, namespace },
    });
    expect(await fingerprint(namespace)).toBe(before);
    await actors.author.run(UPDATE, { id, input });
  });

  test.each([
    ['ttlSecs', { ttlSecs: 5 }],
    ['expiresAt', { expiresAt: at(1) }],
  ])('%s, by a merge', async (_, wish) => {
    const namespace = `${root}/earlier`;
    const title = freshNamespace('merged');
    await store(actors.author, namespace, { title, expiresAt: at(20) });
    const before = await fingerprint(namespace);
    expect(await actors.stranger.refusal(STORE, merge(namespace, title, wish))).toMatchObject({
      code: 'GOVERNANCE_DENIED',
      details: { action: 'DELETE', owner: `author-${root}` },
    });
    expect(await fingerprint(namespace)).toBe(before);
    await actors.author.run(STORE, merge(namespace, title, wish));
  });

  test('waits where deletions wait, and what lives as long or longer is no deletion', async () => {
    const namespace = `${root}/earlier-waits`;
    await setPolicy(namespace, { delete: 'APPROVE' });
    const expiresAt = at(20);
    const title = freshNamespace('merged');
    const id = await store(actors.author, namespace, { title, expiresAt });
    const { updateMemory } = await actors.author.run<{ updateMemory: unknown }>(UPDATE, {
      id,
      input: { expiresAt: at(1) },
    });
    expect(updateMemory).toMatchObject({ memory: null, pending: { action: 'DELETE' } });
    const done = { memory: { id }, pending: null };
    for (const input of [{ expiresAt }, { expiresAt: at(21) }, { priority: 3 }, { expiresAt: null }])
      expect(await actors.stranger.run(UPDATE, { id, input })).toMatchObject({ updateMemory: done });
    for (const more of [{}, { tier: 'LONG', expiresAt: at(1) }])
      expect(await actors.stranger.run(STORE, merge(namespace, title, more))).toMatchObject({ storeMemory: done });
  });
});

describe('reflections', () => {
  const reflectOn = (id: string, client = actors.author) =>
    send(client, REFLECT, {
      input: { sourceIds: [id], title: freshNamespace('r'), content: 'r', scope: 'COLLECTIVE' },
    });

  test.each([
    [0, 'REFLECTION_DEPTH_EXCEEDED'],
    [1, null],
  ])('a cap of %s', async (maxReflectionDepth, code) => {
    const namespace = `${root}/cap-${maxReflectionDepth}`;
    const id = await store(actors.author, namespace);
    await setPolicy(namespace, { maxReflectionDepth });
    const { refusal } = await reflectOn(id);
    expect(refusal?.code ?? null).toBe(code);
    if (code) expect(refusal?.details).toEqual({ attemptedDepth: 1, cap: maxReflectionDepth, namespace });
  });

  test('beyond the default, as deep as the policy lets them', async () => {
    const namespace = `${root}/deep`;
    await setPolicy(namespace, { maxReflectionDepth: 5 });
    let id = await store(actors.author, namespace);
    for (const depth of [1, 2, 3, 4, 5]) {
      const { reflect } = await actors.author.run<{ reflect: { memory: { id: string; reflectionDepth: number } } }>(
        REFLECT,
        {
          input: { sourceIds: [id], title: `depth ${depth}`, content: 'r', scope: 'COLLECTIVE' },
        },
      );
      expect(reflect.memory.reflectionDepth).toBe(depth);
      id = reflect.memory.id;
    }
    expect((await reflectOn(id)).refusal).toMatchObject({ code: 'REFLECTION_DEPTH_EXCEEDED', details: { cap: 5 } });
  });

  test('above a depth wait for approval, also an admin; above the cap nobody is asked', async () => {
    const namespace = `${root}/above-depth`;
    await setPolicy(namespace, { requireApprovalAboveDepth: 0, maxReflectionDepth: 1 });
    const id = await store(actors.author, namespace);
    expect((await reflectOn(id, admin)).payload).toMatchObject({ memory: null, pending: { action: 'REFLECT' } });
    await setPolicy(namespace, { maxReflectionDepth: 0 });
    expect((await reflectOn(id)).refusal).toMatchObject({ code: 'REFLECTION_DEPTH_EXCEEDED' });
  });
});

describe('a reflection that comes from elsewhere', () => {
  const RESTORE = 'mutation ($id: ID!) { restoreMemory(id: $id) { memory { id } pending { action } } }';
  const ATOMISE = 'mutation ($id: ID!) { atomise(id: $id, maxAtomTokens: 50) { parent { id } pending { action } } }';
  const above = `${root}/comes`;
  const below = `${above}/below`;
  const content = 'Each of these many sentences says a little. '.repeat(12);
  /** A reflection of depth 1 in the namespace below, where it may be. */
  async function deep(): Promise<string> {
    await setPolicy(below, { maxReflectionDepth: 3, requireApprovalAboveDepth: 3 });
    const { reflect } = await actors.author.run<{ reflect: { memory: { id: string } } }>(REFLECT, {
      input: {
        sourceIds: [await store(actors.author, below)],
        title: freshNamespace('r'),
        content,
        scope: 'COLLECTIVE',
      },
    });
    return reflect.memory.id;
  }
  const WAYS: readonly [string, string, string, Record<string, unknown>][] = [
    ['moved', above, UPDATE, { input: { namespace: above } }],
    ['cloned', above, PROMOTE, { to: above }],
    ['restored', below, RESTORE, {}],
    ['divided into atoms', below, ATOMISE, {}],
  ];

  test.each(WAYS)(
    'is held to the cap and to approvals above a depth when it is %s',
    async (how, to, document, more) => {
      const id = await deep();
      if (how === 'restored') await actors.author.run(DELETE, { id });
      await setPolicy(to, { maxReflectionDepth: 0, requireApprovalAboveDepth: 0 });
      const before = await fingerprint(above);
      for (const client of [actors.author, admin])
        expect(await client.refusal(document, { id, ...more })).toMatchObject({
          code: 'REFLECTION_DEPTH_EXCEEDED',
          details: { attemptedDepth: 1, cap: 0, namespace: to },
        });
      await setPolicy(to, { maxReflectionDepth: 1 });
      const answer = await actors.author.run<Record<string, unknown>>(document, { id, ...more });
      expect(Object.values(answer)).toMatchObject([{ pending: { action: how === 'restored' ? 'UPDATE' : 'STORE' } }]);
      expect(await fingerprint(above)).toBe(before);
      await setPolicy(to, { requireApprovalAboveDepth: 1 });
      expect(Object.values(await actors.author.run(document, { id, ...more }))).toMatchObject([{ pending: null }]);
    },
  );

  test('is held to none of it at depth 0', async () => {
    await setPolicy(above, { maxReflectionDepth: 0, requireApprovalAboveDepth: 0 });
    const id = await store(actors.author, below, { kind: 'REFLECTION' });
    expect(await actors.author.run(UPDATE, { id, input: { namespace: above } })).toMatchObject({
      updateMemory: { memory: { id }, pending: null },
    });
  });
});

describe('namespaces of the system', () => {
  test.each(['_own', 'a/_own', '_own/a'])('%s takes no write, not from an admin either', async (path) => {
    const namespace = `${root}/${path}`;
    for (const client of [actors.author, admin]) {
      const before = await fingerprint(root);
      expect(await client.refusal(STORE, { input: memory(namespace) })).toMatchObject({
        code: 'GOVERNANCE_DENIED',
        details: { action: 'STORE', deniedLevel: null, namespace, reason: expect.stringContaining('of the system') },
      });
      expect(await fingerprint(root)).toBe(before);
    }
  });

  test('nothing is moved or reflected into one', async () => {
    const namespace = `${root}/_own`;
    const id = await store(actors.author, `${root}/plain`);
    for (const [document, variables] of [
      [UPDATE, { id, input: { namespace } }],
      [REFLECT, { input: { sourceIds: [id], title: 'r', content: 'r', namespace } }],
    ] as const)
      expect(await admin.refusal(document, variables)).toMatchObject({ code: 'GOVERNANCE_DENIED' });
  });
});
