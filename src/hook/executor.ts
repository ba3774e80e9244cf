import type { HookDefinition, HookMode } from './definition.ts';
import type { HookEvent } from './event.ts';

/** A payload or delta in wire names: plain JSON. */
export type WireObject = Readonly<Record<string, unknown>>;

/** What a hook is told; on the wire one JSON line with these two keys (spec memory-system §2.4). */
export interface HookRequest {
  readonly event: HookEvent;
  readonly payload: WireObject;
}

/** What came back. */
export interface HookAnswer {
  /** The answer as parsed JSON, not yet checked; undefined when the hook printed nothing. */
  readonly value: unknown;
  /** The end of what it wrote to its error output, secrets removed; for logs and records only. */
  readonly stderr?: string | undefined;
}

/**
 * Runs hooks of one mode. The chain owns time: it aborts `signal` when the hook's budget is over and goes on at once;
 * the executor then sees to it that nothing of the hook is left.
 */
export interface Executor {
  /** What keeps a hook of this mode from ever running here, such as a secret that is not set; null when nothing does. */
  obstacle?(hook: HookDefinition): string | null;
  /** @throws HookFailure when the hook broke or its answer is not JSON */
  run(hook: HookDefinition, request: HookRequest, signal: AbortSignal): Promise<HookAnswer>;
  /**
   * These hooks of its mode are the ones in use from now on: starts what is kept running for them, and ends what was kept
   * for others once it is done.
   */
  serve?(hooks: readonly HookDefinition[]): void;
  /** Ends what runs and waits until it is gone. Further runs fail. */
  close(): Promise<void>;
}

/** The modes this server can run. A hook of another mode is refused when the file is loaded. */
export type Executors = ReadonlyMap<HookMode, Executor>;
