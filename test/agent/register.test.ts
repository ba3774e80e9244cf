import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { freshNamespace, type HttpClient } from '../support/client.ts';
import { askGraph } from '../support/graph.ts';
import { caller, type Row } from '../support/memories.ts';
import { rawPublicKey, WEAK_KEYS } from '../support/signer.ts';

const home = freshNamespace('agents');
const admin = caller();
const AI = 'ai:claude-opus-4.7';

const REGISTER = `mutation ($input: RegisterAgentInput!, $key: String) { registerAgent(input: $input, idempotencyKey: $key) {
  pending { id } agent { agentId agentType capabilities homeNamespace registeredAt lastSeenAt keys(sort: { addedAt: ASC }) { id publicKey addedAt addedBy revokedAt } } } }`;
const REVOKE = `mutation ($agentId: String!, $keyId: ID!, $key: String) {
  revokeAgentKey(agentId: $agentId, keyId: $keyId, idempotencyKey: $key) { pending { id } agent { agentId keys { id revokedAt } } } }`;
const AGENT = 'query ($id: ID!) { agent(id: $id) { agentId called: agentType keys { publicKey } } }';
const AGENTS = `query ($in: String!) { agents(where: { agentId: { contains: $in } }, sort: { agentId: ASC }) { agentId }
  agentsConnection(where: { agentId: { contains: $in } }) { aggregate { count { nodes } } totalCount } }`;

let made = 0;
/** The id of an agent for a case. */
const freshId = () => `agent-${home}-${(made += 1)}`;
const self = (agentId: string, namespace = home, roles?: string) =>
  caller({ agentId, namespace, ...(roles ? { roles } : {}) });
const key = () => rawPublicKey(generateKeyPairSync('ed25519').publicKey).toString('base64');

async function register(client: HttpClient, input: Row, idempotencyKey?: string): Promise<Row> {
  const { registerAgent } = await client.run<Row>(REGISTER, {
    input: { agentType: AI, ...input },
    key: idempotencyKey,
  });
  expect(registerAgent.pending).toBeNull();
  return registerAgent.agent as Row;
}

const inGraph = async (agentId: string) =>
  JSON.stringify(
    await askGraph(
      'MATCH (a:Agent {agentId: $agentId}) OPTIONAL MATCH (a)-[:HAS_KEY]->(k) RETURN a {.*, lastSeenAt: null, lock: null} AS agent, collect(k {.*}) AS keys',
      { agentId },
    ),
  );

describe('an agent', () => {
  test('registers itself, and its home is its own unless it says less', async () => {
    const id = freshId();
    const agent = await register(self(id), { agentId: id, capabilities: ['recall', 'recall', 'plan'] });
    expect(agent).toMatchObject({
      ...{ agentId: id, agentType: AI, capabilities: ['recall', 'plan'], homeNamespace: home, keys: [] },
    });
    expect(Date.now() - Date.parse(agent['registeredAt'])).toBeLessThan(60_000);
    expect(agent['lastSeenAt']).toBe(agent['registeredAt']);
    expect((await register(self(id), { agentId: id, homeNamespace: `${home}/below` }))['homeNamespace']).toBe(
      `${home}/below`,
    );
  });

  test('registers again: what it says changes, what it leaves out stays', async () => {
    const id = freshId();
    const first = await register(self(id), { agentId: id, capabilities: ['a'], homeNamespace: `${home}/x` });
    const second = await register(self(id), { agentId: id, agentType: 'ai:other' });
    expect(second).toMatchObject({ agentType: 'ai:other', capabilities: ['a'], homeNamespace: `${home}/x` });
    expect(second['registeredAt']).toBe(first['registeredAt']);
    expect((await register(self(id), { agentId: id, capabilities: [] }))['capabilities']).toEqual([]);
  });

  test('has one key in use, and keeps those before', async () => {
    const id = freshId();
    const [first, second] = [key(), key()];
    await register(self(id), { agentId: id, publicKey: first });
    const same = await register(self(id), { agentId: id, publicKey: first });
    expect(same['keys']).toMatchObject([{ publicKey: first, addedBy: id, revokedAt: null }]);
    const { keys } = await register(admin, { agentId: id, publicKey: second });
    expect(keys).toMatchObject([
      { publicKey: first, addedBy: id, revokedAt: expect.any(String) },
      { publicKey: second, addedBy: 'local', revokedAt: null },
    ]);
    expect(keys[0].revokedAt).toBe(keys[1].addedAt);
    expect((await register(self(id), { agentId: id }))['keys']).toEqual(keys);
  });

  test('two keys at the same time: one is in use', async () => {
    const id = freshId();
    await Promise.all(Array.from({ length: 8 }, () => register(self(id), { agentId: id, publicKey: key() })));
    const [row] = await askGraph<{ all: number; used: number }>(
      `MATCH (:Agent {agentId: $id})-[:HAS_KEY]->(k)
       RETURN count(k) AS all, count(CASE WHEN k.revokedAt IS NULL THEN 1 END) AS used`,
      { id },
    );
    expect(row).toEqual({ all: 8, used: 1 });
  });

  test('the same request twice is one registration', async () => {
    const id = freshId();
    const input = { agentId: id, publicKey: key() };
    const first = await register(self(id), input, 'once');
    expect(await register(self(id), input, 'once')).toEqual(first);
    const refusal = await self(id).refusal(REGISTER, {
      input: { ...input, agentType: AI, publicKey: key() },
      key: 'once',
    });
    expect(refusal).toMatchObject({ code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('of any type and home is registered by an admin', async () => {
    const id = freshId();
    expect(await register(admin, { agentId: id, agentType: 'human' })).toMatchObject({
      ...{ agentType: 'human', homeNamespace: 'global' },
    });
    expect(await register(admin, { agentId: id, agentType: 'system', homeNamespace: `${home}/a/b` })).toMatchObject({
      ...{ agentType: 'system', homeNamespace: `${home}/a/b` },
    });
    // What an admin gave, it may repeat.
    expect(
      await register(self(id, `${home}/c`), { agentId: id, agentType: 'system', homeNamespace: `${home}/a/b` }),
    ).toMatchObject({ agentType: 'system', homeNamespace: `${home}/a/b` });
  });
});

const id = `refused-${home}`;
const BAD: [string, Row, string, unknown][] = [
  ['an id of 65 characters', { agentId: 'a'.repeat(65) }, 'agentId', '65 characters'],
  ['an empty id', { agentId: '' }, 'agentId', '0 bytes'],
  ['an id with a blank', { agentId: 'a b' }, 'agentId', '3 bytes'],
  ['an id with ..', { agentId: 'a..b' }, 'agentId', '4 bytes'],
  ['an id with a leading /', { agentId: '/a' }, 'agentId', '2 bytes'],
  ['a reserved id', { agentId: 'daemon' }, 'agentId', 'daemon'],
  ['another reserved id', { agentId: 'ai:migrate' }, 'agentId', 'ai:migrate'],
  ['an unknown type', { agentType: 'robot' }, 'agentType', 'robot'],
  ['a type without a name', { agentType: 'ai:' }, 'agentType', 'ai:'],
  ['a type with a blank', { agentType: 'ai:a b' }, 'agentType', 'ai:a b'],
  ['a type of another case', { agentType: 'Human' }, 'agentType', 'Human'],
  ['a type that is too long', { agentType: `ai:${'x'.repeat(61)}` }, 'agentType', `ai:${'x'.repeat(61)}`],
  ['a type with a line end', { agentType: 'ai:a\n' }, 'agentType', 'ai:a\n'],
  ['51 capabilities', { capabilities: Array.from({ length: 51 }, (_, n) => `c${n}`) }, 'capabilities', '51 entries'],
  ['a blank capability', { capabilities: ['a', ' '] }, 'capabilities[1]', '1 bytes'],
  ['a home that is no path', { homeNamespace: 'a//b' }, 'homeNamespace', '3 segments'],
  ['a key of 31 bytes', { publicKey: randomBytes(31).toString('base64') }, 'publicKey', '31 bytes'],
  ['a key of 33 bytes', { publicKey: randomBytes(33).toString('base64') }, 'publicKey', '33 bytes'],
  ['an empty key', { publicKey: '' }, 'publicKey', '0 bytes'],
  ['a key in base64url', { publicKey: Buffer.alloc(32, 0xfb).toString('base64url') }, 'publicKey', '43 characters'],
  ['a key in hex', { publicKey: 'ab'.repeat(32) }, 'publicKey', '48 bytes'],
  ['a key with blanks', { publicKey: `${key()} ` }, 'publicKey', '45 characters'],
  ['a huge key', { publicKey: 'A'.repeat(100_000) }, 'publicKey', '100000 characters'],
  ...WEAK_KEYS.map(([what, publicKey]): (typeof BAD)[number] => [what, { publicKey }, 'publicKey', 'no such point']),
];

describe('nothing is written for', () => {
  test.each(BAD)('%s', async (_, input, field, actual) => {
    const agentId = typeof input['agentId'] === 'string' ? input['agentId'] : id;
    // Servers that sign have an agent of their own, which has a reserved id.
    const before = await inGraph(agentId);
    const refusal = await admin.refusal(REGISTER, { input: { agentId: id, agentType: AI, ...input } });
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', details: { field, actual, bound: expect.any(String) } });
    expect(await inGraph(agentId)).toBe(before);
  });

  test.each([
    ['another agent', 'agent', { agentId: `other-${home}` }],
    ['another agent, by an approver', 'approver', { agentId: `other-${home}` }],
    ['a home above', 'agent', { homeNamespace: 'global' }],
    ['a home beside', 'agent', { homeNamespace: `${home}x` }],
    ['a viewer', 'viewer', {}],
  ])('%s', async (_, roles, input) => {
    const refusal = await self(id, home, roles).refusal(REGISTER, { input: { agentId: id, agentType: AI, ...input } });
    expect(refusal.code).toBe('FORBIDDEN');
    expect(await inGraph(id)).toBe('[]');
    expect(await inGraph(`other-${home}`)).toBe('[]');
  });
});

describe('a key is revoked', () => {
  async function keyed(): Promise<{ agentId: string; keyId: string }> {
    const agentId = freshId();
    const { keys } = await register(self(agentId), { agentId, publicKey: key() });
    return { agentId, keyId: keys[0].id as string };
  }
  const revoke = async (client: HttpClient, input: Row, idempotencyKey?: string) =>
    (await client.run<Row>(REVOKE, { ...input, key: idempotencyKey }))['revokeAgentKey'] as Row;

  test.each<[string, (agentId: string) => HttpClient]>([
    ['by its owner', (agentId) => self(agentId)],
    ['by an admin', () => admin],
  ])('%s, once, with no other in its place', async (_, by) => {
    const input = await keyed();
    const { agent, pending } = await revoke(by(input.agentId), input, 'once');
    expect({ agent, pending }).toEqual({
      agent: { agentId: input.agentId, keys: [{ id: input.keyId, revokedAt: expect.any(String) }] },
      pending: null,
    });
    const before = await inGraph(input.agentId);
    expect(await revoke(by(input.agentId), input, 'once')).toEqual({ agent, pending });
    expect(await revoke(by(input.agentId), input)).toEqual({ agent, pending });
    expect(await inGraph(input.agentId)).toBe(before);
    const other = { publicKey: key(), agentId: input.agentId };
    expect((await register(self(input.agentId), other))['keys']).toMatchObject([
      { id: input.keyId, revokedAt: agent.keys[0].revokedAt },
      { publicKey: other.publicKey, revokedAt: null },
    ]);
  });

  test.each<[string, string, (input: Row) => Row, string, Row]>([
    ['another agent', 'agent', (input) => input, 'FORBIDDEN', {}],
    ['an approver', 'approver', (input) => input, 'FORBIDDEN', {}],
    ['another agent that is not there', 'agent', () => ({ agentId: 'nobody', keyId: 'none' }), 'FORBIDDEN', {}],
    [
      'an admin, of a key that is not there',
      'admin',
      (input) => ({ ...input, keyId: 'none' }),
      'NOT_FOUND',
      { id: 'none' },
    ],
    ['an admin, of an agent that is not there', 'admin', (input) => ({ ...input, agentId: 'nobody' }), 'NOT_FOUND', {}],
    ['an admin, of no id', 'admin', (input) => ({ ...input, keyId: ' ' }), 'BAD_USER_INPUT', { field: 'keyId' }],
    [
      'an admin, of an id that is none',
      'admin',
      (input) => ({ ...input, agentId: 'a b' }),
      'BAD_USER_INPUT',
      { field: 'agentId' },
    ],
  ])('not by %s', async (_, roles, change, code, details) => {
    const input = await keyed();
    const before = await inGraph(input.agentId);
    const refusal = await self(freshId(), home, roles).refusal(REVOKE, change(input));
    expect(refusal).toMatchObject({ code, details });
    expect(await inGraph(input.agentId)).toBe(before);
  });

  test('not as the key of another agent', async () => {
    const [mine, yours] = [await keyed(), await keyed()];
    const input = { agentId: mine.agentId, keyId: yours.keyId };
    expect(await self(mine.agentId).refusal(REVOKE, input)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await inGraph(yours.agentId)).not.toContain('revokedAt');
  });
});

describe('who lists whom', () => {
  const mark = `seen-${home}`;
  const team = `${home}/org/unit/team`;
  const all: Row = {
    [`${mark}-1`]: `${team}/ann`,
    [`${mark}-2`]: `${team}/bob`,
    [`${mark}-3`]: `${home}/org`,
    [`${mark}-4`]: `${home}/elsewhere`,
    [`${mark}-5`]: `${home}/org/other`,
  };
  const seenBy = async (client: HttpClient) => {
    const { agents, agentsConnection } = await client.run<Row>(AGENTS, { in: mark });
    expect(agentsConnection.totalCount).toBe(agents.length);
    expect(agentsConnection.aggregate.count.nodes).toBe(agents.length);
    return (agents as Row[]).map(({ agentId }) => Number(String(agentId).split('-').at(-1)));
  };

  test('oneself, those at or below the highest namespace one shares, those one lies in; an admin all', async () => {
    for (const [agentId, homeNamespace] of Object.entries(all)) await register(admin, { agentId, homeNamespace });
    expect(await seenBy(admin)).toEqual([1, 2, 3, 4, 5]);
    expect(await seenBy(self(`${mark}-1`, `${team}/ann`))).toEqual([1, 2, 3, 5]);
    expect(await seenBy(self(`${mark}-4`, `${home}x`))).toEqual([4]);
    expect(await seenBy(self('nobody', `${home}x`))).toEqual([]);
  });

  test('one by id answers alike for what is hidden and what is not there', async () => {
    const find = async (client: HttpClient, agentId: string) =>
      (await client.run<Row>(AGENT, { id: agentId }))['agent'] as Row | null;
    const stranger = self('nobody', `${home}x`);
    expect(await find(admin, `${mark}-4`)).toEqual({ agentId: `${mark}-4`, called: AI, keys: [] });
    expect(await find(stranger, `${mark}-4`)).toBeNull();
    expect(await find(stranger, `${mark}-none`)).toBeNull();
  });
});
