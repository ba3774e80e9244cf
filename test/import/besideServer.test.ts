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
  const server = await startTestServer({ environment: { ...settings, NEO4J_URI: undefined } });
  try {
    const file = importFileOf('beside', [HEADER, memoryLineOf('beside-1', { namespace: 'beside' }), END]);
    expect(await importOf('jsonl', file, settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 memories'),
    });
    const answer = await new HttpClient(server.url).run<{ memories: unknown }>('{ memories { id namespace } }');
    expect(answer.memories).toEqual([{ id: 'beside-1', namespace: 'beside' }]);
  } finally {
    await server.stop();
  }
  const { code, out } = await runCommand('exportMain', [], settings);
  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual(['header', 'namespace', 'memory', 'end']);
}, 240_000);
