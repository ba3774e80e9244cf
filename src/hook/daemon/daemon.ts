import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { HookDefinition } from '../definition.ts';
import type { HookAnswer, HookRequest } from '../executor.ts';
import { HookFailure } from '../failure.ts';
import { decodeAnswer, encodeRequest } from '../message.ts';
import type { Environment } from '../process/environment.ts';
import { startHook } from '../process/startHook.ts';
import { stopping } from '../runs.ts';
import { BackOff } from './backOff.ts';
import { DaemonChild } from './daemonChild.ts';

/** What a daemon takes from its surroundings. */
export interface DaemonSurroundings {
  /** The server's environment, of which a hook sees very little (`environment.ts`). */
  readonly environment: Environment;
  /** Hears each time that a process takes the place of another. */
  readonly restarted?: ((hook: HookDefinition) => void) | undefined;
  /** Hears why a process was ended, ended itself or could not be started ahead of its first request. */
  readonly ended?: ((hook: HookDefinition, why: HookFailure) => void) | undefined;
  /** Time that a fresh process has for its first answer, in milliseconds, however short the budget is. @default 5000 */
  readonly startMs?: number | undefined;
}

const START_MS = 5000;

/** The kept process of one hook and those who wait for it: one request in flight, the others in the order they came. */
export class Daemon {
  readonly hook: HookDefinition;
  readonly #surroundings: DaemonSurroundings;
  readonly #turn = pLimit(1);
  readonly #backOff = new BackOff();
  readonly #stop = new AbortController();
  /** Every process that is not gone yet. */
  readonly #children = new Set<DaemonChild>();
  #child: DaemonChild | undefined;
  #hasStarted = false;

  constructor(hook: HookDefinition, surroundings: DaemonSurroundings) {
    this.hook = hook;
    this.#surroundings = surroundings;
  }

  /**
   * Asks when it is this caller's turn. Settles only when the next may ask, which may be later than `signal`.
   * @throws HookFailure, or the reason of `signal`
   */
  async ask(request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    return await this.#turn(async () => {
      signal.throwIfAborted();
      const child = this.#child?.usable ? this.#child : await this.#start(AbortSignal.any([signal, this.#stop.signal]));
      signal.throwIfAborted();
      return await this.#exchange(child, request, signal);
    });
  }

  /** Starts the process, so that the first request need not wait for it. */
  async warmUp(): Promise<void> {
    await this.#turn(async () => {
      if (!this.#child?.usable) await this.#start(this.#stop.signal);
    });
  }

  /** Ends the process when all who wait have been served. */
  async retire(): Promise<void> {
    await this.#turn(() => this.close());
  }

  /** Ends the process and waits until it is gone. Further calls fail. */
  async close(): Promise<void> {
    this.#stop.abort(stopping());
    for (const child of this.#children) child.drop(stopping());
    await Promise.all([...this.#children].map(({ gone }) => gone));
  }

  async #exchange(child: DaemonChild, request: HookRequest, signal: AbortSignal): Promise<HookAnswer> {
    const askedAt = performance.now();
    const answer = child.ask(encodeRequest(request));
    let abandon: () => void = () => {};
    const abandoned = new Promise<never>((_, reject) => {
      abandon = () => reject(signal.reason);
      signal.addEventListener('abort', abandon, { once: true });
    });
    try {
      const { text, stderr } = await Promise.race([answer, abandoned]);
      return { value: this.#decoded(child, text, stderr), stderr };
    } catch (error) {
      if (signal.aborted) await this.#awaitLateAnswer(child, answer, askedAt, signal.reason);
      throw error;
    } finally {
      signal.removeEventListener('abort', abandon);
      if (child.hasAnswered) this.#backOff.worked();
    }
  }

  /** @throws HookFailure `decode`; the process is then ended */
  #decoded(child: DaemonChild, text: string, stderr: string | undefined): unknown {
    try {
      return decodeAnswer(text, stderr);
    } catch (error) {
      child.drop(error as HookFailure);
      throw error;
    }
  }

  /**
   * A request was given up. Its answer may still come, and must not be taken for the next one's. A process that was too slow
   * is ended, but not one that is just coming up: on the hot path, where budgets are shorter than the start of an
   * interpreter, none would ever come to its first answer. Nor one whose caller went away before its time was over.
   */
  async #awaitLateAnswer(
    child: DaemonChild,
    answer: Promise<unknown>,
    askedAt: number,
    reason: unknown,
  ): Promise<void> {
    const tooSlow = reason instanceof HookFailure && reason.failureCause === 'timeout';
    const startMs = this.#surroundings.startMs ?? START_MS;
    const until = Math.max(
      child.hasAnswered ? 0 : child.startedAt + startMs,
      tooSlow ? 0 : askedAt + this.hook.timeoutMs,
    );
    const patience = new AbortController();
    const late = answer.then(
      () => true,
      () => true,
    );
    const came = await Promise.race([
      late,
      sleep(Math.max(0, until - performance.now()), false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (!came) child.drop(new HookFailure('timeout', 'gave no answer in time'));
  }

  /** @throws HookFailure, or the reason of `signal` */
  async #start(signal: AbortSignal): Promise<DaemonChild> {
    for (;;) {
      signal.throwIfAborted();
      const wait = this.#backOff.wait(performance.now());
      if (wait > 0 && this.#backOff.hopeless)
        throw new HookFailure('error', `does not come up; the next try is in ${Math.ceil(wait)} ms`);
      if (wait > 0) await sleep(wait, undefined, { signal });
      try {
        return await this.#startOnce(signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        this.#backOff.failed(performance.now());
        if (this.#backOff.hopeless) throw error;
      }
    }
  }

  async #startOnce(signal: AbortSignal): Promise<DaemonChild> {
    const { environment, restarted, ended } = this.#surroundings;
    const child = new DaemonChild(await startHook(this.hook, environment, signal), this.hook.termGraceMs, (why) => {
      if (this.#stop.signal.aborted) return;
      if (!child.hasAnswered) this.#backOff.failed(performance.now());
      ended?.(this.hook, why);
    });
    this.#child = child;
    this.#children.add(child);
    void child.gone.then(() => this.#children.delete(child));
    if (this.#hasStarted) restarted?.(this.hook);
    this.#hasStarted = true;
    // Closed while it was being started.
    if (this.#stop.signal.aborted) child.drop(stopping());
    return child;
  }
}
