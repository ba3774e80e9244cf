import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tokenArguments } from '../../src/command/tokenArguments.ts';
import { createToken } from '../../src/command/tokens.ts';
import { Database } from '../../src/database/database.ts';
import { UsageError } from '../../src/runtime/usageError.ts';
import { eventually } from '../server/support/eventually.ts';
import { connect } from '../server/support/socket.ts';
import { freshNamespace, HttpClient } from '../support/client.ts';
import { onDatabase, runCommand } from '../support/commandLine.ts';
import { testDatabase } from '../support/database.ts';
import { askGraph } from '../support/graph.ts';
import { caller, type Row } from '../support/memories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { signed } from './issuer.ts';
import { refusedEverywhere, writeOverHttp } from './showing.ts';

const home = freshNamespace('token');
const empty = freshNamespace('token-empty');
const ann = `ann-${home}`;
/** Takes API tokens alone. */
let server: TestServer;
let database: Database;

beforeAll(async () => {
  database = new Database({ ...testDatabase(), database: 'neo4j' }, { transactionTimeoutMs: 15_000 });
  server = await startTestServer({ environment: { AUTH_MODE: 'jwt', EMBEDDING_PROVIDER: 'none' } });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await database.close();
});

const command = (...words: string[]) => runCommand('commandMain', ['token', ...words], onDatabase(testDatabase()));
/** Makes one as the command does, without a process of its own. */
async function create(...words: string[]): Promise<Row> {
  const wish = tokenArguments(['create', '--json', ...words]);
  if (wish.command !== 'create') throw new Error('another command');
  return JSON.parse((await createToken(database, wish, new Date())).text) as Row;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('an API token', () => {
  test('is printed alone, once, and kept as a digest', async () => {
    const { code, out, err } = await command('create', '--agent', ann, '--namespace', home);
    expect([code, out]).toEqual([0, expect.stringMatching(/^mng_[0-9a-f]{16}_[A-Za-z0-9_-]{43}\n$/)]);
    expect(err).toContain(`for ${ann} (agent), until `);
    const [, id, secret = ''] = /^mng_(.{16})_(.*)$/.exec(out.trim()) ?? [];
    const [row] = await askGraph<{ token: Row }>('MATCH (t:ApiToken {id: $id}) RETURN properties(t) AS token', { id });
    expect(row?.token).toMatchObject({ agentId: ann, homeNamespace: home, roles: ['agent'] });
    expect(row?.token['digest']).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(secret);
    const listed = await command('list', '--json');
    expect(listed.out).not.toContain(secret);
    expect(listed.out).not.toContain(row?.token['digest']);
  });

  test('is who it says, over HTTP and a socket, until it is revoked', async () => {
    const { token, id, ...rest } = await create(
      '--agent',
      ann,
      '--namespace',
      home,
      '--name',
      'for a test',
      '--expires',
      '2h',
    );
    expect(rest).toMatchObject({
      agentId: ann,
      homeNamespace: home,
      roles: ['agent'],
      name: 'for a test',
      revokedAt: null,
    });
    expect(Date.parse(rest['expiresAt']) - Date.parse(rest['createdAt'])).toBe(7_200_000);
    const { data } = await writeOverHttp(server.url, bearer(token), home);
    expect(data?.storeMemory.memory.agentId).toBe(ann);
    const socket = await connect(server, bearer(token));
    const other = await connect(server, bearer((await create('--agent', ann))['token']));

    expect(await command('revoke', id)).toMatchObject({ code: 0, out: `revoked ${id}, the token of ${ann}\n` });
    const shown = await refusedEverywhere(server, bearer(token), empty);
    expect(shown).toMatchObject({ status: 401, close: 4401, details: { reason: 'REVOKED' } });
    expect(await socket.closed).toEqual({ code: 4403, reason: 'the token was revoked' });
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    other.socket.close();
    const listed = JSON.parse((await command('list', '--json')).out) as Row[];
    expect(listed.find((one) => one['id'] === id)).toMatchObject({
      revokedAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
  }, 60_000);

  test('ends by itself', async () => {
    const { token, id } = await create('--agent', ann);
    await askGraph(
      'MATCH (t:ApiToken {id: $id}) SET t.expiresAt = localdatetime.realtime("UTC") + duration({milliseconds: 1500})',
      { id },
    );
    const socket = await connect(server, bearer(token));
    expect(await socket.closed).toEqual({ code: 4403, reason: 'the token has expired' });
    const shown = await refusedEverywhere(server, bearer(token), empty);
    expect(shown).toMatchObject({ status: 401, close: 4401, details: { reason: 'EXPIRED' } });
  });

  test('has the roles it was given', async () => {
    const viewer = await create('--agent', ann, '--roles', 'viewer');
    const { errors } = await writeOverHttp(server.url, bearer(viewer['token']), empty);
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    const admin = await create('--agent', ann, '--roles', 'admin,approver');
    expect(admin['roles']).toEqual(['approver', 'admin']);
    await new HttpClient(server.url, {}, bearer(admin['token'])).run('{ hooks { edges { node { id } } } }');
  });

  test('has its own home, else the one that an admin gave its agent, else global', async () => {
    const agentId = `homed-${home}`;
    const input = { agentId, agentType: 'ai:x', homeNamespace: `${home}/given` };
    await caller().run(
      'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId } } }',
      { input },
    );
    const homes: [string[], string][] = [
      [['--agent', agentId, '--namespace', `${home}/own`], `${home}/own`],
      [['--agent', agentId], `${home}/given`],
      [['--agent', `never-${home}`], 'global'],
    ];
    for (const [words, expected] of homes) {
      const { token } = await create(...words);
      const { errors } = await writeOverHttp(server.url, { ...bearer(token), 'x-namespace': expected }, home);
      expect(errors).toBeUndefined();
      const shown = await refusedEverywhere(server, { ...bearer(token), 'x-namespace': `${expected}/x` }, empty);
      expect(shown).toMatchObject({ status: 403, close: 4403, details: { field: 'x-namespace' } });
    }
  });

  test.each<[string, (token: string) => string]>([
    ['with another secret', (token) => token.replace(/.{43}$/, 'A'.repeat(43))],
    ['with another id', (token) => token.replace(/_[0-9a-f]{16}_/, `_${'0'.repeat(16)}_`)],
    ['cut short', (token) => token.slice(0, -1)],
    ['with something behind it', (token) => `${token}A`],
    ['of its id alone', (token) => token.slice(0, 20)],
  ])('is unknown %s', async (_, change) => {
    const { token } = await create('--agent', ann);
    const shown = await refusedEverywhere(server, bearer(change(token)), empty);
    expect(shown).toMatchObject({ status: 401, close: 4401, details: { reason: 'UNKNOWN' } });
  });

  test('is all that a server without keys takes', async () => {
    const token = await signed(new TextEncoder().encode(''.padEnd(32)), 'HS256', { claims: { sub: ann } });
    const shown = await refusedEverywhere(server, bearer(token), empty);
    expect(shown).toMatchObject({ status: 401, close: 4401, details: { reason: 'MALFORMED' } });
  });

  test('stands in no log', () => expect(server.log()).not.toContain('mng_'));
});

describe('a command that cannot be', () => {
  test.each<[string[], RegExp]>([
    [[], /mnemograph token <command>/],
    [['make'], /no command "make"/],
    [['create'], /--agent: no agent id/],
    [['create', '--agent', 'system'], /--agent: no agent id/],
    [['create', '--agent', 'a b'], /--agent: no agent id/],
    [['create', '--agent', 'a', '--namespace', 'a//b'], /--namespace/],
    [['create', '--agent', 'a', '--roles', 'agent,king'], /--roles.*"king"/],
    [['create', '--agent', 'a', '--roles', ''], /--roles/],
    [['create', '--agent', 'a', '--expires', 'never'], /--expires/],
    [['create', '--agent', 'a', '--expires', '0d'], /--expires/],
    [['create', '--agent', 'a', '--expires', '366d'], /--expires/],
    [['create', '--agent', 'a', '--name', ' '], /--name/],
    [['create', '--agent', 'a', '--secret', 'x'], /--secret/],
    [['revoke'], /the id of one token/],
  ])('token %j', (words, message) => {
    expect(() => tokenArguments(words)).toThrow(UsageError);
    expect(() => tokenArguments(words)).toThrow(message);
  });

  test('ends with 1 and says why', async () => {
    const { code, out, err } = await command('revoke', 'none');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/no API token none/);
  });
});

describe('when an agent was last seen', () => {
  test('is noted of registered agents, at most once a minute', async () => {
    const input = { agentId: ann, agentType: 'ai:x' };
    await caller().run(
      'mutation ($input: RegisterAgentInput!) { registerAgent(input: $input) { agent { agentId } } }',
      { input },
    );
    await askGraph('MATCH (a:Agent {agentId: $ann}) SET a.lastSeenAt = localdatetime("2020-01-01T00:00:00")', { ann });
    const seen = async () =>
      (
        await askGraph<{ at: string }>('MATCH (a:Agent {agentId: $ann}) RETURN toString(a.lastSeenAt) AS at', { ann })
      )[0]?.at ?? '';
    // Another server, which has not noted this agent yet.
    const other = caller({ agentId: ann, namespace: home });
    await other.run('{ stats { total } }');
    await eventually(async () => expect(await seen()).not.toMatch(/^2020/));
    const first = await seen();
    await other.run('{ stats { total } }');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await seen()).toBe(first);
  });

  test('makes no agent of who never registered', async () => {
    const nobody = `nobody-${home}`;
    await caller({ agentId: nobody }).run('{ stats { total } }');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await askGraph('MATCH (a:Agent {agentId: $nobody}) RETURN a.agentId', { nobody })).toEqual([]);
  });
});
