import type { HookDefinition } from '../../../src/hook/definition.ts';
import type { Executor, HookAnswer, HookRequest } from '../../../src/hook/executor.ts';

/** What a hook of a test does when it is fired. */
export type Behaviour = (request: HookRequest, signal: AbortSignal) => unknown;

/** Runs hooks as functions, found by hook id, behind the same port as processes; remembers who was fired with what. */
export class MemoryExecutor implements Executor {
  readonly fired: { hookId: string; payload: unknown }[] = [];
  readonly #behaviours: Readonly<Record<string, Behaviour>>;

  constructor(behaviours: Readonly<Record<string, Behaviour>>) {
    this.#behaviours = behaviours;
  }

  async run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    this.fired.push({ hookId: hook.id, payload: request.payload });
    return { value: await this.#behaviours[hook.id]?.(request, signal) };
  }

  async close(): Promise<void> {}
}
