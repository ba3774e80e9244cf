import type { HookDefinition } from '../definition.ts';
import type { Executor, HookAnswer, HookRequest } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { ANSWER_CAP, decodeAnswer } from '../message.ts';
import { Runs } from '../runs.ts';
import type { FunctionHook } from './functionHook.ts';

/** Mode `function`: hooks that are functions of this program. They fail by the same rules as processes. */
export class FunctionExecutor implements Executor {
  readonly #hooks: ReadonlyMap<string, FunctionHook>;
  readonly #runs = new Runs(Infinity);

  constructor(hooks: readonly FunctionHook[]) {
    this.#hooks = new Map(hooks.map((hook) => [hook.id, hook]));
  }

  /** @throws HookFailure, or what the function throws; or, when `signal` is aborted first, its reason */
  async run(hook: HookDefinition, { payload }: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    return await this.#runs.run(signal, async (stop) => {
      const own = this.#hooks.get(hook.id);
      if (!own) throw new HookFailure('error', 'this program has no such function');
      return { value: asJson(await Promise.race([call(own, structuredClone(payload), stop), aborted(stop)])) };
    });
  }

  /** Aborts the signals of what runs; a function that goes on all the same cannot be ended. */
  async close(): Promise<void> {
    await this.#runs.close();
  }
}

/** An exception of a function that is not asynchronous is a rejection too. */
async function call(hook: FunctionHook, payload: unknown, signal: AbortSignal): Promise<unknown> {
  return await hook.run(payload as Parameters<FunctionHook['run']>[0], signal);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * The answer as the wire would have carried it: plain JSON, bounded, and nobody else's object.
 * @throws HookFailure
 */
function asJson(value: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new HookFailure('decode', 'the answer is not JSON', { cause: error });
  }
  if (text === undefined) return undefined;
  if (text.length > ANSWER_CAP) throw new HookFailure('error', `answered with more than ${ANSWER_CAP} characters`);
  return decodeAnswer(text);
}
