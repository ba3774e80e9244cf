import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { HookChain } from '../../../src/hook/chain.ts';
import { goesAway, runs } from '../support/hookFolder.ts';
import { Daemons } from './daemons.ts';

const daemons = new Daemons();
afterAll(() => daemons.remove());

const echo = daemons.write(
  'echo.cjs',
  `answer({ action: 'modify', delta: { metadata: { pid: process.pid, n, got: request } } });`,
);
const PAYLOAD = { title: 'line\nbreak', content: 'ünïcode 🙂' };

/** What {@link ask} comes to: what the daemon wrote, or the result of the chain when it changed nothing. */
interface Got {
  readonly pid?: number;
  readonly title?: string;
  readonly outcome?: string;
}

/** What a daemon put into the metadata of its delta. */
async function ask(chain: HookChain, payload: Record<string, unknown> = PAYLOAD): Promise<Got> {
  const result = await chain.firePre('pre_store', payload, {});
  return result.outcome === 'modified' ? (result.delta['metadata'] as Got) : { ...result };
}

const FAILED = { outcome: 'denied', code: 503, hookId: 'h0' };
const SLOW = { ...FAILED, reason: 'hook h0 did not answer in time' };

describe('a daemon', () => {
  test('is one process that gets a line for each firing', async () => {
    const size = daemons.write('size.cjs', `answer(line.length > 2_000_000 ? {} : { action: 'explode' })`);
    const { chain, restarted } = daemons.chainOf([{ command: echo }, { command: size, event: 'pre_link' }]);
    const first = await ask(chain);
    expect(first).toEqual({ pid: expect.any(Number), n: 1, got: { event: 'pre_store', payload: PAYLOAD } });
    expect(await ask(chain)).toMatchObject({ pid: first.pid, n: 2 });
    const large = await chain.firePre('pre_link', { content: 'x'.repeat(2_000_000) }, {});
    expect(large).toEqual({ outcome: 'allow' });
    expect(restarted).toEqual([]);
  });

  test.each<[string, string, object]>([
    ['allow', `answer({ action: 'allow' })`, { outcome: 'allow' }],
    ['an empty object', 'answer({})', { outcome: 'allow' }],
    ['a blank line', `process.stdout.write('\\n')`, { outcome: 'allow' }],
    ['deny', `answer({ action: 'deny', reason: 'no', code: 451 })`, { outcome: 'denied', reason: 'no', code: 451 }],
    ['ask', `answer({ action: 'ask_user', prompt: 'Sure?' })`, { outcome: 'asked' }],
    [
      'in pieces',
      `process.stdout.write('{"act'); setTimeout(() => process.stdout.write('ion":"allow"}\\n'), 20)`,
      { outcome: 'allow' },
    ],
    ['nearly 1 MiB', `answer({ action: 'deny', reason: 'big', x: 'x'.repeat(1_000_000) })`, { reason: 'big' }],
  ])('answers: %s', async (name, body, result) => {
    const { chain } = daemons.chainOf([{ command: daemons.write(`says ${name}.cjs`, body) }]);
    for (let turn = 0; turn < 2; turn++) expect(await chain.firePre('pre_store', {}, {})).toMatchObject(result);
    expect(await daemons.pids(`says ${name}.cjs`)).toHaveLength(1);
  });

  test('answers 64 callers at once, each its own', async () => {
    const body = `setTimeout(() => answer({ action: 'modify', delta: { metadata: { n, id: request.payload.title } } }), n % 3)`;
    const { chain } = daemons.chainOf([{ command: daemons.write('many.cjs', body) }]);
    const callers = Array.from({ length: 64 }, (_, index) => ask(chain, { title: `caller ${index}` }));
    expect(await Promise.all(callers)).toEqual(callers.map((_, index) => ({ n: index + 1, id: `caller ${index}` })));
    expect(await daemons.pids('many.cjs')).toHaveLength(1);
  });

  test('has a process for each hook, also for hooks of one command', async () => {
    const { chain } = daemons.chainOf([{ command: echo }, { command: echo, event: 'pre_reflect' }]);
    const stored = await ask(chain);
    const reflected = await chain.firePre('pre_reflect', PAYLOAD, {});
    expect(reflected).toMatchObject({ delta: { metadata: { n: 1, got: { event: 'pre_reflect' } } } });
    expect(reflected).not.toMatchObject({ delta: { metadata: { pid: stored.pid } } });
  });

  test('sees nothing of the server but PATH, HOME, LANG, its own variables and its event', async () => {
    const body = `answer({ action: 'modify', delta: { metadata: { env: process.env, cwd: process.cwd(), args: process.argv.slice(2) } } })`;
    const { chain } = daemons.chainOf([
      {
        command: daemons.write('surroundings.cjs', body),
        args: ['--strict', '$HOME'],
        env: { MODE: 'strict', LANG: 'C' },
      },
    ]);
    expect(await ask(chain)).toEqual({
      env: {
        PATH: process.env['PATH'],
        HOME: '/home/someone',
        LANG: 'C',
        MODE: 'strict',
        MNEMOGRAPH_HOOK_EVENT: 'pre_store',
      },
      cwd: daemons.folder.path,
      args: ['--strict', '$HOME'],
    });
  });

  test('its error output is logged with the answer it came with, without secrets', async () => {
    const body = `if (n === 2) console.error('token=abc ' + 'x'.repeat(9000) + ' password=hunter2'); setTimeout(() => answer({}), 30)`;
    const { chain, lines } = daemons.chainOf([{ command: daemons.write('noisy.cjs', body) }]);
    for (let turn = 0; turn < 3; turn++) await ask(chain);
    const said = lines.filter(({ msg }) => msg === 'hook decided').map(({ stderr }) => stderr);
    expect(said).toEqual([undefined, expect.stringMatching(/^x+ password=\[redacted\]\n$/), undefined]);
    expect(String(said[1]).length).toBeLessThanOrEqual(4200);
  });
});

describe('a daemon that breaks', () => {
  test.each<[string, string, string]>([
    ['garbage', `process.stdout.write('hello\\n')`, 'the answer is not JSON'],
    ['two documents on one line', `process.stdout.write('{} {}\\n')`, 'the answer is not JSON'],
    ['two documents', `process.stdout.write('{}\\n{"action":"deny"}\\n')`, 'more than one line'],
    ['10 MB in one line', `answer({ x: 'x'.repeat(1e7) })`, 'more than 1048576 bytes'],
    ['an exit', 'process.exit(1)', 'exit code 1'],
    ['a kill', `process.kill(process.pid, 'SIGKILL')`, 'ended by SIGKILL'],
    ['a closed output', `require('fs').closeSync(1); setInterval(() => {}, 1e6)`, 'closed its output'],
  ])('%s: a failure; the next request has another process', async (name, body, why) => {
    const file = `breaks ${name}.cjs`;
    const { chain, lines, restarted } = daemons.chainOf([
      { command: daemons.write(file, `if (n === 2 && starts === 1) { ${body} } else answer({})`) },
    ]);
    expect(await ask(chain)).toEqual({ outcome: 'allow' });
    expect(await ask(chain)).toMatchObject(FAILED);
    expect(lines.find(({ level }) => level === 40)?.['msg']).toMatch(why);
    const begin = performance.now();
    expect(await ask(chain)).toEqual({ outcome: 'allow' });
    expect(performance.now() - begin).toBeLessThan(4900);
    const [first = 0, ...others] = await daemons.pids(file);
    expect(others).toHaveLength(1);
    expect(await goesAway(first)).toBe(true);
    expect(restarted).toEqual(['h0']);
  });

  test('speaks when nobody asked: its next line could be taken for an answer, so it is ended', async () => {
    const { chain, ended } = daemons.chainOf([
      {
        command: daemons.write(
          'talks.cjs',
          `answer({}); if (starts === 1) setTimeout(() => answer({ action: 'deny', reason: 'late' }), 100)`,
        ),
      },
    ]);
    expect(await ask(chain)).toEqual({ outcome: 'allow' });
    const [first = 0] = await daemons.pids('talks.cjs');
    expect(await goesAway(first)).toBe(true);
    expect(await ask(chain)).toEqual({ outcome: 'allow' });
    expect(ended).toEqual([expect.stringMatching('without one')]);
  });

  test('ends while nobody asks: the next request does not notice', async () => {
    const { chain, ended } = daemons.chainOf([
      { command: daemons.write('leaves.cjs', `answer({}); if (starts === 1) setTimeout(() => process.exit(0), 50)`) },
    ]);
    await ask(chain);
    expect(await goesAway((await daemons.pids('leaves.cjs'))[0] ?? 0)).toBe(true);
    for (const end = Date.now() + 2000; ended.length === 0 && Date.now() < end;) await sleep(10);
    expect(await ask(chain)).toEqual({ outcome: 'allow' });
    expect(ended).toEqual(['h0: exit code 0']);
  });

  test('takes what it started with it', async () => {
    const command = daemons.folder.bash(
      'forks.sh',
      `(trap '' TERM; echo $BASHPID > grandchild.pid; while :; do sleep 0.05; done) & read -r line; while [ ! -s grandchild.pid ]; do sleep 0.02; done; exit 1`,
    );
    const { chain } = daemons.chainOf([{ command }]);
    expect(await ask(chain)).toMatchObject(FAILED);
    expect(await goesAway(Number(await daemons.folder.read('grandchild.pid')))).toBe(true);
  });
});

describe('a daemon that is too slow', () => {
  const hangs = `if (request.payload.title === 'hang') return; answer({ action: 'modify', delta: { metadata: { title: request.payload.title } } })`;

  test('is ended; the next has another process and its own answer', async () => {
    const late = `const wait = request.payload.title === 'late' ? 350 : 0;
      setTimeout(() => answer({ action: 'modify', delta: { metadata: { title: request.payload.title } } }), wait)`;
    const { chain } = daemons.chainOf(
      [{ command: daemons.write('late.cjs', late, `process.on('SIGTERM', () => {});`), timeoutMs: 300 }],
      { startMs: 0 },
    );
    while ((await ask(chain, { title: 'ready' })).title !== 'ready');
    expect(await ask(chain, { title: 'late' })).toMatchObject(SLOW);
    // The slow one, which ignores SIGTERM, writes its late answer while the next is asked.
    for (let turn = 0; turn < 5; turn++) {
      const got = await ask(chain, { title: `next ${turn}` });
      expect([{ title: `next ${turn}` }, SLOW]).toContainEqual(
        got.outcome ? expect.objectContaining(SLOW) && SLOW : got,
      );
    }
    for (const pid of (await daemons.pids('late.cjs')).slice(0, -1)) expect(await goesAway(pid)).toBe(true);
  });

  test('those behind it wait within their own time', async () => {
    const { chain } = daemons.chainOf([{ command: daemons.write('hangs.cjs', hangs), timeoutMs: 1500 }]);
    await ask(chain, { title: 'ready' });
    const begin = performance.now();
    const answers = await Promise.all(['hang', 'a', 'b'].map((title) => ask(chain, { title })));
    expect(performance.now() - begin).toBeLessThan(2500);
    expect(answers).toEqual([
      expect.objectContaining(SLOW),
      expect.objectContaining(SLOW),
      expect.objectContaining(SLOW),
    ]);
    expect(await ask(chain, { title: 'c' })).toEqual({ title: 'c' });
  });

  test('is spared while it comes up: on the hot path its first answer may take longer than the budget', async () => {
    const slowStart = daemons.write(
      'slow start.cjs',
      hangs,
      `const end = Date.now() + 1500; while (Date.now() < end);`,
    );
    // A budget that a daemon that is up keeps on a busy machine.
    const { chain, restarted } = daemons.chainOf([{ command: slowStart, timeoutMs: 400 }]);
    expect(await ask(chain, { title: 'first' })).toMatchObject(SLOW);
    let got = await ask(chain, { title: 'again' });
    for (const end = Date.now() + 20_000; got.outcome && Date.now() < end;) got = await ask(chain, { title: 'again' });
    expect(got).toEqual({ title: 'again' });
    expect(restarted).toEqual([]);
  });

  test('but not for ever', async () => {
    const { chain } = daemons.chainOf([{ command: daemons.write('mute.cjs', ''), timeoutMs: 50 }], { startMs: 3000 });
    expect(await ask(chain)).toMatchObject(SLOW);
    expect(await goesAway((await daemons.pids('mute.cjs'))[0] ?? 0)).toBe(true);
  });

  test('a caller that goes away does not end it; its answer is nobody else’s', async () => {
    const body = `setTimeout(() => answer({ action: 'modify', delta: { metadata: { title: request.payload.title } } }), request.payload.title === 'gone' ? 300 : 0)`;
    const { chain } = daemons.chainOf([{ command: daemons.write('steady.cjs', body) }]);
    await ask(chain, { title: 'ready' });
    const gone = new AbortController();
    const fired = chain.firePre('pre_store', { title: 'gone' }, { signal: gone.signal });
    setTimeout(() => gone.abort(new Error('gone')), 50);
    await expect(fired).rejects.toThrow('gone');
    expect(await ask(chain, { title: 'next' })).toEqual({ title: 'next' });
    expect(await daemons.pids('steady.cjs')).toHaveLength(1);
  });
});

describe('the end', () => {
  test('closing ends them, those that ignore SIGTERM too, and who waits hears of it', async () => {
    const { chain } = daemons.chainOf([
      { command: daemons.write('stubborn.cjs', `if (n === 1) answer({})`, `process.on('SIGTERM', () => {});`) },
    ]);
    await ask(chain);
    const waiting = [ask(chain), ask(chain)];
    const [pid = 0] = await daemons.pids('stubborn.cjs');
    await chain.close();
    expect(runs(pid)).toBe(false);
    for (const each of waiting) expect(await each).toMatchObject(FAILED);
    expect(await ask(chain)).toMatchObject(FAILED);
    expect(await daemons.pids('stubborn.cjs')).toHaveLength(1);
  });
});
