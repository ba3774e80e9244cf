import { createHash, randomUUID } from 'node:crypto';
import type { Decision } from './decision.ts';
import type { HookDefinition } from './definition.ts';
import type { HookEvent } from './event.ts';
import type { WireObject } from './executor.ts';
import { redactSecrets } from './redactSecrets.ts';

/** What a run came to; `skipped` when the hook was not started. */
export type RunDecision = Decision['action'] | 'skipped';

/** One run of one hook, for the record (seed 003: HookExecutionRecord). */
export interface HookRun {
  /** UUID. */
  readonly id: string;
  readonly at: Date;
  readonly hook: HookDefinition;
  readonly event: HookEvent;
  /** As it counts by the hook's fail mode; what an event does not admit as the hook said it, `overridden`. */
  readonly decision: RunDecision;
  readonly durationMs: number;
  /** Why there was no decision: a cause and a sentence; null when there was one. */
  readonly error: string | null;
  /** Its answer and the end of its error output: at most 200 lines of 2 KB, secrets removed. */
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  /** SHA-256 of the payload as sent, in hex. */
  readonly payloadHash: string;
  readonly namespace: string | null;
  /** Whose operation it was; null when nobody is known. */
  readonly agentId: string | null;
  /** What fired the event: an operation, or an event of the outbox and its place. */
  readonly trigger: string | null;
  /** The memory that the payload names, if it does. */
  readonly memoryId: string | null;
  /** True when another hook's decision, or the event's nature, left nothing of this one. */
  overridden: boolean;
}

/** What is known of a run when it is over. */
export interface RunOutcome {
  readonly decision: RunDecision;
  readonly durationMs: number;
  readonly error?: string | undefined;
  /** The answer as it came; undefined for none. */
  readonly answer?: unknown;
  readonly stderr?: string | undefined;
  readonly overridden?: boolean | undefined;
}

/** Where and for whom a run was. */
export interface RunPlace {
  readonly namespace?: string | null | undefined;
  readonly agentId?: string | undefined;
  readonly trigger?: string | undefined;
}

const MOST_LINES = 200;
const MOST_BYTES = 2048;

/** Makes the record of a run. */
export function recordOf(
  hook: HookDefinition,
  { event, payload, hash }: { event: HookEvent; payload: WireObject; hash: string },
  outcome: RunOutcome,
  place: RunPlace,
): HookRun {
  const memoryId = payload['id'] ?? payload['memory_id'];
  return {
    id: randomUUID(),
    at: new Date(),
    ...{ hook, event },
    decision: outcome.decision,
    durationMs: outcome.durationMs,
    error: outcome.error ?? null,
    stdout: outcome.answer === undefined ? [] : outputLines(JSON.stringify(outcome.answer)),
    stderr: outputLines(outcome.stderr ?? ''),
    payloadHash: hash,
    namespace: place.namespace ?? null,
    agentId: place.agentId ?? null,
    trigger: place.trigger ?? null,
    memoryId: typeof memoryId === 'string' ? memoryId : null,
    overridden: outcome.overridden ?? false,
  };
}

/** The SHA-256 of a payload as it is sent, in hex. */
export function payloadHash(payload: WireObject): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}

/** The last lines of an output, cut and without secrets (spec decisions-hooks-passes §B2.8). */
export function outputLines(text: string): string[] {
  // Cut before it is cleaned: patterns need not run over a megabyte. A secret across the cut loses its beginning, which names it.
  const end = text.slice(-MOST_LINES * MOST_BYTES);
  const lines = redactSecrets(end)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.slice(-MOST_LINES).map((line) =>
    Buffer.from(line)
      .subarray(0, MOST_BYTES)
      .toString('utf8')
      .replace(/\uFFFD$/, ''),
  );
}
