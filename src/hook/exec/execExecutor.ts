import type { HookDefinition } from '../definition.ts';
import type { Executor, HookAnswer, HookRequest } from '../executor.ts';
import { decodeAnswer, encodeRequest } from '../message.ts';
import type { Environment } from '../process/environment.ts';
import { startHook } from '../process/startHook.ts';
import { Runs } from '../runs.ts';
import type { HookFailure } from '../failure.ts';
import { blockedBy } from './blocked.ts';
import { ChildRun } from './childRun.ts';
import { lastLine } from './lastLine.ts';

/** Hook processes that may run at the same time, unless told otherwise. */
const DEFAULT_CONCURRENCY = 16;

/** What the executor takes from its surroundings. */
export interface ExecExecutorOptions {
  /** The server's environment, of which a hook sees very little (`environment.ts`). */
  readonly environment: Environment;
  /** Processes at the same time. Waiting for a turn counts into a hook's budget. @default 16 */
  readonly concurrency?: number;
}

/**
 * Mode `exec` (spec memory-system §2.4): one process for each firing. It gets one JSON line and the end of its input;
 * the last line it prints that is not blank is its answer; an exit code other than 0 is a failure, save the 2 by which a hook of
 * Codex's shape blocks ({@link blockedBy}).
 */
export class ExecExecutor implements Executor {
  readonly #environment: Environment;
  readonly #runs: Runs;

  constructor({ environment, concurrency = DEFAULT_CONCURRENCY }: ExecExecutorOptions) {
    this.#environment = environment;
    this.#runs = new Runs(concurrency);
  }

  /** @throws HookFailure; or, when `signal` is aborted first, its reason */
  async run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    return await this.#runs.run(signal, (stop) => this.#runOne(hook, request, stop));
  }

  /** Ends all processes and waits until they are gone. */
  async close(): Promise<void> {
    await this.#runs.close();
  }

  /** Settles only when the process is gone, so that the limit counts processes and not answers. */
  async #runOne(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    const child = await startHook(hook, this.#environment, signal);
    const run = new ChildRun(child, `${encodeRequest(request)}\n`, hook.termGraceMs);
    const terminate = () => run.terminate();
    signal.addEventListener('abort', terminate, { once: true });
    if (signal.aborted) terminate();
    try {
      const { stdout, stderr } = await run.output;
      return { value: decodeAnswer(lastLine(stdout), stderr), stderr };
    } catch (error) {
      const value = blockedBy(hook, error);
      if (value === null) throw error;
      return { value, stderr: (error as HookFailure).stderr };
    } finally {
      signal.removeEventListener('abort', terminate);
    }
  }
}
