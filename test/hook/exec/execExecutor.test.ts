import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { HookChain } from '../../../src/hook/chain.ts';
import type { HookDefinition } from '../../../src/hook/definition.ts';
import { ExecExecutor } from '../../../src/hook/exec/execExecutor.ts';
import { goesAway, HookFolder, runs } from '../support/hookFolder.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';

const folder = new HookFolder();
const executors: ExecExecutor[] = [];

afterAll(async () => {
  await Promise.all(executors.map((executor) => executor.close()));
  folder.remove();
});

/** A chain of real processes. */
function chainOf(hooks: Partial<HookDefinition>[], concurrency?: number) {
  const environment = { PATH: process.env['PATH'], HOME: '/home/someone', LANG: 'C.UTF-8', NEO4J_PASSWORD: 'hunter2' };
  const executor = new ExecExecutor({ environment, ...(concurrency === undefined ? {} : { concurrency }) });
  executors.push(executor);
  const { log, lines } = recordingLog();
  const definitions = hooks.map((fields, index) =>
    hookOf({ id: `h${index}`, workingDirectory: folder.path, ...fields }),
  );
  return { chain: new HookChain(definitions, new Map([['exec', executor]]), { log }), executor, lines };
}

const PAYLOAD = { title: 't', content: 'c', priority: 1 };
const DENIED_503 = { outcome: 'denied', code: 503, hookId: 'h0' };

/** Scripts, and what the chain makes of each when it is closed. */
const CASES: [string, string, object][] = [
  [
    'modify',
    `echo '{"action":"modify","delta":{"tags":["seen"],"priority":9}}'`,
    {
      outcome: 'modified',
      payload: { ...PAYLOAD, tags: ['seen'], priority: 9 },
      delta: { tags: ['seen'], priority: 9 },
    },
  ],
  [
    'deny',
    `echo '{"action":"deny","reason":"not here"}'`,
    { outcome: 'denied', reason: 'not here', code: 403, hookId: 'h0' },
  ],
  [
    'deny with a code',
    `echo '{"action":"deny","reason":"law","code":451}'`,
    { outcome: 'denied', reason: 'law', code: 451, hookId: 'h0' },
  ],
  [
    'ask',
    `echo '{"action":"ask_user","prompt":"Sure?","options":["yes","no"],"default":"no"}'`,
    {
      outcome: 'asked',
      questions: [{ hookId: 'h0', prompt: 'Sure?', options: ['yes', 'no'], default: 'no' }],
      payload: PAYLOAD,
      delta: {},
    },
  ],
  ['allow', `echo '{"action":"allow"}'`, { outcome: 'allow' }],
  ['empty object', `echo '{}'`, { outcome: 'allow' }],
  ['prints nothing', 'cat >/dev/null', { outcome: 'allow' }],
  ['prints blank lines', `printf '\\n  \\n\\t\\n'`, { outcome: 'allow' }],
  [
    'two documents, the last wins',
    `echo '{"action":"allow"}'; echo '{"action":"deny","reason":"last"}'; echo; echo '   '`,
    { outcome: 'denied', reason: 'last', code: 403, hookId: 'h0' },
  ],
  ['chatter before the answer', `echo 'starting up…'; echo '{}'`, { outcome: 'allow' }],
  [
    'no line end',
    `printf '{"action":"deny","reason":"x"}'`,
    { outcome: 'denied', reason: 'x', code: 403, hookId: 'h0' },
  ],
  [
    'Windows line end',
    `printf '{"action":"deny","reason":"x"}\\r\\n'`,
    { outcome: 'denied', reason: 'x', code: 403, hookId: 'h0' },
  ],
  ['two documents on one line', `echo '{} {}'`, DENIED_503],
  ['garbage', 'echo hello', DENIED_503],
  ['bytes that are no text', `head -c 100 /dev/urandom | tr -d '\\n'; echo x`, DENIED_503],
  ['a list', `echo '[]'`, DENIED_503],
  ['unknown action', `echo '{"action":"explode"}'`, DENIED_503],
  ['a delta out of bounds', `echo '{"action":"modify","delta":{"priority":80}}'`, DENIED_503],
  ['a delta with unknown fields', `echo '{"action":"modify","delta":{"colour":"red"}}'`, { outcome: 'allow' }],
  ['exit 1', `echo '{}'; exit 1`, DENIED_503],
  ['kills itself', `echo '{}'; kill -9 $$`, DENIED_503],
];

describe('a hook process', () => {
  test.each(CASES)('%s', async (name, body, result) => {
    const command = folder.bash(`case-${CASES.findIndex(([other]) => other === name)}.sh`, body);
    const { chain } = chainOf([{ command, failMode: 'closed' }]);
    const got = await chain.firePre('pre_store', PAYLOAD, {});
    expect(got).toMatchObject(result);
    if (got.outcome === 'modified') expect(got).toEqual(result);
  });

  test.each<[string, 'hook' | 'hooks', string, object]>([
    ['with a reason blocks', 'hooks', `echo 'not on Fridays' >&2; exit 2`, { code: 403, reason: 'not on Fridays' }],
    ['without a reason is a failure', 'hooks', 'exit 2', DENIED_503],
    ['means nothing special of the other shape', 'hook', `echo 'not on Fridays' >&2; exit 2`, DENIED_503],
  ])('exit code 2 %s', async (name, shape, body, denial) => {
    const command = folder.bash(`two-${name.replaceAll(' ', '-')}.sh`, body);
    const { chain } = chainOf([{ command, shape, failMode: 'closed' }]);
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject({ outcome: 'denied', ...denial });
  });

  test.each([
    ['exit 1', folder.bash('fails.sh', 'exit 1')],
    ['garbage', folder.bash('garbage.sh', 'echo hello')],
    ['missing', join(folder.path, 'missing.sh')],
    ['a folder', folder.path],
  ])('a failure of an open hook is an allow: %s', async (_, command) => {
    const { chain, lines } = chainOf([{ command }]);
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toEqual({ outcome: 'allow' });
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, hook: 'h0' }));
  });

  test('missing or not executable: a failure that the log explains', async () => {
    const plain = folder.bash('plain.sh', 'echo {}');
    chmodSync(plain, 0o644);
    for (const [command, why] of [
      [join(folder.path, 'missing.sh'), 'ENOENT'],
      [plain, 'EACCES'],
    ] as const) {
      const { chain, lines } = chainOf([{ command, failMode: 'closed' }]);
      expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject(DENIED_503);
      expect(lines[0]?.['msg']).toMatch(why);
    }
  });

  test('gets one line and the end of its input', async () => {
    const command = folder.node(
      'echo.cjs',
      `const text = require('fs').readFileSync(0, 'utf8');
       console.log(JSON.stringify({ action: 'modify', delta: { metadata: { text } } }));`,
    );
    const { chain } = chainOf([{ command }]);
    const payload = { title: 'line\nbreak', content: 'ünïcode 🙂' };
    const result = await chain.firePre('pre_store', payload, {});
    const text = (result as unknown as { delta: { metadata: { text: string } } }).delta.metadata.text;
    expect(text.indexOf('\n')).toBe(text.length - 1);
    expect(JSON.parse(text)).toEqual({ event: 'pre_store', payload });
  });

  test('sees nothing of the server but PATH, HOME, LANG and its event, and runs in its folder with its arguments', async () => {
    const command = folder.node(
      'surroundings.cjs',
      `const { readdirSync, readlinkSync } = require('fs');
       console.log(JSON.stringify({ action: 'modify', delta: { metadata: { env: process.env, cwd: process.cwd(), args: process.argv.slice(2) } } }));`,
    );
    const { chain } = chainOf([{ command, args: ['--strict', '$HOME'] }]);
    const result = await chain.firePre('pre_store', PAYLOAD, {});
    expect((result as unknown as { delta: { metadata: unknown } }).delta.metadata).toEqual({
      env: { PATH: process.env['PATH'], HOME: '/home/someone', LANG: 'C.UTF-8', MNEMOGRAPH_HOOK_EVENT: 'pre_store' },
      cwd: folder.path,
      args: ['--strict', '$HOME'],
    });
  });

  test('may leave a large input unread', async () => {
    const { chain } = chainOf([
      { command: folder.bash('deaf.sh', `exec 0<&-; echo '{"action":"deny","reason":"deaf"}'`), failMode: 'closed' },
    ]);
    const result = await chain.firePre('pre_store', { content: 'x'.repeat(2_000_000) }, {});
    expect(result).toMatchObject({ outcome: 'denied', reason: 'deaf' });
  });

  test('may answer with nearly 1 MiB, not with 10', async () => {
    const print = (bytes: number) =>
      `process.stdout.write('x'.repeat(${bytes}) + '\\n{"action":"deny","reason":"big"}\\n')`;
    const { chain: fits } = chainOf([{ command: folder.node('fits.cjs', print(1_000_000)), failMode: 'closed' }]);
    expect(await fits.firePre('pre_store', PAYLOAD, {})).toMatchObject({ reason: 'big' });
    const { chain: tooBig, lines } = chainOf([
      { command: folder.node('big.cjs', print(10_000_000)), failMode: 'closed' },
    ]);
    expect(await tooBig.firePre('pre_store', PAYLOAD, {})).toMatchObject(DENIED_503);
    expect(lines[0]?.['msg']).toMatch('wrote more than 1048576 bytes');
  });

  test('the end of its error output is logged without secrets', async () => {
    const command = folder.bash(
      'noisy.sh',
      `head -c 20000 /dev/zero | tr '\\0' n >&2; echo 'password=hunter2 url=bolt://neo:pw@host' >&2; exit 3`,
    );
    const { chain, lines } = chainOf([{ command }]);
    await chain.firePre('pre_store', PAYLOAD, {});
    const stderr = String(lines[0]?.['stderr']);
    expect(stderr.length).toBeLessThanOrEqual(4200);
    expect(stderr).toMatch(/n+password=\[redacted\] url=bolt:\/\/neo:\[redacted\]@host\n$/);
  });
});

describe('several processes', () => {
  test('run by priority, each seeing what the one before set', async () => {
    const add = (tag: string) =>
      folder.node(
        `add-${tag}.cjs`,
        `const { payload } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
         console.log(JSON.stringify({ action: 'modify', delta: { tags: [...(payload.tags ?? []), '${tag}'] } }));`,
      );
    const { chain } = chainOf([
      { command: add('third'), priority: 1 },
      { command: add('first'), priority: 9 },
      { command: add('second'), priority: 5 },
      { command: add('nowhere'), priority: 5, enabled: false },
    ]);
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject({ delta: { tags: ['first', 'second', 'third'] } });
  });

  test('a deny keeps later ones from being started', async () => {
    const { chain } = chainOf([
      { command: folder.bash('no.sh', `echo '{"action":"deny","reason":"no"}'`), priority: 2 },
      { command: folder.bash('later.sh', 'echo ran > later.txt'), priority: 1 },
    ]);
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject({ outcome: 'denied', hookId: 'h0' });
    expect(folder.exists('later.txt')).toBe(false);
  });

  test('no more than the limit at once', async () => {
    const command = folder.bash(
      'counts.sh',
      `touch "running.$$"; ls running.* | wc -l >> counts.txt; sleep 0.1; rm "running.$$"`,
    );
    const { chain } = chainOf([{ command }], 2);
    await Promise.all(Array.from({ length: 6 }, () => chain.firePre('pre_store', PAYLOAD, {})));
    const counts = (await folder.read('counts.txt')).split('\n').map(Number);
    expect(counts).toHaveLength(6);
    expect(Math.max(...counts)).toBe(2);
  });

  test('waiting for a turn counts into the budget', async () => {
    const { chain } = chainOf(
      [
        { command: folder.bash('holds.sh', 'echo $$ > holds.pid; sleep 60'), event: 'pre_store' },
        {
          command: folder.bash('queued.sh', 'echo ran > queued.txt'),
          event: 'pre_link',
          timeoutMs: 200,
          failMode: 'closed',
        },
      ],
      1,
    );
    const holding = chain.firePre('pre_store', PAYLOAD, {});
    await folder.read('holds.pid');
    expect(await chain.firePre('pre_link', {}, {})).toMatchObject({
      outcome: 'denied',
      reason: 'hook h1 did not answer in time',
    });
    await chain.close();
    expect(await holding).toEqual({ outcome: 'allow' });
    expect(folder.exists('queued.txt')).toBe(false);
  });
});

describe('a process that does not end', () => {
  test('is killed when its time is over; the chain does not wait for it', async () => {
    const { chain, lines } = chainOf([
      { command: folder.bash('hangs.sh', 'echo $$ > hangs.pid; sleep 60'), timeoutMs: 1000, failMode: 'closed' },
    ]);
    const begin = performance.now();
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject({
      ...DENIED_503,
      reason: 'hook h0 did not answer in time',
    });
    expect(performance.now() - begin).toBeLessThan(4900);
    expect(lines).toContainEqual(expect.objectContaining({ cause: 'timeout' }));
    expect(await goesAway(Number(await folder.read('hangs.pid')))).toBe(true);
  });

  test('has 200 ms to clean up after SIGTERM', async () => {
    const { chain, executor } = chainOf([
      {
        command: folder.bash(
          'tidy.sh',
          `trap 'echo tidied > tidy.txt; exit 0' TERM; echo $$ > tidy.pid; while :; do sleep 0.02; done`,
        ),
        timeoutMs: 1000,
      },
    ]);
    await chain.firePre('pre_store', PAYLOAD, {});
    await executor.close();
    expect(await folder.read('tidy.txt')).toBe('tidied');
  });

  test('is killed also when it ignores SIGTERM', async () => {
    const { chain } = chainOf([
      {
        command: folder.bash('stubborn.sh', `trap '' TERM; echo $$ > stubborn.pid; while :; do sleep 0.05; done`),
        timeoutMs: 1000,
      },
    ]);
    await chain.firePre('pre_store', PAYLOAD, {});
    expect(await goesAway(Number(await folder.read('stubborn.pid')))).toBe(true);
  });

  test('takes its children with it', async () => {
    const command = folder.bash(
      'forks.sh',
      `(trap '' TERM; echo $BASHPID > child.pid; while :; do sleep 0.05; done) & echo $$ > parent.pid; sleep 60`,
    );
    const { chain } = chainOf([{ command, timeoutMs: 1000 }]);
    await chain.firePre('pre_store', PAYLOAD, {});
    expect(await goesAway(Number(await folder.read('child.pid')))).toBe(true);
    expect(await goesAway(Number(await folder.read('parent.pid')))).toBe(true);
  });

  test('leaves nothing behind that holds its output, and its answer counts at once', async () => {
    const command = folder.bash(
      'background.sh',
      `sleep 60 & echo $! > background.pid; echo '{"action":"deny","reason":"answered"}'`,
    );
    const { chain } = chainOf([{ command, failMode: 'closed' }]);
    const begin = performance.now();
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject({ reason: 'answered' });
    expect(performance.now() - begin).toBeLessThan(4900);
    expect(await goesAway(Number(await folder.read('background.pid')))).toBe(true);
  });

  test('an answer counts even when something that left the group holds the output', async () => {
    const command = folder.bash('escapes.sh', `setsid sleep 20 & echo '{"action":"deny","reason":"answered"}'`);
    const { chain } = chainOf([{ command, failMode: 'closed' }]);
    const begin = performance.now();
    expect(await chain.firePre('pre_store', PAYLOAD, {})).toMatchObject({ reason: 'answered' });
    expect(performance.now() - begin).toBeLessThan(4900);
  });

  test('is cut off by the deadline of its class', async () => {
    const { chain } = chainOf([
      { event: 'pre_recall_expand', command: folder.bash('late.sh', 'sleep 60'), timeoutMs: 30_000 },
    ]);
    const begin = performance.now();
    expect(await chain.firePre('pre_recall_expand', { query: 'q', namespace: '', k: 5 }, {})).toEqual({
      outcome: 'allow',
    });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test('is ended by closing, and by a caller that goes away', async () => {
    const command = folder.bash('waits.sh', 'echo $$ > "$1"; sleep 60');
    const { chain } = chainOf([{ command, args: ['gone.pid'] }]);
    const gone = new AbortController();
    const fired = chain.firePre('pre_store', PAYLOAD, { signal: gone.signal });
    const first = Number(await folder.read('gone.pid'));
    gone.abort(new Error('gone'));
    await expect(fired).rejects.toThrow('gone');
    expect(await goesAway(first)).toBe(true);

    const { chain: other } = chainOf([{ command, args: ['closed.pid'], failMode: 'closed' }]);
    const running = other.firePre('pre_store', PAYLOAD, {});
    const second = Number(await folder.read('closed.pid'));
    await other.close();
    expect(runs(second)).toBe(false);
    expect(await running).toMatchObject(DENIED_503);
    expect(await other.firePre('pre_store', PAYLOAD, {})).toMatchObject(DENIED_503);
  });
});
