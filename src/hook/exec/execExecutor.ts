import pLimit from 'p-limit';
import type { HookDefinition } from '../definition.ts';
import type { Executor, HookAnswer, HookRequest } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { ChildRun } from './childRun.ts';
import { hookEnvironment } from './environment.ts';
import { lastLine } from './lastLine.ts';
import { spawnChild } from './spawnChild.ts';

/** Hook processes that may run at the same time, unless told otherwise. */
const DEFAULT_CONCURRENCY = 16;

/** What the executor takes from its surroundings. */
export interface ExecExecutorOptions {
  /** The server's environment, of which a hook sees very little (`environment.ts`). */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Processes at the same time. Waiting for a turn counts into a hook's budget. @default 16 */
  readonly concurrency?: number;
}

/**
 * Mode `exec` (spec memory-system §2.4): one process for each firing. It gets one JSON line and the end of its input;
 * the last line it prints that is not blank is its answer; an exit code other than 0 is a failure.
 */
export class ExecExecutor implements Executor {
  readonly #environment: ExecExecutorOptions['environment'];
  readonly #limit: ReturnType<typeof pLimit>;
  /** Every run that has not settled, and what stops it. */
  readonly #running = new Map<Promise<void>, AbortController>();
  #closed = false;

  constructor({ environment, concurrency = DEFAULT_CONCURRENCY }: ExecExecutorOptions) {
    this.#environment = environment;
    this.#limit = pLimit(concurrency);
  }

  /** @throws HookFailure; or, when `signal` is aborted first, its reason */
  async run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    signal.throwIfAborted();
    if (this.#closed) throw stopping();
    const stop = new AbortController();
    const forward = () => stop.abort(signal.reason);
    signal.addEventListener('abort', forward, { once: true });
    const answer = this.#limit(() => this.#runOne(hook, request, stop.signal));
    const settled = answer.then(ignore, ignore);
    this.#running.set(settled, stop);
    try {
      return await answer;
    } finally {
      signal.removeEventListener('abort', forward);
      this.#running.delete(settled);
    }
  }

  /** Ends all processes and waits until they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#running.values()) stop.abort(stopping());
    await Promise.all(this.#running.keys());
  }

  /** Settles only when the process is gone, so that the limit counts processes and not answers. */
  async #runOne(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    signal.throwIfAborted();
    const child = await this.#start(hook, request, signal);
    const run = new ChildRun(child, `${JSON.stringify({ event: request.event, payload: request.payload })}\n`);
    const terminate = () => run.terminate();
    signal.addEventListener('abort', terminate, { once: true });
    if (signal.aborted) terminate();
    try {
      const { stdout, stderr } = await run.output;
      return { value: parseAnswer(lastLine(stdout), stderr), stderr };
    } finally {
      signal.removeEventListener('abort', terminate);
    }
  }

  async #start(hook: HookDefinition, request: HookRequest, signal: AbortSignal) {
    const { command, args, workingDirectory } = hook;
    try {
      return await spawnChild(
        { command, args, workingDirectory, environment: hookEnvironment(this.#environment, request.event) },
        signal,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new HookFailure('error', `cannot be started: ${(error as Error).message}`, { cause: error });
    }
  }
}

function stopping(): HookFailure {
  return new HookFailure('error', 'the server is stopping');
}

function ignore(): void {}

function parseAnswer(line: string, stderr: string): unknown {
  if (line === '') return undefined;
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new HookFailure('decode', 'the last line is not JSON', { stderr, cause: error });
  }
}
