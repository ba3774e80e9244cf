import { describe, expect, test } from '@jest/globals';
import { HookChain } from '../../src/hook/chain.ts';
import type { HookDefinition } from '../../src/hook/definition.ts';
import { outputLines, type HookRun } from '../../src/hook/hookRun.ts';
import { hookOf, recordingLog } from './support/hooks.ts';
import { MemoryExecutor, type Behaviour } from './support/memoryExecutor.ts';

const PAYLOAD = { title: 'a' };
const ALLOW = () => ({ action: 'allow' });
const DENY = () => ({ action: 'deny', reason: 'no' });
const ASK = () => ({ action: 'ask_user', prompt: '?' });
const MODIFY = () => ({ action: 'modify', delta: { title: 'b' } });
const FAIL = () => {
  throw new Error('broken');
};

function chainOf(hooks: Partial<HookDefinition>[], behaviours: Record<string, Behaviour>) {
  const runs: HookRun[] = [];
  const executor = new MemoryExecutor(behaviours);
  const { log } = recordingLog();
  const chain = new HookChain(hooks.map(hookOf), new Map([['exec', executor]]), {
    log,
    ran: (told) => void runs.push(...told),
  });
  return { chain, runs, executor };
}

const seen = (runs: readonly HookRun[]) =>
  runs.map(({ hook, decision, overridden }) => [hook.id, decision, overridden]);

describe('runs', () => {
  test.each<[string, Behaviour[], unknown[]]>([
    ['an allow', [ALLOW], [['0', 'allow', false]]],
    [
      'a change that a denial undoes',
      [MODIFY, ALLOW, DENY],
      [
        ['0', 'modify', true],
        ['1', 'allow', false],
        ['2', 'deny', false],
      ],
    ],
    [
      'a question that a later hook takes back',
      [ASK, ALLOW],
      [
        ['0', 'ask_user', true],
        ['1', 'allow', false],
      ],
    ],
    [
      'a question that stands',
      [ALLOW, ASK],
      [
        ['0', 'allow', false],
        ['1', 'ask_user', false],
      ],
    ],
    [
      'a failure that counts as allow',
      [FAIL, MODIFY],
      [
        ['0', 'allow', false],
        ['1', 'modify', false],
      ],
    ],
  ])('tell of %s', async (_, behaviours, expected) => {
    const { chain, runs } = chainOf(
      behaviours.map((_behaviour, place) => ({ id: String(place) })),
      Object.fromEntries(behaviours.map((behaviour, place) => [String(place), behaviour])),
    );
    await chain.firePre('pre_store', PAYLOAD, { namespace: 'n', agentId: 'ann', trigger: 'storeMemory' });
    expect(seen(runs)).toEqual(expected);
    for (const run of runs)
      expect(run).toMatchObject({ namespace: 'n', agentId: 'ann', trigger: 'storeMemory', event: 'pre_store' });
  });

  test('hash the payload as each hook was sent it', async () => {
    const { chain, runs } = chainOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }], { a: MODIFY, b: ALLOW, c: ALLOW });
    await chain.firePre('pre_store', PAYLOAD, {});
    const [a, b, c] = runs.map(({ payloadHash }) => payloadHash);
    expect([a === b, b === c]).toEqual([false, true]);
  });

  test('go to the operation that keeps them, and are told of all the same', async () => {
    const { chain, runs } = chainOf([{ id: 'a' }], { a: ALLOW });
    const mine: HookRun[] = [];
    await chain.firePre('pre_store', PAYLOAD, { keep: (told) => void mine.push(...told) });
    expect([seen(mine), seen(runs)]).toEqual([[['a', 'allow', false]], [['a', 'allow', false]]]);
  });

  test('of a notification that denies are overridden', async () => {
    const { chain, runs } = chainOf([{ id: 'a', event: 'post_store' }], { a: DENY });
    await chain.notify('post_store', { id: 'm1' }, {});
    expect(seen(runs)).toEqual([['a', 'deny', true]]);
    expect(runs[0]?.memoryId).toBe('m1');
  });
});

describe('the loop guard', () => {
  const five = Array.from({ length: 5 }, () => 'allow');

  test.each<[string, Partial<HookDefinition>, string[]]>([
    [
      'holds back a notification that comes round',
      { event: 'post_store', shape: 'hooks' },
      [...five, 'skipped', 'skipped'],
    ],
    ['lets a guard see identical stores', { event: 'pre_store', shape: 'hooks' }, [...five, 'allow', 'allow']],
    ['is not for the shape that has no such rule', { event: 'post_store', shape: 'hook' }, [...five, 'allow', 'allow']],
  ])('%s', async (_, fields, decisions) => {
    const { chain, runs, executor } = chainOf([{ id: 'a', ...fields }], { a: ALLOW });
    for (const _round of decisions)
      if (fields.event === 'pre_store') await chain.firePre('pre_store', PAYLOAD, {});
      else await chain.notify('post_store', PAYLOAD, {});
    expect(runs.map(({ decision }) => decision)).toEqual(decisions);
    expect(executor.fired).toHaveLength(decisions.filter((decision) => decision === 'allow').length);
    if (decisions.includes('skipped')) expect(runs.at(-1)?.error).toBe('loop_guard');
  });

  test('knows payloads apart', async () => {
    const { chain, executor } = chainOf([{ id: 'a', event: 'post_store', shape: 'hooks' }], { a: ALLOW });
    for (let place = 0; place < 8; place += 1) await chain.notify('post_store', { id: String(place) }, {});
    expect(executor.fired).toHaveLength(8);
  });
});

describe('runs of a hook that allows no two at once', () => {
  async function most(agents: readonly string[], allowParallel: boolean | undefined): Promise<number> {
    let now = 0;
    let highest = 0;
    const { chain } = chainOf([{ id: 'a', allowParallel }], {
      a: async () => {
        highest = Math.max(highest, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, 20));
        now -= 1;
        return {};
      },
    });
    await Promise.all(agents.map((agentId) => chain.firePre('pre_store', PAYLOAD, { agentId })));
    return highest;
  }

  test.each([
    ['wait for each other', ['ann', 'ann', 'ann'], false, 1],
    ['of other agents do not', ['ann', 'ben', 'cem'], false, 3],
    ['may be side by side otherwise', ['ann', 'ann', 'ann'], undefined, 3],
  ] as const)('%s', async (_, agents, allowParallel, expected) => {
    expect(await most(agents, allowParallel)).toBe(expected);
  });

  test('wait within their time', async () => {
    const { chain, runs } = chainOf([{ id: 'a', allowParallel: false, timeoutMs: 100, failMode: 'closed' }], {
      a: () => new Promise((resolve) => setTimeout(resolve, 80)),
    });
    const outcomes = await Promise.all([1, 2].map(() => chain.firePre('pre_store', PAYLOAD, {})));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['allow', 'denied']);
    expect(runs.map(({ error }) => error)).toEqual([null, 'timeout: no answer within 100 ms']);
  });
});

describe('outputs', () => {
  test.each([
    ['lines', 'a\n\nb\n', ['a', 'b']],
    ['nothing', '', []],
    ['secrets', 'token=abc123 x', ['token=[redacted] x']],
    [
      'the last 200 lines',
      Array.from({ length: 300 }, (_, n) => `l${n}`).join('\n'),
      Array.from({ length: 200 }, (_, n) => `l${n + 100}`),
    ],
    ['2 KB of a line', 'x'.repeat(5000), ['x'.repeat(2048)]],
    ['no half characters', `${'x'.repeat(2047)}é`, ['x'.repeat(2047)]],
  ])('are kept as %s', (_, text, lines) => {
    expect(outputLines(text)).toEqual(lines);
  });
});
