import type { z } from 'zod';
import type { Principal } from '../agent/principal.ts';
import type { Approval } from '../database/approvals.ts';
import type { Judged } from '../governance/judged.ts';
import type { GovernedRequest } from '../governance/request.ts';
import type { PreEvent } from '../hook/event.ts';
import type { WireObject } from '../hook/executor.ts';
import type { PendingAction } from '../pending/pendingAction.ts';
import type { HookRuns } from './hookRuns.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Services } from './services.ts';

/** Everything an operation may use while it runs. */
export interface OperationContext {
  readonly services: Services;
  readonly principal: Principal;
  /** States of the database that reads must include (the `x-bookmark` header). */
  readonly bookmarks: readonly string[];
  /** The client's key, as sent. */
  readonly idempotencyKey?: string | undefined;
  /** What the key stands for; worked out by the pipeline. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** Hooks that asked before and got their answer: an approved action does not ask them again. */
  readonly answeredHookIds?: ReadonlySet<string> | undefined;
  /** What somebody approved (`coverOf`): policies that leave it to them are satisfied. */
  readonly approved?: ReadonlySet<string> | undefined;
  /** Id of the pending action that this run belongs to; stands in place of a client's key. */
  readonly pendingId?: string | undefined;
  /** The approval that this run carries out; the pipeline settles it with the commit. */
  readonly approval?: Approval | undefined;
  /** True when nobody waits for the answer: what somebody would have to approve is refused, not queued. */
  readonly unattended?: boolean | undefined;
  /** What governance said to this run; worked out by the pipeline. */
  readonly judged?: Judged | undefined;
  /** Runs of its pre-hooks, which its commit takes along; kept by the pipeline. */
  readonly hookRuns?: HookRuns | undefined;
}

/** A pre-hook event of an operation: what hooks see, and how their delta becomes input again. */
export interface PreHook<Input, Prepared, Result> {
  readonly event: PreEvent;
  /** False for an input that the event says nothing about; absent for always. */
  applies?(input: Input, prepared: Prepared): boolean;
  /** What is sent to the hook, in wire names. */
  payload(input: Input, prepared: Prepared, context: OperationContext): WireObject;
  /** The namespace that a hook's pattern is matched against; null when the operation has none. */
  namespace(input: Input, prepared: Prepared): string | null;
  /** The input with the delta applied; it is parsed again afterwards. */
  apply(input: Input, delta: WireObject): unknown;
  /** The answer to a denial, where that is not an error. */
  denied?(input: Input, denial: HookDenial): Result;
}

/** A hook's no. */
export interface HookDenial {
  readonly hookId: string;
  readonly reason: string;
  /** In the manner of HTTP; 403 unless the hook says otherwise. */
  readonly code: number;
}

/**
 * One operation, whatever door it came through (design §3). The pipeline alone calls `run`:
 * parse → prepare → pre-hooks (parse again) → governance → check → run.
 */
export interface Operation<Input, Prepared, Result> {
  /** As in the schema, e.g. `storeMemory`. */
  readonly name: string;
  readonly kind: 'read' | 'write';
  readonly input: z.ZodType<Input>;
  /** Reads what hooks and governance must know; runs again when a hook changed the input. */
  prepare(context: OperationContext, input: Input): Promise<Prepared>;
  readonly preHooks: readonly PreHook<Input, Prepared, Result>[];
  /**
   * What governance is asked, or null when the operation is not governed. Of several requests each must be allowed; an
   * approval is asked for under the first one's name.
   */
  governed(
    input: Input,
    prepared: Prepared,
    context: OperationContext,
  ): GovernedRequest | readonly GovernedRequest[] | null;
  /** Refusals that must come after the hooks (a hook's veto and a cap's refusal are different answers). */
  check?(context: OperationContext, input: Input, prepared: Prepared): void;
  run(context: OperationContext, input: Input, prepared: Prepared): Promise<Result>;
  /** The answer while approval is pending; only for writes. */
  pending?(action: PendingAction): Result;
}
