import { isAgentEvent } from './agentEvent.ts';
import { attempt, type Attempt } from './attempt.ts';
import { HookChain, type FiringOptions, type PreFiringOptions } from './chain.ts';
import type { ChainResult } from './chainResult.ts';
import type { ConfiguredHook, HookDefinition } from './definition.ts';
import { CLASS_DEADLINE_MS, classOf, type HookEvent, type NotifyEvent, type PreEvent } from './event.ts';
import type { Executors, WireObject } from './executor.ts';
import { HookUnusable } from './failure.ts';
import { silenceOf } from './firesIn.ts';
import type { HookSurroundings } from './hookRunner.ts';
import { HooksFileError } from './hooksFile.ts';
import type { LayerSource } from './layer/hookLayer.ts';
import { differs, readLayers, type Layers } from './layer/layers.ts';
import { watchLayers } from './layer/watchLayers.ts';

/** What the hooks of a server are made from. */
export interface LiveHooksOptions extends HookSurroundings {
  readonly sources: readonly LayerSource[];
  /** Kept over reloads. */
  readonly executors: Executors;
  /** Folders of programs, as in PATH. */
  readonly searchPath: string;
  /**
   * Hooks that no file defines, but the program that starts the server: they count after those of the same rank and priority.
   * @param defined what the files define, whose ids are taken
   */
  readonly programHooks?: ((defined: readonly ConfiguredHook[]) => readonly HookDefinition[]) | undefined;
}

/** So many hooks whose event does not fire are named in the log, an event. */
const NAMED = 10;

/** What a reload came to. */
export interface Reload {
  /** False when all files were as before. */
  readonly changed: boolean;
  readonly layers: Layers;
  /** When it was, in milliseconds since 1970. */
  readonly at: number;
  /** The hook that could never run, and kept what the files define now from counting; null when all of it counts. */
  readonly refused: HookUnusable | null;
}

/**
 * The hooks of a server as they are now. A reload makes a new chain and puts it in place of the old one in one step; what the
 * old one has begun it ends by the old definitions.
 */
export class LiveHooks {
  readonly #options: LiveHooksOptions;
  readonly #listeners = new Set<() => void>();
  #hooks: readonly ConfiguredHook[];
  #chain: HookChain;
  #loaded: Reload;
  /** Reloads one after the other: the last one to be asked for is the last one to count. */
  #reloading: Promise<unknown> = Promise.resolve();
  #watch: { stop(): Promise<void> } | null = null;

  /** @param layers as they were read; {@link LiveHooks.load} reads them */
  constructor(options: LiveHooksOptions, layers: Layers) {
    this.#options = options;
    this.#hooks = this.#hooksOf(layers);
    this.#chain = this.#chainOf(this.#hooks);
    this.#loaded = { changed: true, layers, at: Date.now(), refused: null };
    this.#tell(layers);
  }

  /**
   * Reads all layers for the first time.
   * @throws HooksFileError when a file cannot be used: there is no last good copy yet, and a guard that is not there
   *   guards nothing
   */
  static async load(options: LiveHooksOptions): Promise<LiveHooks> {
    const layers = await readLayers(options.sources, undefined, readOptions(options));
    const errors = layers.layers.flatMap(({ files }) => files.flatMap(({ error }) => error ?? []));
    if (errors.length > 0) throw new HooksFileError(errors.join('\n'));
    return new LiveHooks(options, layers);
  }

  /** The last reading of the layers. */
  get loaded(): Reload {
    return this.#loaded;
  }

  /** All hooks, also those that do not fire yet; those of the program come last. */
  get hooks(): readonly ConfiguredHook[] {
    return this.#hooks;
  }

  /** As {@link HookChain.has}. */
  has(event: HookEvent, namespace?: string | null): boolean {
    return this.#chain.has(event, namespace);
  }

  /** As {@link HookChain.firePre}. */
  async firePre(event: PreEvent, payload: WireObject, options: PreFiringOptions): Promise<ChainResult> {
    return await this.#chain.firePre(event, payload, options);
  }

  /** As {@link HookChain.notify}. */
  async notify(event: NotifyEvent, payload: WireObject, options: FiringOptions): Promise<void> {
    await this.#chain.notify(event, payload, options);
  }

  /** Reads the layers again, and uses what they define from then on. Never throws: what is broken keeps its last good copy. */
  async reload(): Promise<Reload> {
    const mine = this.#reloading.then(() => this.#reload());
    this.#reloading = mine;
    return await mine;
  }

  /** Calls `listener` after each reload that changed something. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Starts what hooks keep running, and reloads whenever a file changes, until closed. */
  serve(): void {
    this.#chain.serve();
    this.#watch ??= watchLayers(this.#options.sources, async () => {
      await this.reload();
    });
  }

  /**
   * Runs one hook once, whatever its namespace, matchers and `enabled` say; nothing comes of what it decides.
   * @throws Error when no executor runs its mode
   */
  async tryOut(hook: HookDefinition, payload: WireObject): Promise<{ attempt: Attempt; durationMs: number }> {
    const executor = this.#options.executors.get(hook.mode);
    if (!executor) throw new Error(`no executor for mode "${hook.mode}"`);
    const budgetMs = Math.min(hook.timeoutMs, CLASS_DEADLINE_MS[classOf(hook.event)]);
    const begin = performance.now();
    const outcome = await attempt(hook, { event: hook.event, payload }, executor, budgetMs, undefined);
    return { attempt: outcome, durationMs: performance.now() - begin };
  }

  /** Ends watching and all running hooks, and waits until they are gone. */
  async close(): Promise<void> {
    await this.#watch?.stop();
    await this.#reloading;
    await this.#chain.close();
  }

  async #reload(): Promise<Reload> {
    const { sources } = this.#options;
    const { layers: before } = this.#loaded;
    const layers = await readLayers(sources, before, readOptions(this.#options));
    const at = Date.now();
    if (!differs(layers, before)) return (this.#loaded = { changed: false, layers: before, at, refused: null });
    try {
      const hooks = this.#hooksOf(layers);
      const chain = this.#chainOf(hooks);
      if (this.#watch) chain.serve();
      this.#chain = chain;
      this.#hooks = hooks;
    } catch (refused) {
      if (!(refused instanceof HookUnusable)) throw refused;
      this.#options.log.error({ err: refused }, 'the hooks cannot be used as their files have them; the old ones stay');
      return (this.#loaded = { changed: false, layers: before, at, refused });
    }
    this.#tell(layers);
    this.#loaded = { changed: true, layers, at, refused: null };
    for (const listener of this.#listeners) listener();
    return this.#loaded;
  }

  /** @throws HookUnusable when the program and a file give one id to two hooks */
  #hooksOf({ hooks }: Layers): readonly ConfiguredHook[] {
    return [...hooks, ...(this.#options.programHooks?.(hooks) ?? [])];
  }

  /** @throws HookUnusable when something keeps a hook from ever running */
  #chainOf(hooks: readonly ConfiguredHook[]): HookChain {
    return new HookChain(hooks.filter(isFiring), this.#options.executors, this.#options);
  }

  #tell({ layers, hooks }: Layers): void {
    const { log } = this.#options;
    for (const { scope, skipped, files } of layers) {
      for (const { error, stale, path } of files)
        if (error !== null) log.error({ layer: scope, path, stale }, `hooks file cannot be used: ${error}`);
      for (const skip of skipped) log.warn({ layer: scope, ...skip }, 'hook skipped');
    }
    const silent = hooks.filter(({ event, enabled }) => enabled && silenceOf(event) !== null);
    for (const event of new Set(silent.map((hook) => hook.event))) {
      const ids = silent.filter((hook) => hook.event === event).map(({ id }) => id);
      log.warn({ event, count: ids.length, hooks: ids.slice(0, NAMED) }, silenceOf(event) ?? '');
    }
    if (hooks.length > 0)
      log.info(Object.fromEntries(layers.map(({ scope, hooks: own }) => [scope, own.length])), 'hooks loaded');
  }
}

/** Tells a hook whose event an operation of memories fires from one of an agent's session. */
export function isFiring(hook: ConfiguredHook): hook is HookDefinition {
  return !isAgentEvent(hook.event);
}

function readOptions({ executors, searchPath }: LiveHooksOptions) {
  return { modes: new Set(executors.keys()), searchPath };
}
