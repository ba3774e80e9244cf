import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import { homeMark } from '../../src/database/embedded/processMark.ts';
import { findMarkedProcesses } from '../../src/database/embedded/processTable.ts';
import { sharedCache } from './cacheFolder.ts';

const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'keeper-')));
const runs: ChildProcess[] = [];
afterAll(() => {
  for (const run of runs) run.kill('SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

/** A stand-in for jest: runs its global set-up, says that it is done, and waits to be killed. */
const SETUP = fileURLToPath(new URL('globalSetup.js', import.meta.url));
const JEST = `await (await import(${JSON.stringify(SETUP)})).default(); console.log('up'); setInterval(() => {}, 60000);`;

test('the database of a run that is killed is stopped, and its folder removed', async () => {
  const { TEST_NEO4J_URI: _own, ...environment } = process.env;
  const run = spawn(process.execPath, ['--input-type=module', '-e', JEST], {
    env: { ...environment, TMPDIR: temporary, MNEMOGRAPH_CACHE: sharedCache },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  runs.push(run);
  expect(await once(createInterface({ input: run.stdout }), 'line')).toEqual(['up']);
  const [name = ''] = readdirSync(temporary).filter((entry) => entry.startsWith('mnemograph-test-'));
  const home = homeMark(join(temporary, name));
  expect(await findMarkedProcesses(home)).toHaveLength(1);

  run.kill('SIGKILL');

  const deadline = Date.now() + 60_000;
  const left = () => readdirSync(temporary).filter((entry) => entry.startsWith('mnemograph-test-'));
  while (Date.now() < deadline && left().length > 0) await sleep(100);
  expect(left()).toEqual([]);
  expect(await findMarkedProcesses(home)).toEqual([]);
}, 300_000);
