import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signed, type Wish } from './issuer.ts';
import { bearer, closeOfSocket, refusedEverywhere, trace, writeOverHttp } from './showing.ts';

const home = freshNamespace('bearer');
/** Where nothing is ever written. */
const empty = freshNamespace('bearer-empty');
const ann = `ann-${home}`;
const secret = randomBytes(32).toString('hex');
let shared: TestServer;

beforeAll(async () => {
  shared = await startTestServer({
    environment: { AUTH_MODE: 'jwt', AUTH_JWT_SECRET: secret, EMBEDDING_PROVIDER: 'none' },
  });
}, 60_000);
afterAll(async () => await shared?.stop());

const bySecret = (wish: Wish = {}) =>
  signed(new TextEncoder().encode(secret), 'HS256', { claims: { sub: ann, namespace: home, ...wish.claims } });
const claims = (more: Record<string, unknown>) => ({ claims: more });

describe('a token counts nowhere but in its place', () => {
  test.each<[string, (token: string) => { headers?: Record<string, string>; path?: string }, string]>([
    ['nothing at all', () => ({}), 'MISSING'],
    ['x-agent-id alone', () => ({ headers: { 'x-agent-id': ann } }), 'MISSING'],
    ['x-roles alone', () => ({ headers: { 'x-agent-id': 'local', 'x-roles': 'admin' } }), 'MISSING'],
    ['a cookie', (token) => ({ headers: { cookie: `authorization=${token}; token=${token}` } }), 'MISSING'],
    ['the address', (token) => ({ path: `/graphql?access_token=${token}&authorization=Bearer%20${token}` }), 'MISSING'],
    [
      'another header',
      (token) => ({ headers: { 'x-authorization': `Bearer ${token}`, 'x-api-key': token } }),
      'MISSING',
    ],
    ['another scheme', (token) => ({ headers: { authorization: `Basic ${token}` } }), 'MALFORMED'],
    ['no scheme', (token) => ({ headers: { authorization: token } }), 'MALFORMED'],
    [
      'twice in one header',
      (token) => ({ headers: { authorization: `Bearer ${token}, Bearer ${token}` } }),
      'MALFORMED',
    ],
    ['an empty header', () => ({ headers: { authorization: '' } }), 'MALFORMED'],
  ])('%s over HTTP', async (_, showing, reason) => {
    const before = await fingerprint(empty);
    const { headers = {}, path = '/graphql' } = showing(await bySecret());
    const response = await fetch(`${shared.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(trace(empty)),
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED', details: { reason } } }],
    });
    expect(await fingerprint(empty)).toBe(before);
  });

  test.each<
    [string, (token: string) => { payload?: Record<string, unknown>; headers?: Record<string, string>; path?: string }]
  >([
    ['nothing at all', () => ({})],
    ['an agent id alone', () => ({ payload: { 'x-agent-id': ann, 'x-roles': 'admin' } })],
    ['the header of the upgrade', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
    ['the address', (token) => ({ path: `/graphql?access_token=${token}` })],
    ['another key', (token) => ({ payload: { token, headers: { authorization: `Bearer ${token}` } } })],
    ['a list', (token) => ({ payload: { authorization: [`Bearer ${token}`] } })],
    ['two that differ', (token) => ({ payload: { authorization: `Bearer ${token}`, Authorization: 'Bearer x' } })],
  ])('%s over a socket', async (_, showing) => {
    const before = await fingerprint(empty);
    const { payload, ...options } = showing(await bySecret());
    expect((await closeOfSocket(shared, payload, options)).code).toBe(4401);
    expect(await fingerprint(empty)).toBe(before);
  });

  test.each([
    ['is no JSON', '{'],
    ['is over the bound', `"${'x'.repeat(45 * 1024 * 1024)}"`],
  ])('a stranger is told so before its body is read, which %s', async (_, body) => {
    const response = await fetch(`${shared.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(401);
  });

  test('a header over the bound of HTTP is refused before it is read', async () => {
    const response = await fetch(`${shared.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${'a'.repeat(20_000)}` },
      body: JSON.stringify(trace(empty)),
    });
    expect(response.status).toBe(431);
  });
});

describe('who says something else than its token', () => {
  test.each<[string, Record<string, string>]>([
    ['another agent', { 'x-agent-id': 'local' }],
    ['another home', { 'x-namespace': 'global' }],
    ['a home below', { 'x-namespace': `${home}/below` }],
    ['a role too many', { 'x-roles': 'agent,admin' }],
  ])('is refused: %s', async (_, headers) => {
    const shown = await refusedEverywhere(shared, { ...bearer(await bySecret()), ...headers }, empty);
    expect(shown).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      close: 4403,
      details: { field: Object.keys(headers)[0] },
    });
  });

  test('may say the same, and lay roles aside', async () => {
    const token = bearer(await bySecret(claims({ roles: 'agent viewer' })));
    const same = { 'x-agent-id': ann, 'x-namespace': home, 'x-roles': 'viewer,agent' };
    expect((await writeOverHttp(shared.url, { ...token, ...same }, home)).errors).toBeUndefined();
    const { errors } = await writeOverHttp(shared.url, { ...token, 'x-roles': 'viewer' }, home);
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' }, message: 'a viewer may read, not write' });
  });
});

const REGISTER = `mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId agentType homeNamespace } } }`;

describe('the home of an agent', () => {
  const registered = async (client: HttpClient, input: Row) =>
    (await client.run<Row>(REGISTER, { input }))['registerAgent'].agent as Row;
  /** A memory that only those read whose home is right below `place`. */
  async function teamMemory(place: string): Promise<void> {
    await caller({ agentId: 'team-writer', namespace: `${place}/writer` }).run(
      'mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id } } }',
      { input: { title: `team ${place}`, content: 'for the team', namespace: `${place}/notes`, scope: 'TEAM' } },
    );
  }
  const sees = async (client: HttpClient, place: string) =>
    (
      await client.run<Row>('query ($n: String!) { memories(where: { namespace: { startsWith: $n } }) { title } }', {
        n: place,
      })
    )['memories'].length as number;
  const clientOf = async (more: Record<string, unknown>) =>
    new HttpClient(shared.url, {}, bearer(await bySecret(claims({ namespace: undefined, ...more }))));

  test('is the claim, else the one that an admin gave it, else global; what it chose itself gives it nothing', async () => {
    const [place, sub] = [`${home}/homes`, `homeless-${home}`];
    await teamMemory(place);
    expect(await sees(await clientOf({ sub, namespace: `${place}/me` }), place)).toBe(1);
    const homeless = await clientOf({ sub });
    expect(await sees(homeless, place)).toBe(0);
    expect(await registered(homeless, { agentId: sub, agentType: 'ai:x' })).toMatchObject({ homeNamespace: 'global' });
    await registered(await clientOf({ sub, namespace: place }), {
      agentId: sub,
      agentType: 'ai:x',
      homeNamespace: `${place}/me`,
    });
    expect(await sees(homeless, place)).toBe(0);
    await registered(caller(), { agentId: sub, agentType: 'ai:x', homeNamespace: `${place}/me` });
    expect(await sees(homeless, place)).toBe(1);
    // Saying it again does not make it chosen.
    await registered(homeless, { agentId: sub, agentType: 'ai:x', homeNamespace: `${place}/me` });
    expect(await sees(homeless, place)).toBe(1);
  });

  test('nobody becomes a person by saying so', async () => {
    const sub = `person-${home}`;
    const input = { agentId: sub, agentType: 'human' };
    const refusal = await (await clientOf({ sub, agent_type: 'ai:x' })).refusal(REGISTER, { input });
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', details: { agentType: 'human' } });
    expect(await askGraph('MATCH (a:Agent {agentId: $sub}) RETURN a.agentType', { sub })).toEqual([]);
    expect(await registered(await clientOf({ sub, agent_type: 'human' }), input)).toMatchObject({ agentType: 'human' });
    // It is one now, also where its token does not say so.
    expect(await registered(await clientOf({ sub }), input)).toMatchObject({ agentType: 'human' });
  });
});
