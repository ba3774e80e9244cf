import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { homeMark } from '../../src/database/embedded/processMark.ts';
import { findMarkedProcesses } from '../../src/database/embedded/processTable.ts';
import { sharedCache } from '../support/cacheFolder.ts';
import { HttpClient } from '../support/client.ts';
import { runCommand } from '../support/commandLine.ts';
import { startTestServer } from '../support/server.ts';
import { END, HEADER, importFileOf, importOf, memoryLineOf } from './importFile.ts';

// One data folder: with the server that runs its database, and without any.

const home = realpathSync(mkdtempSync(join(tmpdir(), 'mnemograph-beside-')));
const settings = { MNEMOGRAPH_HOME: home, MNEMOGRAPH_CACHE: sharedCache, EMBEDDING_PROVIDER: 'none' };
afterAll(async () => {
  // A server that did not become ready was killed, and left its database.
  for (const { pid } of await findMarkedProcesses(homeMark(home))) process.kill(pid, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test('commands join the database of a running server, and start it themselves when none runs', async () => {
  const server = await startTestServer({ environment: { ...settings, NEO4J_URI: undefined, AUTH_MODE: 'jwt' } });
  const token = async (...words: string[]) => await runCommand('commandMain', ['token', ...words], settings);
  const made = await token('create', '--agent', 'ann', '--namespace', 'acme/ann', '--roles', 'admin');
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^mng_[0-9a-f]{16}_\S+\n$/) });
  const [, id = ''] = made.out.split('_');
  const ann = new HttpClient(server.url, {}, { authorization: `Bearer ${made.out.trim()}` });
  try {
    const file = importFileOf('beside', [HEADER, memoryLineOf('beside-1', { namespace: 'beside' }), END]);
    expect(await importOf('jsonl', file, settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 memories'),
    });
    const answer = await ann.run<{ memories: unknown }>('{ memories { id namespace } }');
    expect(answer.memories).toEqual([{ id: 'beside-1', namespace: 'beside' }]);
    expect(await token('revoke', id)).toMatchObject({ code: 0, out: `revoked ${id}, the token of ann\n` });
    expect((await ann.refusal('{ stats { total } }')).code).toBe('UNAUTHENTICATED');
    const { code, out } = await runCommand('exportMain', [], settings);
    expect(code).toBe(0);
    expect(kindsOf(out)).toEqual(['header', 'namespace', 'memory', 'end']);
  } finally {
    await server.stop();
  }
  const { code, out } = await token('list', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ id, agentId: 'ann', homeNamespace: 'acme/ann', roles: ['admin'] }]);
  expect((JSON.parse(out) as { revokedAt: string | null }[])[0]?.revokedAt).not.toBeNull();
}, 240_000);

/** What the lines of an export are about. */
const kindsOf = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
