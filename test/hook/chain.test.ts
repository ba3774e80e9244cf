import { describe, expect, test } from '@jest/globals';
import { Counter, Histogram, Registry } from 'prom-client';
import { HookChain } from '../../src/hook/chain.ts';
import type { HookDefinition } from '../../src/hook/definition.ts';
import { HOOK_EVENTS, isPreEvent, type HookEvent } from '../../src/hook/event.ts';
import { HookFailure } from '../../src/hook/failure.ts';
import type { HookMetrics } from '../../src/hook/metrics.ts';
import { hookOf, recordingLog } from './support/hooks.ts';
import { MemoryExecutor, type Behaviour } from './support/memoryExecutor.ts';

const NEVER = () => new Promise(() => {});
const modify = (delta: object) => () => ({ action: 'modify', delta });
const deny: Behaviour = () => ({ action: 'deny', reason: 'no', code: 451 });
const ask: Behaviour = () => ({ action: 'ask_user', prompt: 'Sure?', options: ['yes', 'no'], default: 'no' });
const allow: Behaviour = () => ({ action: 'allow' });
const broken: Behaviour = () => {
  throw new HookFailure('error', 'exit code 1', { stderr: 'oops' });
};

/** A chain of hooks in the order given, each named by its key. */
function chainOf(
  hooks: Record<string, [Partial<HookDefinition>, Behaviour]>,
  options: { metrics?: HookMetrics; clock?: { now(): number } } = {},
) {
  const executor = new MemoryExecutor(
    Object.fromEntries(Object.entries(hooks).map(([id, [, behaviour]]) => [id, behaviour])),
  );
  const { log, lines } = recordingLog();
  const definitions = Object.entries(hooks).map(([id, [fields]]) => hookOf({ id, ...fields }));
  const chain = new HookChain(definitions, new Map([['exec', executor]]), { log, ...options });
  return { chain, executor, lines, firedIds: () => executor.fired.map(({ hookId }) => hookId) };
}

describe('order and merging', () => {
  test('higher priority first, equal ones in the order of the file', async () => {
    const { chain, firedIds } = chainOf({
      low: [{ priority: -5 }, allow],
      first: [{ priority: 10 }, allow],
      second: [{ priority: 10 }, allow],
      high: [{ priority: 99 }, allow],
    });
    expect(await chain.firePre('pre_store', {}, {})).toEqual({ outcome: 'allow' });
    expect(firedIds()).toEqual(['high', 'first', 'second', 'low']);
  });

  test('each hook sees what those before it made of the payload; the later one wins field by field', async () => {
    const { chain, executor } = chainOf({
      a: [{ priority: 3 }, modify({ priority: 2, tags: ['a'], metadata: { kept: true } })],
      b: [{ priority: 2 }, modify({ priority: 3, title: null, metadata: { whole: true } })],
      c: [{ priority: 1 }, allow],
    });
    const payload = { title: 't', content: 'c', priority: 1, metadata: { first: true } };
    const delta = { priority: 3, tags: ['a'], metadata: { whole: true } };
    expect(await chain.firePre('pre_store', payload, {})).toEqual({
      outcome: 'modified',
      payload: { ...payload, ...delta },
      delta,
    });
    expect(executor.fired.map(({ payload }) => payload)).toEqual([
      payload,
      { ...payload, priority: 2, tags: ['a'], metadata: { kept: true } },
      { ...payload, ...delta },
    ]);
    expect(payload.priority).toBe(1);
  });

  test('pre_recall_expand: the delta of a memory becomes the query that the next hook sees', async () => {
    const { chain, executor } = chainOf({
      a: [{ event: 'pre_recall_expand', priority: 2 }, modify({ content: 'auth token', priority: 20 })],
      b: [{ event: 'pre_recall_expand', priority: 1 }, allow],
    });
    const result = await chain.firePre('pre_recall_expand', { query: 'auht', namespace: '', k: 10 }, {});
    expect(result).toEqual({
      outcome: 'modified',
      payload: { query: 'auth token', namespace: '', k: 20 },
      delta: { query: 'auth token', k: 20 },
    });
    expect(executor.fired[1]?.payload).toEqual({ query: 'auth token', namespace: '', k: 20 });
  });
});

describe('precedence', () => {
  const question = (hookId: string) => ({ hookId, prompt: 'Sure?', options: ['yes', 'no'], default: 'no' });
  const P = { title: 't' };
  test.each([
    ['no hook of this event', [], { outcome: 'allow' }],
    [
      'deny stops at once',
      [modify({ priority: 2 }), deny, broken],
      { outcome: 'denied', reason: 'no', code: 451, hookId: 'h1' },
    ],
    ['deny after a question', [ask, deny], { outcome: 'denied', reason: 'no', code: 451, hookId: 'h1' }],
    ['a question alone', [ask], { outcome: 'asked', questions: [question('h0')], payload: P, delta: {} }],
    [
      'two questions',
      [ask, ask],
      { outcome: 'asked', questions: [question('h0'), question('h1')], payload: P, delta: {} },
    ],
    [
      'a question after a change',
      [modify({ title: 'u' }), ask],
      { outcome: 'asked', questions: [question('h1')], payload: { title: 'u' }, delta: { title: 'u' } },
    ],
    ['a later allow takes questions back', [ask, ask, allow], { outcome: 'allow' }],
    [
      'a later change takes questions back',
      [ask, modify({ title: 'u' })],
      { outcome: 'modified', payload: { title: 'u' }, delta: { title: 'u' } },
    ],
    ['an empty change takes questions back', [ask, modify({})], { outcome: 'allow' }],
    [
      'a later question stands',
      [ask, allow, ask],
      { outcome: 'asked', questions: [question('h2')], payload: P, delta: {} },
    ],
    ['an open failure is an allow', [ask, broken], { outcome: 'allow' }],
  ] as [string, Behaviour[], object][])('%s', async (_, behaviours, result) => {
    const { chain } = chainOf(Object.fromEntries(behaviours.map((behaviour, index) => [`h${index}`, [{}, behaviour]])));
    expect(await chain.firePre('pre_store', P, {})).toEqual(result);
  });

  test('after a deny no other hook runs', async () => {
    const { chain, firedIds } = chainOf({ a: [{ priority: 2 }, deny], b: [{ priority: 1 }, allow] });
    await chain.firePre('pre_store', {}, {});
    expect(firedIds()).toEqual(['a']);
  });

  test('hooks that asked before are left out', async () => {
    const { chain, firedIds } = chainOf({ a: [{}, ask], b: [{}, allow] });
    expect(await chain.firePre('pre_store', {}, { skipHookIds: new Set(['a']) })).toEqual({ outcome: 'allow' });
    expect(firedIds()).toEqual(['b']);
  });
});

describe('what an event does not admit counts as allow and is logged', () => {
  test.each([
    ['pre_recall', ask],
    ['pre_search', ask],
    ['pre_recall_expand', ask],
  ] as [HookEvent & `pre_${string}`, Behaviour][])('%s: a question', async (event, behaviour) => {
    const { chain, lines } = chainOf({ a: [{ event }, behaviour] });
    expect(await chain.firePre(event, {}, {})).toEqual({ outcome: 'allow' });
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, hook: 'a', event, decision: 'ask_user' }));
  });

  const notifyEvents = HOOK_EVENTS.filter((event) => !isPreEvent(event)) as never[];
  test.each(notifyEvents)('%s: modify, deny and question, and the next hook still hears', async (event) => {
    const { chain, firedIds, lines } = chainOf({
      a: [{ event }, modify({ title: 'x' })],
      b: [{ event }, deny],
      c: [{ event }, ask],
      d: [{ event, failMode: 'closed' }, broken],
      e: [{ event }, allow],
    });
    await expect(chain.notify(event, { id: 'm' }, {})).resolves.toBeUndefined();
    expect(firedIds()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(lines.filter(({ level }) => level === 40)).toHaveLength(4);
  });
});

describe('selection', () => {
  test.each([
    ['its namespace', { namespace: 'acme/**' }, 'acme/x', true],
    ['another namespace', { namespace: 'acme/**' }, 'other', false],
    ['no namespace, a pattern for some', { namespace: 'acme/**' }, null, false],
    ['no namespace, a pattern for all', { namespace: '*' }, null, true],
    ['disabled', { enabled: false }, 'acme', false],
    ['another event', { event: 'pre_link' }, 'acme', false],
  ] as [string, Partial<HookDefinition>, string | null, boolean][])('%s', async (_, fields, namespace, fires) => {
    const { chain, firedIds } = chainOf({ a: [fields, deny] });
    expect(chain.has('pre_store', namespace)).toBe(fires);
    expect((await chain.firePre('pre_store', {}, { namespace })).outcome).toBe(fires ? 'denied' : 'allow');
    expect(firedIds()).toHaveLength(fires ? 1 : 0);
  });

  test('has without a namespace asks for any', () => {
    const { chain } = chainOf({ a: [{ namespace: 'acme' }, allow] });
    expect(chain.has('pre_store')).toBe(true);
    expect(chain.has('pre_link')).toBe(false);
  });

  test('a mode without an executor is refused', () => {
    expect(() => chainOf({ a: [{ mode: 'daemon' }, allow] })).toThrow('hook a: no executor for mode "daemon"');
  });
});

describe('failures', () => {
  test.each([
    ['open', broken, { outcome: 'allow' }],
    ['closed', broken, { outcome: 'denied', reason: 'hook a failed', code: 503, hookId: 'a' }],
    ['open', () => ({ action: 'dance' }), { outcome: 'allow' }],
    [
      'closed',
      () => ({ action: 'dance' }),
      { outcome: 'denied', reason: 'hook a gave an answer that cannot be read', code: 503, hookId: 'a' },
    ],
    [
      'closed',
      modify({ priority: 80 }),
      { outcome: 'denied', reason: 'hook a gave an answer that cannot be read', code: 503, hookId: 'a' },
    ],
    ['open', NEVER, { outcome: 'allow' }],
    ['closed', NEVER, { outcome: 'denied', reason: 'hook a did not answer in time', code: 503, hookId: 'a' }],
    [
      'closed',
      () => Promise.reject(new TypeError('bug')),
      { outcome: 'denied', reason: 'hook a failed', code: 503, hookId: 'a' },
    ],
  ] as ['open' | 'closed', Behaviour, object][])('%s %#', async (failMode, behaviour, result) => {
    const { chain, lines } = chainOf({ a: [{ failMode, timeoutMs: 30 }, behaviour] });
    expect(await chain.firePre('pre_store', {}, {})).toEqual(result);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, hook: 'a', failMode }));
  });

  test('a hook that ignores the clock is told to stop and waited for no longer', async () => {
    let told: AbortSignal | undefined;
    const { chain } = chainOf({ a: [{ timeoutMs: 40 }, (_, signal) => ((told = signal), NEVER())] });
    const begin = performance.now();
    await chain.firePre('pre_store', {}, {});
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(told?.aborted).toBe(true);
  });

  test('the deadline of the class holds for hooks with longer timeouts', async () => {
    const { chain } = chainOf({ a: [{ event: 'pre_recall_expand', timeoutMs: 30_000, failMode: 'closed' }, NEVER] });
    const begin = performance.now();
    expect(await chain.firePre('pre_recall_expand', {}, {})).toMatchObject({ outcome: 'denied', code: 503 });
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  test.each([
    ['open', { outcome: 'asked' }],
    ['closed', { outcome: 'denied', reason: 'hook late had no time left', code: 504, hookId: 'late' }],
  ] as const)('after the deadline a hook that is %s does not run', async (failMode, result) => {
    let now = 0;
    const slowAsk: Behaviour = (...all) => ((now += 5000), ask(...all));
    const { chain, firedIds } = chainOf(
      { slow: [{ priority: 1 }, slowAsk], late: [{ failMode }, allow] },
      { clock: { now: () => now } },
    );
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject(result);
    expect(firedIds()).toEqual(['slow']);
  });

  test('a caller that goes away stops the chain', async () => {
    const gone = new AbortController();
    let told: AbortSignal | undefined;
    const { chain, firedIds } = chainOf({
      a: [
        { priority: 1, failMode: 'closed' },
        (_, signal) => ((told = signal), setTimeout(() => gone.abort(new Error('gone')), 10), NEVER()),
      ],
      b: [{}, allow],
    });
    await expect(chain.firePre('pre_store', {}, { signal: gone.signal })).rejects.toThrow('gone');
    expect(told?.aborted).toBe(true);
    expect(firedIds()).toEqual(['a']);
    await expect(chain.firePre('pre_store', {}, { signal: gone.signal })).rejects.toThrow('gone');
    expect(firedIds()).toEqual(['a']);
  });
});

describe('what is told outside', () => {
  test('metrics go to prom-client as it is', async () => {
    const registers = [new Registry()];
    const metrics = {
      fired: new Counter({ name: 'fired', help: '-', labelNames: ['hook', 'event', 'outcome'], registers }),
      dropped: new Counter({ name: 'dropped', help: '-', labelNames: ['hook', 'event', 'cause'], registers }),
      restarts: new Counter({ name: 'restarts', help: '-', labelNames: ['hook', 'event'], registers }),
      seconds: new Histogram({ name: 'seconds', help: '-', labelNames: ['hook', 'event'], registers }),
    };
    let now = 0;
    const slow: Behaviour = () => ((now += 5000), { action: 'allow' });
    const { chain } = chainOf(
      {
        a: [{ priority: 9 }, modify({ priority: 2 })],
        b: [{ priority: 8 }, broken],
        c: [{ priority: 7 }, slow],
        d: [{ priority: 6 }, allow],
      },
      { metrics, clock: { now: () => now } },
    );
    await chain.firePre('pre_store', {}, {});
    const values = async (metric: Counter | Histogram) =>
      (await metric.get()).values
        .filter((value) => !('metricName' in value) || value.metricName === 'seconds_count')
        .map(({ labels, value }) => [Object.values(labels).join(' '), value]);
    expect(await values(metrics.fired)).toEqual([
      ['a pre_store modify', 1],
      ['c pre_store allow', 1],
    ]);
    expect(await values(metrics.dropped)).toEqual([
      ['b pre_store error', 1],
      ['d pre_store deadline', 1],
    ]);
    expect(await values(metrics.seconds)).toEqual([
      ['a pre_store', 1],
      ['b pre_store', 1],
      ['c pre_store', 1],
    ]);
  });

  test('the log has the error output and the fields a hook set in vain', async () => {
    const { chain, lines } = chainOf({ a: [{}, broken], b: [{}, modify({ colour: 'red', title: 't' })] });
    await chain.firePre('pre_store', {}, {});
    expect(lines).toContainEqual(
      expect.objectContaining({ hook: 'a', cause: 'error', stderr: 'oops', msg: 'hook failed: exit code 1' }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ hook: 'b', ignored: ['colour'] }));
  });

  test('closing the chain closes its executors', async () => {
    const { chain, executor } = chainOf({ a: [{}, allow] });
    let closed = false;
    executor.close = async () => void (closed = true);
    await chain.close();
    expect(closed).toBe(true);
  });
});
