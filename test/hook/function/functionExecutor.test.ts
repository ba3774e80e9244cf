import { afterAll, describe, expect, test } from '@jest/globals';
import { HookChain } from '../../../src/hook/chain.ts';
import { FunctionExecutor } from '../../../src/hook/function/functionExecutor.ts';
import { defineHook, functionDefinitions, type FunctionHook } from '../../../src/hook/function/functionHook.ts';
import { hookOf, recordingLog } from '../support/hooks.ts';

const executors: FunctionExecutor[] = [];
afterAll(() => Promise.all(executors.map((executor) => executor.close())));

function chainOf(hooks: FunctionHook[]) {
  const executor = new FunctionExecutor(hooks);
  executors.push(executor);
  const { log, lines } = recordingLog();
  return { chain: new HookChain(functionDefinitions(hooks, []), new Map([['function', executor]]), { log }), lines };
}

/** What a hook may do in a test: also what its types forbid. */
type Body = (payload: { title: string; tags: string[] }, signal: AbortSignal) => unknown;

/** A closed hook of pre_store. */
const closed = (run: Body, more: Partial<FunctionHook> = {}) =>
  defineHook({
    id: 'f',
    event: 'pre_store',
    failMode: 'closed',
    timeoutMs: 200,
    ...more,
    run,
  } as unknown as FunctionHook);

const FAILED = { outcome: 'denied', code: 503, hookId: 'f' };
const circle: Record<string, unknown> = {};
circle['self'] = circle;

describe('a function', () => {
  test('is told and decides with the types of its event', async () => {
    const { chain } = chainOf([
      defineHook({
        id: 'shout',
        event: 'pre_store',
        run: ({ title = '' }) => ({ action: 'modify', delta: { title: title.toUpperCase(), tags: ['loud'] } }),
      }),
      defineHook({
        id: 'more',
        event: 'pre_recall_expand',
        run: ({ k }) => ({ action: 'modify', delta: { k: k + 1 } }),
      }),
    ]);
    expect(await chain.firePre('pre_store', { title: 'quiet' }, {})).toMatchObject({
      delta: { title: 'QUIET', tags: ['loud'] },
    });
    expect(await chain.firePre('pre_recall_expand', { query: 'q', namespace: '', k: 4 }, {})).toMatchObject({
      delta: { k: 5 },
    });
  });

  test.each<[string, Body, object]>([
    ['nothing', () => {}, { outcome: 'allow' }],
    ['a promise of nothing', async () => {}, { outcome: 'allow' }],
    ['allow', () => ({ action: 'allow' }), { outcome: 'allow' }],
    ['deny', async () => ({ action: 'deny', reason: 'no', code: 451 }), { outcome: 'denied', reason: 'no', code: 451 }],
    ['ask', () => ({ action: 'ask_user', prompt: 'Sure?' }), { outcome: 'asked' }],
    ['an unknown field', () => ({ action: 'modify', delta: { colour: 'red' } }), { outcome: 'allow' }],
    ['null', () => null, FAILED],
    ['a text', () => 'no', FAILED],
    ['an unknown action', () => ({ action: 'explode' }), FAILED],
    ['a delta out of bounds', () => ({ action: 'modify', delta: { priority: 80 } }), FAILED],
    ['a circle', () => circle, FAILED],
    ['a BigInt', () => ({ action: 'modify', delta: { metadata: { n: 1n } } }), FAILED],
    ['2 MB', () => ({ action: 'deny', reason: 'x'.repeat(2e6) }), FAILED],
    [
      'an exception',
      () => {
        throw new Error('boom');
      },
      FAILED,
    ],
    ['a rejection', () => Promise.reject(new Error('boom')), FAILED],
    ['a rejection with nothing', () => Promise.reject(), FAILED],
    ['never', () => new Promise(() => {}), { ...FAILED, reason: 'hook f did not answer in time' }],
    [
      'an exception after its time',
      () => new Promise((_, reject) => void setTimeout(() => reject(new Error('late')), 300)),
      FAILED,
    ],
  ])('answers %s', async (_, run, result) => {
    const begin = performance.now();
    expect(await chainOf([closed(run)]).chain.firePre('pre_store', {}, {})).toMatchObject(result);
    expect(performance.now() - begin).toBeLessThan(4_500);
    if (result === FAILED)
      expect(await chainOf([closed(run, { failMode: 'open' })]).chain.firePre('pre_store', {}, {})).toEqual({
        outcome: 'allow',
      });
  });

  test('gets a copy: what it does to its payload changes nothing', async () => {
    const seen: unknown[] = [];
    const { chain } = chainOf([
      closed((payload) => void (payload.tags.push('mine'), (payload.title = 'mine')), { id: 'first', priority: 2 }),
      closed((payload) => void seen.push(payload), { id: 'second', priority: 1 }),
    ]);
    await chain.firePre('pre_store', { title: 't', tags: ['a'] }, {});
    expect(seen).toEqual([{ title: 't', tags: ['a'] }]);
  });

  test('hears when its time is over', async () => {
    const { chain } = chainOf([
      closed(
        (_, signal: AbortSignal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ),
    ]);
    expect(await chain.firePre('pre_store', {}, {})).toMatchObject({ reason: 'hook f did not answer in time' });
  });

  test('does not keep the server from stopping', async () => {
    let heard = false;
    const { chain } = chainOf([
      closed(
        (_, signal: AbortSignal) => (signal.addEventListener('abort', () => (heard = true)), new Promise(() => {})),
        { timeoutMs: 30_000 },
      ),
    ]);
    const waiting = chain.firePre('pre_store', {}, {});
    await new Promise(setImmediate);
    await chain.close();
    expect(await waiting).toMatchObject(FAILED);
    expect(heard).toBe(true);
  });

  test('hears of what happened, and its namespace and order count', async () => {
    const heard: string[] = [];
    const listen = (id: string, more: Partial<FunctionHook>) =>
      defineHook({
        id,
        event: 'post_store',
        run: ({ title }) => void heard.push(`${id} ${title}`),
        ...more,
      } as FunctionHook<'post_store'>);
    const { chain } = chainOf([
      listen('low', {}),
      listen('high', { priority: 5 }),
      listen('other', { namespace: 'b/**' }),
    ]);
    await chain.notify('post_store', { title: 't' }, { namespace: 'a' });
    expect(heard).toEqual(['high t', 'low t']);
  });
});

describe('a definition', () => {
  const run = () => {};
  test.each([
    ['an id with a space', { id: 'a b' }, 'hook id "a b"'],
    ['an unknown event', { event: 'before_store' }, 'hook f: unknown event "before_store"'],
    ['no time', { timeoutMs: 0 }, 'hook f: timeoutMs'],
    ['too much time', { timeoutMs: 30_001 }, 'hook f: timeoutMs'],
    ['a wrong namespace', { namespace: 'a//b' }, 'no empty segment'],
  ])('refuses %s', (_, fields, message) => {
    expect(() => defineHook({ id: 'f', event: 'pre_store', run, ...fields } as FunctionHook)).toThrow(message);
  });

  test('refuses an id that is taken, by a file or by another function', () => {
    const hook = defineHook({ id: 'f', event: 'pre_store', run });
    expect(() => functionDefinitions([hook], [hookOf({ id: 'f' })])).toThrow('hook f: another hook has this id');
    expect(() => functionDefinitions([hook, hook], [])).toThrow('hook f: another hook has this id');
  });
});
