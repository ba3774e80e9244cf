import { existsSync, openSync, closeSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { HookChain } from '../../../src/hook/chain.ts';
import type { HookDefinition } from '../../../src/hook/definition.ts';
import type { HookFailure } from '../../../src/hook/failure.ts';
import { makeExecutors } from '../../../src/hook/makeExecutors.ts';
import { HookFolder } from '../support/hookFolder.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';

const folder = new HookFolder();
const { log } = recordingLog();
const executors = makeExecutors({ environment: { PATH: process.env['PATH'], NEO4J_PASSWORD: 'hunter2' }, log });
afterAll(async () => {
  await Promise.all([...executors.values()].map((executor) => executor.close()));
  folder.remove();
});

const MODES = ['exec', 'daemon'] as const;

/** What the shell prints of itself, as tags. */
async function tagsOf(mode: (typeof MODES)[number], shell: string, more: Partial<HookDefinition> = {}) {
  const body = `IFS= read -r line; tags=$( (${shell}) | sed 's/.*/"&"/' | paste -sd,); echo '{"action":"modify","delta":{"tags":['"$tags"']}}'`;
  const command = folder.bash(`${mode}-${shell.length}.sh`, body);
  const hook = hookOf({ id: mode, mode, command, workingDirectory: folder.path, failMode: 'closed', ...more });
  const result = await new HookChain([hook], executors, { log }).firePre('pre_store', {}, {});
  if (result.outcome !== 'modified') throw new Error(JSON.stringify(result));
  return result.delta['tags'];
}

describe.each(MODES)('a process of mode %s', (mode) => {
  (existsSync('/proc/self/fd') ? test : test.skip)('inherits no file and no socket of the server', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file = openSync('/dev/null', 'r');
    // Besides its three ends it has its script, and pipes of its own to the shell in the brackets.
    const own = 'for f in /proc/$$/fd/*; do case $(readlink $f) in pipe:*|*.sh) ;; *) echo ${f##*/};; esac; done';
    expect(await tagsOf(mode, own)).toEqual(['0', '1', '2']);
    closeSync(file);
    server.close();
  });

  test('leads a process group and a session of its own', async () => {
    expect(await tagsOf(mode, `ps -o pid=,pgid=,sid= -p $$ | tr -s ' ' '\\n' | grep . | sort -u | wc -l`)).toEqual([
      '1',
    ]);
  });

  test('has the variables of its definition besides the few passed on', async () => {
    const names = await tagsOf(mode, 'env | cut -d= -f1 | grep -v -e "^_$" -e PWD -e SHLVL | sort', {
      env: { MODE: 'x' },
    });
    expect(names).toEqual(['MNEMOGRAPH_HOOK_EVENT', 'MODE', 'PATH']);
  });
});

test.each<[string, string | null, number | undefined]>([
  ['missing', null, 127],
  ['exits with 3', 'exit 3', 3],
  ['exits with 2', 'echo no >&2; exit 2', 2],
  ['killed', 'kill -9 $$', undefined],
])('the exit code of a failure is known: %s', async (name, body, exitCode) => {
  const command = body === null ? join(folder.path, 'nowhere') : folder.bash(`${name}.sh`, body);
  const failure = await executors
    .get('exec')!
    .run(
      hookOf({ command, workingDirectory: folder.path }),
      { event: 'pre_store', payload: {} },
      new AbortController().signal,
    )
    .catch((error: HookFailure) => error);
  expect((failure as HookFailure).exitCode).toBe(exitCode);
});
