import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, test } from '@jest/globals';
import { BackOff } from '../../../src/hook/daemon/backOff.ts';
import { HookChain } from '../../../src/hook/chain.ts';
import { makeExecutors } from '../../../src/hook/makeExecutors.ts';
import { createHookMetrics } from '../../../src/server/hookMetrics.ts';
import { goesAway, runs } from '../support/hookFolder.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';
import { Daemons } from './daemons.ts';

const daemons = new Daemons();
afterAll(() => daemons.remove());

test('waits double to five seconds; five starts in a row are hopeless; an answer forgets them', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 8 }, (_, index) => {
    backOff.failed(1000);
    return [backOff.wait(1000), backOff.wait(1000 + 50), backOff.hopeless, index + 1];
  });
  expect(waits).toEqual(
    [100, 200, 400, 800, 1600, 3200, 5000, 5000].map((wait, index) => [wait, wait - 50, index >= 4, index + 1]),
  );
  backOff.worked();
  expect([backOff.wait(1000), backOff.hopeless]).toEqual([0, false]);
});

describe('a daemon that does not come up', () => {
  test('is tried five times within the budget, then at once refused until its next try', async () => {
    const { chain, lines } = daemons.chainOf([{ command: join(daemons.folder.path, 'missing') }]);
    const begin = performance.now();
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject({ code: 503 });
    expect(performance.now() - begin).toBeGreaterThan(1450);
    expect(performance.now() - begin).toBeLessThan(10_000);
    const again = performance.now();
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject({ code: 503 });
    expect(performance.now() - again).toBeLessThan(1_000);
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringMatching('cannot be started: .*ENOENT'),
      expect.stringMatching('does not come up; the next try is in'),
    ]);
  });

  test('is found when it appears meanwhile', async () => {
    const hidden = daemons.write('hidden.cjs', 'answer({})');
    const command = join(daemons.folder.path, 'appears.cjs');
    const { chain } = daemons.chainOf([{ command }]);
    setTimeout(() => renameSync(hidden, command), 250);
    expect(await chain.firePre('pre_store', {}, {})).toEqual({ outcome: 'allow' });
  });

  test('ends again and again: later starts wait, and a caller out of time does not wait on', async () => {
    const { chain } = daemons.chainOf([
      { command: daemons.write('crashes.cjs', '', 'process.exit(3);'), timeoutMs: 2000 },
    ]);
    const begin = performance.now();
    for (let turn = 0; turn < 4; turn++) await chain.firePre('pre_store', {}, {});
    // 100 + 200 + 400 between the four.
    expect(performance.now() - begin).toBeGreaterThan(690);
    expect(await daemons.pids('crashes.cjs')).toHaveLength(4);
  });
});

test('restarts are counted for each hook', async () => {
  const registry = new Registry();
  const { log } = recordingLog();
  const executors = makeExecutors({ environment: process.env, log, metrics: createHookMetrics(registry) });
  const command = daemons.write('counted.cjs', 'answer({}); process.exitCode = 0; process.stdin.destroy();');
  const hook = hookOf({ id: 'counted', mode: 'daemon', command, workingDirectory: daemons.folder.path });
  const chain = new HookChain([hook], executors, { log });
  for (let turn = 1; turn <= 3; turn++) {
    expect(await chain.firePre('pre_store', {}, {})).toEqual({ outcome: 'allow' });
    expect(await goesAway((await daemons.pids('counted.cjs'))[turn - 1] ?? 0)).toBe(true);
    await sleep(100);
  }
  expect(await registry.metrics()).toMatch(
    'mnemograph_hook_daemon_restarts_total{hook="counted",event="pre_store"} 2\n',
  );
  await chain.close();
});

describe('a chain that comes into use', () => {
  const body = `answer({ action: 'modify', delta: { metadata: { pid: process.pid } } })`;
  const pidOf = async (chain: HookChain): Promise<number> => {
    const result = await chain.firePre('pre_store', {}, {});
    return result.outcome === 'modified' ? (result.delta['metadata'] as { pid: number }).pid : 0;
  };

  test('has its daemons started, those of disabled hooks not', async () => {
    const { chain } = daemons.chainOf([
      { command: daemons.write('early.cjs', body) },
      { command: daemons.write('off.cjs', body), enabled: false },
    ]);
    chain.serve();
    const [pid] = await daemons.pids('early.cjs');
    expect(await pidOf(chain)).toBe(pid);
    expect(existsSync(join(daemons.folder.path, 'off.cjs.pids'))).toBe(false);
  });

  test('says at once which cannot be started', async () => {
    const { chain, ended } = daemons.chainOf([{ command: join(daemons.folder.path, 'nowhere') }]);
    chain.serve();
    for (const end = Date.now() + 5000; ended.length === 0 && Date.now() < end;) await sleep(50);
    expect(ended).toEqual([expect.stringMatching('h0: cannot be started: .*ENOENT')]);
  });

  test('keeps the processes of hooks that stay, ends those of hooks that go after their last answer', async () => {
    const slow = daemons.write('goes.cjs', `setTimeout(() => { ${body} }, 200)`);
    const stays = { id: 'stays', command: daemons.write('stays.cjs', body), event: 'pre_store' as const };
    const { chain, executor } = daemons.chainOf([
      { ...stays, priority: 9 },
      { id: 'goes', command: slow, event: 'pre_link' },
    ]);
    chain.serve();
    const before = await pidOf(chain);
    const [going = 0] = await daemons.pids('goes.cjs');
    const underWay = chain.firePre('pre_link', {}, {});

    const next = new HookChain(
      [hookOf({ ...stays, mode: 'daemon', failMode: 'closed', workingDirectory: daemons.folder.path, priority: 1 })],
      new Map([['daemon', executor]]),
      recordingLog(),
    );
    next.serve();
    expect(await underWay).toMatchObject({ outcome: 'allow' });
    expect(await goesAway(going)).toBe(true);
    expect(await pidOf(next)).toBe(before);

    // A firing that began before the reload: it is answered, and leaves nothing running.
    expect(await chain.firePre('pre_link', {}, {})).toMatchObject({ outcome: 'allow' });
    const pids = await daemons.pids('goes.cjs');
    expect(pids).toHaveLength(2);
    expect(await goesAway(pids[1] ?? 0)).toBe(true);
    expect(runs(before)).toBe(true);
  });
});
