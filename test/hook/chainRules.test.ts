import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HookChain } from '../../src/hook/chain.ts';
import type { ChainResult } from '../../src/hook/chainResult.ts';
import { CLASS_DEADLINE_MS } from '../../src/hook/event.ts';
import { HookFailure } from '../../src/hook/failure.ts';
import { hookOf, recordingLog } from './support/hooks.ts';
import { MemoryExecutor } from './support/memoryExecutor.ts';

/** A hook of a made-up chain, and what it does: it takes `takes` ms, then says `says`. */
const planned = fc.record({
  priority: fc.integer({ min: -2, max: 2 }),
  enabled: fc.constantFrom(true, true, true, false),
  elsewhere: fc.constantFrom(false, false, false, true),
  skipped: fc.constantFrom(false, false, false, true),
  failMode: fc.constantFrom<('open' | 'closed')[]>('open', 'open', 'open', 'closed'),
  timeoutMs: fc.constantFrom(100, 3000, 30_000, 30_000),
  takes: fc.oneof(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 2000, max: 4000 })),
  says: fc.oneof(
    { weight: 4, arbitrary: fc.constant({ action: 'allow' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({
        action: fc.constant('modify' as const),
        delta: fc.record(
          {
            title: fc.constantFrom('a', 'b', null),
            priority: fc.integer({ min: 1, max: 10 }),
            metadata: fc.dictionary(fc.constantFrom('x', 'y'), fc.integer(), { maxKeys: 2, noNullPrototype: true }),
          },
          { requiredKeys: [], noNullPrototype: true },
        ),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        action: fc.constant('deny' as const),
        reason: fc.constant('no'),
        code: fc.integer({ min: 400, max: 499 }),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ action: 'ask_user' as const, prompt: '?', options: ['y'], default: 'y' }) },
    { weight: 2, arbitrary: fc.constant({ action: 'break' as const }) },
  ),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T & { id: string } : never;

const PAYLOAD = { title: 't', content: 'c', metadata: { first: 1 } };

/** The rules of spec memory-system §2.3, told plainly. */
function expectedResult(hooks: readonly Planned[]): object {
  const inOrder = [2, 1, 0, -1, -2].flatMap((priority) => hooks.filter((hook) => hook.priority === priority));
  let clock = 0;
  let questions: object[] = [];
  const changes: Record<string, unknown> = {};
  for (const hook of inOrder) {
    if (!hook.enabled || hook.elsewhere || hook.skipped) continue;
    const left = CLASS_DEADLINE_MS.write - clock;
    if (left <= 0) {
      if (hook.failMode === 'closed') return { outcome: 'denied', code: 504, hookId: hook.id };
      continue;
    }
    const budget = hook.timeoutMs < left ? hook.timeoutMs : left;
    const tooSlow = hook.takes > budget;
    clock += tooSlow ? budget : hook.takes;
    const { says } = hook;
    if (tooSlow || says.action === 'break') {
      if (hook.failMode === 'closed') return { outcome: 'denied', code: 503, hookId: hook.id };
      questions = [];
    } else if (says.action === 'deny') return { outcome: 'denied', reason: 'no', code: says.code, hookId: hook.id };
    else if (says.action === 'ask_user')
      questions = [...questions, { hookId: hook.id, prompt: '?', options: ['y'], default: 'y' }];
    else {
      questions = [];
      if (says.action === 'modify')
        for (const [name, value] of Object.entries(says.delta)) if (value !== null) changes[name] = value;
    }
  }
  const payload = { ...PAYLOAD, ...changes };
  if (questions.length > 0) return { outcome: 'asked', questions, payload, delta: changes };
  return Object.keys(changes).length > 0 ? { outcome: 'modified', payload, delta: changes } : { outcome: 'allow' };
}

/** The real chain on hooks that take their time on a clock of the test. */
async function actualResult(hooks: readonly Planned[]): Promise<ChainResult> {
  let now = 1000;
  const deadline = now + CLASS_DEADLINE_MS.write;
  const executor = new MemoryExecutor(
    Object.fromEntries(
      hooks.map(({ id, timeoutMs, takes, says }) => [
        id,
        () => {
          const budget = Math.min(timeoutMs, deadline - now);
          now += Math.min(takes, budget);
          if (takes > budget) throw new HookFailure('timeout', 'too slow');
          if (says.action === 'break') throw new HookFailure('error', 'exit code 1');
          return says;
        },
      ]),
    ),
  );
  const definitions = hooks.map(({ id, priority, enabled, elsewhere, failMode, timeoutMs }) =>
    hookOf({ id, priority, enabled, namespace: elsewhere ? 'elsewhere' : 'acme/**', failMode, timeoutMs }),
  );
  const chain = new HookChain(definitions, new Map([['exec', executor]]), {
    log: recordingLog().log,
    clock: { now: () => now },
  });
  const skipHookIds = new Set(hooks.filter(({ skipped }) => skipped).map(({ id }) => id));
  return chain.firePre('pre_store', PAYLOAD, { namespace: 'acme/x', skipHookIds });
}

describe('the chain', () => {
  test('does what the plain rules say, whatever the hooks', async () => {
    const seen: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(planned, { maxLength: 8 }), async (plans) => {
        const hooks = plans.map((plan, index) => ({ ...plan, id: `h${index}` }));
        const expected = expectedResult(hooks);
        seen.push(outcomeOf(expected));
        expect(withoutWording(await actualResult(hooks))).toEqual(expected);
      }),
      { numRuns: 500, seed: 20260501 },
    );
    expect([...new Set(seen)].sort()).toEqual(['503', '504', 'allow', 'asked', 'denied', 'modified']);
  });
});

/** A name for the kind of a result: failures that deny by their code. */
function outcomeOf(result: object): string {
  const { outcome, code = 0 } = result as { outcome: string; code?: number };
  return code >= 500 ? String(code) : outcome;
}

/** The words in which a failure is told are not part of the rules. */
function withoutWording(result: ChainResult): object {
  if (result.outcome !== 'denied' || result.code < 500) return result;
  const { reason: _wording, ...rest } = result;
  return rest;
}
