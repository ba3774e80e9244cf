import type { HookQuestion } from './decision.ts';
import type { WireObject } from './executor.ts';

/** A question and the hook that asks it. */
export interface AskedQuestion extends HookQuestion {
  readonly hookId: string;
}

/**
 * What the hooks of a pre-event came to, Deny before AskUser before Modified before Allow (spec memory-system §2.3.5).
 * `payload` is what was fired with all deltas applied, `delta` all that hooks set, both in wire names.
 */
export type ChainResult =
  | { readonly outcome: 'allow' }
  | { readonly outcome: 'modified'; readonly payload: WireObject; readonly delta: WireObject }
  | { readonly outcome: 'denied'; readonly reason: string; readonly code: number; readonly hookId: string }
  | {
      readonly outcome: 'asked';
      readonly questions: readonly AskedQuestion[];
      readonly payload: WireObject;
      /** Empty when no hook changed anything. */
      readonly delta: WireObject;
    };
