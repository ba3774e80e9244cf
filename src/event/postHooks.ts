import type { NotifyEvent } from '../hook/event.ts';
import type { WireObject } from '../hook/executor.ts';

/** The hooks as the outbox needs them; a `HookChain` is one. */
export interface PostHooks {
  /** Whether any hook listens; without a namespace: anywhere. */
  has(event: NotifyEvent, namespace?: string | null): boolean;
  /** Tells the hooks of an event, one after the other; resolves when all have heard. */
  notify(
    event: NotifyEvent,
    payload: WireObject,
    options: { namespace: string | null; agentId?: string | undefined; trigger?: string },
  ): Promise<void>;
}
