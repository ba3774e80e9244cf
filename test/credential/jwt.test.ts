import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportSPKI, generateKeyPair, importJWK, type JWK } from 'jose';
import { connect, operate } from '../server/support/socket.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { askGraph, fingerprint } from '../support/graph.ts';
import { caller, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { assembled, inSeconds, Issuer, signed, type Wish } from './issuer.ts';
import { closeOfSocket, refusedEverywhere, trace, writeOverHttp } from './showing.ts';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'mnemograph';
const home = freshNamespace('jwt');
/** Where nothing is ever written. */
const empty = freshNamespace('jwt-empty');
const ann = `ann-${home}`;
const secret = randomBytes(32).toString('hex');
const secretKey = new TextEncoder().encode(secret);
const GOOD = { sub: ann, namespace: home, iss: ISSUER, aud: AUDIENCE };

const issuer = new Issuer();
/** Takes tokens signed with a shared secret. */
let shared: TestServer;
/** Takes tokens signed with the keys of an issuer. */
let keyed: TestServer;

beforeAll(async () => {
  await issuer.start();
  await Promise.all([issuer.addKey('ed', 'EdDSA'), issuer.addKey('ec', 'ES256'), issuer.addKey('rsa', 'RS256')]);
  const common = {
    ...{ AUTH_MODE: 'jwt', AUTH_JWT_ISSUER: ISSUER, AUTH_JWT_AUDIENCE: `other, ${AUDIENCE}` },
    ...{ AUTH_JWT_CLOCK_TOLERANCE_SECONDS: '2', EMBEDDING_PROVIDER: 'none', LOG_LEVEL: 'info' },
  };
  [shared, keyed] = await Promise.all([
    startTestServer({ environment: { ...common, AUTH_JWT_SECRET: secret } }),
    startTestServer({ environment: { ...common, AUTH_JWKS_URL: issuer.url } }),
  ]);
}, 120_000);
afterAll(async () => {
  await Promise.all([shared?.stop(), keyed?.stop()]);
  await issuer.stop();
}, 60_000);

const bySecret = (wish: Wish = {}, alg = 'HS256') =>
  signed(secretKey, alg, { ...wish, claims: { ...GOOD, ...wish.claims } });
const byKey = (kid: string, wish: Wish = {}) => issuer.sign(kid, { ...wish, claims: { ...GOOD, ...wish.claims } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const claims = (more: Record<string, unknown>) => ({ claims: more });

describe('a token that holds', () => {
  const cases: [string, () => Promise<string>, () => TestServer][] = [
    ['HS256 by the secret', () => bySecret(), () => shared],
    ['EdDSA by a published key', () => byKey('ed'), () => keyed],
    ['ES256 by a published key', () => byKey('ec'), () => keyed],
    ['RS256 by a published key', () => byKey('rsa'), () => keyed],
    ['one that names no key', () => byKey('ed', { header: { kid: undefined } }), () => keyed],
    ['of type at+jwt', () => bySecret({ header: { typ: 'at+jwt' } }), () => shared],
    ['of type application/at+JWT', () => bySecret({ header: { typ: 'application/at+JWT' } }), () => shared],
    ['for several audiences', () => bySecret(claims({ aud: ['x', 'other'] })), () => shared],
    ['just expired, within the tolerance', () => bySecret(claims({ exp: inSeconds(0) })), () => shared],
    ['with roles in one text', () => bySecret(claims({ roles: 'offline_access agent' })), () => shared],
    ['with roles in a list', () => bySecret(claims({ roles: ['viewer', 'agent'] })), () => shared],
  ];
  test.each(cases)('%s: over HTTP', async (_, token, server) => {
    const { status, data, errors } = await writeOverHttp(server().url, bearer(await token()), `${home}/good`);
    expect(errors).toBeUndefined();
    expect(status).toBe(200);
    expect(data?.storeMemory.memory.agentId).toBe(ann);
  });

  test.each(cases)('%s: over a socket', async (_, token, server) => {
    const socket = await connect(server(), bearer(await token()));
    const { query, variables } = trace(`${home}/good`);
    const [next] = await operate(socket, query, variables);
    expect(next?.payload.errors).toBeUndefined();
    expect(next?.payload.data.storeMemory.memory.agentId).toBe(ann);
    socket.socket.close();
  });

  test.each([['authorization'], ['Authorization']])(
    'is shown on a socket as %s, whatever the case of "bearer"',
    async (key) => {
      const socket = await connect(shared, { [key]: `bEARER ${await bySecret()}` });
      socket.socket.close();
    },
  );
});

type Bad = [string, () => string | Promise<string>, string, string];

/** Faults of claims, which both servers look at alike. */
const BAD_CLAIMS: [string, Record<string, unknown>, string, string][] = [
  ['expired', { exp: inSeconds(-10) }, 'UNAUTHENTICATED', 'EXPIRED'],
  ['without an end', { exp: undefined }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with an end that is no number', { exp: '2100-01-01' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['not valid yet', { nbf: inSeconds(60) }, 'UNAUTHENTICATED', 'NOT_YET_VALID'],
  ['by another issuer', { iss: 'https://evil.example' }, 'UNAUTHENTICATED', 'ISSUER'],
  ['by nobody', { iss: undefined }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for another audience', { aud: 'another' }, 'UNAUTHENTICATED', 'AUDIENCE'],
  ['for no audience', { aud: undefined }, 'UNAUTHENTICATED', 'CLAIM'],
  ['without an agent', { sub: undefined }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an empty agent', { sub: '' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an agent with a blank', { sub: 'a b' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an agent with ..', { sub: 'a..b' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an agent with a divider of keys', { sub: 'ann·x' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an agent of 129 bytes', { sub: 'a'.repeat(129) }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for a reserved agent', { sub: 'system' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['for an agent that is a number', { sub: 7 }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with a home that is no path', { namespace: '../x' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with a home that is a list', { namespace: [home] }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with an unknown type', { agent_type: 'robot' }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with roles that are a number', { roles: 1 }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with roles that are objects', { roles: [{ admin: true }] }, 'UNAUTHENTICATED', 'CLAIM'],
  ['with no role of ours', { roles: ['king'] }, 'FORBIDDEN', ''],
  ['with an empty list of roles', { roles: [] }, 'FORBIDDEN', ''],
];

async function refused(server: TestServer, token: string, code: string, reason: string): Promise<void> {
  const shown = await refusedEverywhere(server, bearer(token), empty);
  expect(shown).toMatchObject(
    code === 'FORBIDDEN' ? { status: 403, code, close: 4403 } : { status: 401, code, close: 4401, details: { reason } },
  );
}

describe('a token is refused everywhere that is', () => {
  test.each(BAD_CLAIMS)('%s (by the secret)', async (_, bad, code, reason) => {
    await refused(shared, await bySecret(claims(bad)), code, reason);
  });
  test.each(BAD_CLAIMS.slice(0, 9))('%s (by a published key)', async (_, bad, code, reason) => {
    await refused(keyed, await byKey('ed', claims(bad)), code, reason);
  });

  const payload = () => ({ ...GOOD, exp: inSeconds(300) });
  const hmac = (text: string, key: string | Buffer) => createHmac('sha256', key).update(text).digest('base64url');
  const byHmac = (key: string | Buffer, header: object = {}) => {
    const [head, body] = assembled({ alg: 'HS256', ...header }, payload()).split('.');
    return `${head}.${body}.${hmac(`${head}.${body}`, key)}`;
  };

  const forgedForSecret: Bad[] = [
    ['by another secret', () => byHmac('x'.repeat(64)), 'UNAUTHENTICATED', 'SIGNATURE'],
    ['by an empty secret', () => byHmac(''), 'UNAUTHENTICATED', 'SIGNATURE'],
    ['unsigned, and says so', () => assembled({ alg: 'none' }, payload()), 'UNAUTHENTICATED', 'ALGORITHM'],
    ['unsigned, and says so in capitals', () => assembled({ alg: 'NONE' }, payload()), 'UNAUTHENTICATED', 'ALGORITHM'],
    ['without its signature', () => assembled({ alg: 'HS256' }, payload()), 'UNAUTHENTICATED', 'SIGNATURE'],
    ['by a longer HMAC', () => bySecret({}, 'HS512'), 'UNAUTHENTICATED', 'ALGORITHM'],
    ['by a key pair', () => byKey('rsa'), 'UNAUTHENTICATED', 'ALGORITHM'],
    ['without an algorithm', () => assembled({}, payload(), 'AAAA'), 'UNAUTHENTICATED', 'MALFORMED'],
    [
      'with an algorithm that is a list',
      () => assembled({ alg: ['HS256'] }, payload(), 'AAAA'),
      'UNAUTHENTICATED',
      'MALFORMED',
    ],
    [
      'with an extension that must be known',
      () => byHmac(secret, { crit: ['x'], x: 1 }),
      'UNAUTHENTICATED',
      'ALGORITHM',
    ],
    ['of another purpose', () => bySecret({ header: { typ: 'logout+jwt' } }), 'UNAUTHENTICATED', 'MALFORMED'],
    [
      'with other claims than were signed',
      async () => {
        const [head, , signature] = (await bySecret()).split('.');
        const [, body] = assembled({}, { ...payload(), sub: 'local', roles: ['admin'] }).split('.');
        return `${head}.${body}.${signature}`;
      },
      'UNAUTHENTICATED',
      'SIGNATURE',
    ],
    ['with more than three parts', async () => `${await bySecret()}.AAAA`, 'UNAUTHENTICATED', 'MALFORMED'],
    ['encrypted', () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.AAAA.AAAA', 'UNAUTHENTICATED', 'MALFORMED'],
    [
      'of claims that are no object',
      () => {
        const [head, body] = assembled({ alg: 'HS256' }, [1]).split('.');
        return `${head}.${body}.${hmac(`${head}.${body}`, secret)}`;
      },
      'UNAUTHENTICATED',
      'MALFORMED',
    ],
    ['one word', () => 'hello', 'UNAUTHENTICATED', 'MALFORMED'],
    ['an API token that is not there', () => `mng_${'0'.repeat(16)}_${'A'.repeat(43)}`, 'UNAUTHENTICATED', 'UNKNOWN'],
    ['a broken API token', () => 'mng_x', 'UNAUTHENTICATED', 'UNKNOWN'],
    ['over the bound', () => `a.${'A'.repeat(8_200)}.b`, 'UNAUTHENTICATED', 'MALFORMED'],
  ];
  test.each(forgedForSecret)('%s (secret)', async (_, token, code, reason) => {
    await refused(shared, await token(), code, reason);
  });

  const publicPem = async (kid: string) =>
    await exportSPKI((await importJWK(issuer.publicJwk(kid), 'RS256', { extractable: true })) as never);
  const forgedForKeys: Bad[] = [
    ['unsigned, and says so', () => assembled({ alg: 'none', kid: 'ed' }, payload()), 'UNAUTHENTICATED', 'ALGORITHM'],
    [
      'by HMAC with the public key as its secret',
      async () => byHmac(await publicPem('rsa'), { kid: 'rsa' }),
      'UNAUTHENTICATED',
      'ALGORITHM',
    ],
    [
      'by HMAC with the bytes of the public key as its secret',
      () => byHmac(Buffer.from(String(issuer.publicJwk('ed').x), 'base64url'), { kid: 'ed' }),
      'UNAUTHENTICATED',
      'ALGORITHM',
    ],
    ['by a secret', () => bySecret(), 'UNAUTHENTICATED', 'ALGORITHM'],
    [
      'by a key of its own, which it names as one of ours',
      async () => {
        const { privateKey } = await generateKeyPair('EdDSA');
        return signed(privateKey, 'EdDSA', { claims: GOOD, header: { kid: 'ed' } });
      },
      'UNAUTHENTICATED',
      'SIGNATURE',
    ],
    [
      'by a key of its own, which it brings along',
      async () => {
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
        const { exportJWK } = await import('jose');
        const jwk: JWK = await exportJWK(publicKey);
        return signed(privateKey, 'ES256', { claims: GOOD, header: { jwk, jku: 'https://evil.example/jwks' } });
      },
      'UNAUTHENTICATED',
      'SIGNATURE',
    ],
    [
      'by a key that nobody published',
      async () => {
        const { privateKey } = await generateKeyPair('EdDSA');
        return signed(privateKey, 'EdDSA', { claims: GOOD, header: { kid: '../../etc/passwd' } });
      },
      'UNAUTHENTICATED',
      'SIGNATURE',
    ],
    [
      'by a key of ours, under the name of another',
      async () => {
        const [, body, signature] = (await byKey('ed')).split('.');
        const [head] = assembled({ alg: 'EdDSA', kid: 'ec' }, {}).split('.');
        return `${head}.${body}.${signature}`;
      },
      'UNAUTHENTICATED',
      'SIGNATURE',
    ],
    [
      'by an algorithm that is not on the list',
      async () => {
        const { privateKey } = await generateKeyPair('ES384');
        return signed(privateKey, 'ES384', { claims: GOOD, header: { kid: 'ec' } });
      },
      'UNAUTHENTICATED',
      'ALGORITHM',
    ],
  ];
  test.each(forgedForKeys)('%s (published keys)', async (_, token, code, reason) => {
    await refused(keyed, await token(), code, reason);
  });
});

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

describe('the keys of an issuer', () => {
  test('are fetched once, and again for a key that is new', async () => {
    const before = issuer.asked;
    for (let count = 0; count < 5; count++)
      expect((await writeOverHttp(keyed.url, bearer(await byKey('ed')), home)).status).toBe(200);
    expect(issuer.asked - before).toBeLessThanOrEqual(1);
  });

  test('that cannot be had make the server unavailable, not broken, and nobody asks for them at once again', async () => {
    const away = new Issuer();
    await away.start();
    await away.addKey('ed', 'EdDSA');
    away.status = 500;
    const server = await startTestServer({
      environment: { AUTH_MODE: 'jwt', AUTH_JWKS_URL: away.url, EMBEDDING_PROVIDER: 'none' },
    });
    try {
      const token = await away.sign('ed', { claims: { sub: ann } });
      for (let count = 0; count < 3; count++) {
        const shown = await refusedEverywhere(server, bearer(token), empty);
        expect(shown).toMatchObject({ status: 503, code: 'UNAVAILABLE', close: 1013 });
      }
      expect(away.asked).toBe(1);
    } finally {
      await server.stop();
      await away.stop();
    }
  }, 60_000);
});

test('no token stands in the log', () => {
  for (const server of [shared, keyed]) expect(server.log()).not.toMatch(/eyJ|mng_|AUTH_JWT_SECRET/);
});
