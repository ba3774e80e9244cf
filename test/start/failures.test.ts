import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshNamespace } from '../support/client.ts';
import { testDatabase } from '../support/database.ts';
import { caller, store } from '../support/memories.ts';
import { failedStart } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'failed-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { uri, user, password } = testDatabase();
/** A server that could start: what is wrong is laid over it. */
const GOOD = {
  NEO4J_URI: uri,
  NEO4J_USER: user,
  NEO4J_PASSWORD: password,
  EMBEDDING_PROVIDER: 'none',
  PORT: '0',
  MNEMOGRAPH_HOOKS: '/nonexistent/hooks.toml',
};

/** A port that is taken, by something that is no Neo4j: it says hello in its own way, or nothing at all. */
async function stranger(greeting: string): Promise<{ port: number; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => greeting && socket.end(greeting));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A whole `[[hook]]`. */
function hook(event: string): string {
  return `[[hook]]\nevent = "${event}"\ncommand = "./x"\npriority = 1\ntimeout_ms = 100\nenabled = true\nnamespace = "*"\n`;
}

/** Starts with these settings over good ones: it must end with 1 and one message, soon. */
async function refusal(environment: Record<string, string | undefined>, withinMs = 20_000): Promise<string> {
  const started = Date.now();
  const { code, error } = await failedStart({ ...GOOD, ...environment });
  expect({ code, error }).toMatchObject({ code: 1, error: expect.stringMatching(/^Mnemograph cannot start: /) });
  expect(error.match(/cannot start/g)).toHaveLength(1);
  // No stack: each of these was foreseen.
  expect(error).not.toMatch(/\n\s+at /);
  expect(Date.now() - started).toBeLessThan(withinMs);
  return error;
}

describe('the database', () => {
  let silent: { port: number; server: Server };
  let web: { port: number; server: Server };
  beforeAll(async () => {
    silent = await stranger('');
    web = await stranger('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
  });
  afterAll(() => {
    silent.server.close();
    web.server.close();
  });

  test.each<[string, () => Record<string, string>, RegExp, RegExp]>([
    ['wrong password', () => ({ NEO4J_PASSWORD: 'wrong' }), /refused the user neo4j/, /NEO4J_PASSWORD/],
    ['no password', () => ({ NEO4J_PASSWORD: '' }), /refused the user neo4j/, /NEO4J_PASSWORD/],
    ['another user', () => ({ NEO4J_USER: 'nobody' }), /refused the user nobody/, /NEO4J_USER/],
    ['another database', () => ({ NEO4J_DATABASE: 'elsewhere' }), /has no database elsewhere/, /NEO4J_DATABASE/],
    [
      'nothing listens',
      () => ({ NEO4J_URI: 'bolt://127.0.0.1:1' }),
      /bolt:\/\/127\.0\.0\.1:1 does not answer/,
      /NEO4J_URI/,
    ],
    [
      'nothing listens behind neo4j://',
      () => ({ NEO4J_URI: 'neo4j://127.0.0.1:1' }),
      /neo4j:\/\/127\.0\.0\.1:1 does not answer/,
      /NEO4J_URI/,
    ],
    [
      'no such host',
      () => ({ NEO4J_URI: 'bolt://no-such-host.invalid:7687' }),
      /no-such-host\.invalid:7687 does not answer/,
      /NEO4J_URI/,
    ],
    [
      'a web server',
      () => ({ NEO4J_URI: `bolt://127.0.0.1:${web.port}` }),
      new RegExp('127.0.0.1:\\d+ (is not|does not)'),
      /NEO4J_URI|bolt:/,
    ],
    [
      'somebody who never answers',
      () => ({ NEO4J_URI: `bolt://127.0.0.1:${silent.port}` }),
      /does not answer/,
      /NEO4J_URI/,
    ],
    [
      'encryption that the database does not speak',
      () => ({ NEO4J_URI: uri.replace('bolt:', 'bolt+s:') }),
      /does not answer/,
      /NEO4J_URI/,
    ],
    [
      'an address of another kind',
      () => ({ NEO4J_URI: 'http://127.0.0.1:7474' }),
      /http:\/\/127\.0\.0\.1:7474 is not an address of Neo4j/,
      /bolt:\/\/host/,
    ],
    [
      'a password in an address that is none',
      () => ({ NEO4J_URI: `http://neo4j:${password}@127.0.0.1:7474` }),
      /http:\/\/127\.0\.0\.1:7474 is not an address of Neo4j/,
      /bolt:\/\/host/,
    ],
    ['no address at all', () => ({ NEO4J_URI: 'somewhere' }), /somewhere is not an address of Neo4j/, /bolt:\/\/host/],
  ])('%s', async (_name, environment, wrong, advice) => {
    const error = await refusal(environment());
    expect(error).toMatch(wrong);
    expect(error).toMatch(advice);
    expect(error).not.toContain(password);
  });

  test('vectors of another embedder', async () => {
    await store(caller(), { title: 'has a vector', namespace: freshNamespace('failures') });
    const error = await refusal({
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_URL: 'http://127.0.0.1:1/v1',
      EMBEDDING_MODEL: 'another',
      EMBEDDING_DIMENSIONS: '64',
    });
    expect(error).toMatch(/stored vectors come from .+ \(384 dimensions\), the embedder is openai:another@64 \(64\)/);
    expect(error).toMatch(/EMBEDDING_PROVIDER=none/);
  });
});

describe('the settings', () => {
  let taken: { port: number; server: Server };
  beforeAll(async () => {
    taken = await stranger('');
  });
  afterAll(() => {
    taken.server.close();
  });

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['a port that is taken', () => ({ PORT: String(taken.port) }), /Port \d+ at 127\.0\.0\.1 is taken.+PORT/],
    [
      'a foreign address',
      () => ({ HOST: '192.0.2.1', ALLOW_UNAUTHENTICATED_BIND: 'true' }),
      /HOST=192\.0\.2\.1 is no address of this machine/,
    ],
    [
      'all addresses without authentication',
      () => ({ HOST: '0.0.0.0' }),
      /HOST=0\.0\.0\.0 would let other machines in.+HOST=127\.0\.0\.1/,
    ],
    ['all IPv6 addresses without authentication', () => ({ HOST: '::' }), /HOST=:: would let other machines in/],
    ['a port that is no number', () => ({ PORT: 'many' }), /PORT: /],
    ['an unknown embedder', () => ({ EMBEDDING_PROVIDER: 'magic' }), /EMBEDDING_PROVIDER: .*local/],
    [
      'a signing key that is none',
      () => ({ SIGNING_KEY: '/nonexistent/key.pem' }),
      /SIGNING_KEY: .*\/nonexistent\/key\.pem/,
    ],
    ['two wrong settings, both named', () => ({ PORT: '70000', LOG_LEVEL: 'loud' }), /PORT: .*\n.*LOG_LEVEL: /],
    [
      'hooks that are no TOML',
      () => ({ MNEMOGRAPH_HOOKS: file('broken.toml', '[[hook]\nevent = ') }),
      /broken\.toml.*1/s,
    ],
    [
      'a hook of an unknown event',
      () => ({ MNEMOGRAPH_HOOKS: file('event.toml', hook('pre_dream')) }),
      /hook\[0\]\.event/,
    ],
    [
      'a hook with an unknown key',
      () => ({ MNEMOGRAPH_HOOKS: file('key.toml', `${hook('pre_store')}priorty = 5\n`) }),
      /unknown key "priorty"/,
    ],
    [
      'a hook of an unknown mode',
      () => ({ MNEMOGRAPH_HOOKS: file('mode.toml', `${hook('pre_store')}mode = "telepathy"\n`) }),
      /hook\[0\]\.mode: .*one of exec, daemon, http/,
    ],
    [
      'an http hook with nothing to sign with',
      () => ({
        MNEMOGRAPH_HOOKS: file(
          'http.toml',
          `${hook('pre_store').replace('command = "./x"', 'url = "http://127.0.0.1:1"')}mode = "http"\n`,
        ),
      }),
      /nothing to sign with: set MNEMOGRAPH_HOOK_SECRET/,
    ],
  ])('%s', async (_name, environment, message) => {
    expect(await refusal(environment())).toMatch(message);
  });
});

describe('what the embedded start needs', () => {
  /** A PATH with the named programs only. */
  function bin(name: string, programs: Record<string, string>): string {
    const path = mkdtempSync(join(folder, `${name}-`));
    for (const [program, text] of Object.entries(programs)) {
      writeFileSync(join(path, program), `#!/bin/sh\n${text}\n`);
      chmodSync(join(path, program), 0o755);
    }
    return path;
  }

  const embedded = () => ({
    NEO4J_URI: undefined,
    MNEMOGRAPH_HOME: mkdtempSync(join(folder, 'home-')),
    MNEMOGRAPH_CACHE: mkdtempSync(join(folder, 'cache-')),
    JAVA_HOME: undefined,
    MAVEN_HOME: undefined,
  });

  test('no Maven, when something must still be downloaded', async () => {
    const error = await refusal({ ...embedded(), PATH: bin('no-maven', {}) });
    expect(error).toMatch(/no `mvn` on the PATH/);
    expect(error).toMatch(/Install Apache Maven/);
  });

  test('a folder that cannot be made', async () => {
    const error = await refusal({
      ...embedded(),
      MNEMOGRAPH_HOME: join(file('a file', ''), 'home'),
      MNEMOGRAPH_CACHE: process.env['MNEMOGRAPH_CACHE'],
    });
    expect(error).toMatch(/a file/);
    expect(error).toMatch(/MNEMOGRAPH_HOME/);
  });
});
