import type { HookDefinition } from '../definition.ts';
import type { Executor, HookAnswer, HookRequest } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { stopping } from '../runs.ts';
import { Daemon, type DaemonSurroundings } from './daemon.ts';

/**
 * Mode `daemon` (spec memory-system §2.4): one kept process for each hook, one JSON line each way, one request in flight.
 * Others wait their turn within their own budget. A process that breaks, or is too slow, is ended with all it started; the
 * next request starts another (`BackOff`).
 */
export class DaemonExecutor implements Executor {
  readonly #surroundings: DaemonSurroundings;
  /** By {@link processKey}. */
  readonly #daemons = new Map<string, Daemon>();
  readonly #keys = new WeakMap<HookDefinition, string>();
  readonly #retiring = new Set<Promise<void>>();
  /** Keys of the hooks in use; undefined as long as nobody said. */
  #served: ReadonlySet<string> | undefined;
  #closed = false;

  constructor(surroundings: DaemonSurroundings) {
    this.#surroundings = surroundings;
  }

  /** @throws HookFailure; or, when `signal` is aborted first, its reason */
  async run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    if (this.#closed) throw stopping();
    const key = this.#keyOf(hook);
    const daemon = this.#daemon(key, hook);
    try {
      return await daemon.ask(request, signal);
    } finally {
      // A firing that began before a reload may come to a hook that is gone since.
      if (this.#served?.has(key) === false) this.#retire(key, daemon);
    }
  }

  /** Starts the processes of these hooks, and ends those of others when they have answered who waits. */
  serve(hooks: readonly HookDefinition[]): void {
    if (this.#closed) return;
    this.#served = new Set(hooks.map((hook) => this.#keyOf(hook)));
    for (const [key, daemon] of this.#daemons) if (!this.#served.has(key)) this.#retire(key, daemon);
    for (const hook of hooks) {
      const daemon = this.#daemon(this.#keyOf(hook), hook);
      void daemon.warmUp().catch((error: unknown) => {
        if (error instanceof HookFailure && !this.#closed) this.#surroundings.ended?.(hook, error);
      });
    }
  }

  /** Ends all processes and waits until they are gone. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...[...this.#daemons.values()].map((daemon) => daemon.close()), ...this.#retiring]);
  }

  #daemon(key: string, hook: HookDefinition): Daemon {
    const known = this.#daemons.get(key);
    if (known) return known;
    const daemon = new Daemon(hook, this.#surroundings);
    this.#daemons.set(key, daemon);
    return daemon;
  }

  #retire(key: string, daemon: Daemon): void {
    this.#daemons.delete(key);
    const done: Promise<void> = daemon.retire().finally(() => this.#retiring.delete(done));
    this.#retiring.add(done);
  }

  #keyOf(hook: HookDefinition): string {
    const known = this.#keys.get(hook);
    if (known !== undefined) return known;
    const key = processKey(hook);
    this.#keys.set(hook, key);
    return key;
  }
}

/** The same for hooks that one process can serve, before and after a reload. */
function processKey({ id, event, command, args, workingDirectory, env, termGraceMs }: HookDefinition): string {
  return JSON.stringify([id, event, command, args, workingDirectory, env, termGraceMs]);
}
