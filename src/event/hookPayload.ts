import type { NotifyEvent } from '../hook/event.ts';
import type { WireObject } from '../hook/executor.ts';
import { toWireAction } from '../hook/wire/action.ts';
import { linkToWire } from '../hook/wire/link.ts';
import { memoryToWire } from '../hook/wire/memory.ts';
import { toWireName, withoutUnset } from '../hook/wire/values.ts';
import { payloadOf, type EventPayloads, type OutboxEvent } from './outboxEvent.ts';

/** What the post-hooks of an event are told, in wire names. */
export interface HookCall {
  readonly event: NotifyEvent;
  readonly payload: WireObject;
}

/**
 * Which post-hooks an event of the outbox calls (spec memory-system §2.1). To them an update is a store (design §6), and so is
 * a restore: there is something they have not seen. A forgotten memory was deleted; no hook is named for what expires.
 */
const HOOK_EVENTS = {
  POST_STORE: 'post_store',
  POST_UPDATE: 'post_store',
  POST_DELETE: 'post_delete',
  POST_ARCHIVE: 'post_delete',
  POST_RESTORE: 'post_store',
  POST_LINK: 'post_link',
  // The end of a link is a change of it; hooks that keep a copy see its valid_until.
  POST_LINK_INVALIDATE: 'post_link',
  POST_REFLECT: 'post_reflect',
  POST_PROMOTE: 'post_promote',
  PENDING_ACTION_CHANGED: null,
  POST_GOVERNANCE_DECISION: 'post_governance_decision',
} as const satisfies { [Type in keyof EventPayloads]: NotifyEvent | null };

/** All post-hook events that come from the outbox. */
export const OUTBOX_HOOK_EVENTS: readonly NotifyEvent[] = [
  ...new Set(Object.values(HOOK_EVENTS).filter((event) => event !== null)),
];

/** The post-hook event that an event of the outbox calls; null for none. */
export function hookEventOf(event: OutboxEvent): NotifyEvent | null {
  return Object.hasOwn(HOOK_EVENTS, event.type) ? HOOK_EVENTS[event.type as keyof EventPayloads] : null;
}

/** The call that an event makes; null when it calls no hook, or its content was purged. */
export function hookCallOf(event: OutboxEvent): HookCall | null {
  const hookEvent = hookEventOf(event);
  const payload = hookEvent && WIRE[event.type as keyof EventPayloads](event);
  return hookEvent && payload ? { event: hookEvent, payload } : null;
}

const WIRE: { readonly [Type in keyof EventPayloads]: (event: OutboxEvent) => WireObject | null } = {
  POST_STORE: storedMemory,
  POST_UPDATE: storedMemory,
  POST_DELETE: (event) => ({ id: payloadOf<'POST_DELETE'>(event).id }),
  POST_ARCHIVE: (event) => {
    const { id, reason } = payloadOf<'POST_ARCHIVE'>(event);
    return reason === 'FORGET' ? { id } : null;
  },
  POST_RESTORE: storedMemory,
  POST_LINK: (event) => linkToWire(payloadOf<'POST_LINK'>(event).link),
  POST_LINK_INVALIDATE: (event) => linkToWire(payloadOf<'POST_LINK_INVALIDATE'>(event).link),
  POST_REFLECT: (event) => {
    const { memory, sources, reflectionDepth } = payloadOf<'POST_REFLECT'>(event);
    if (!memory) return null;
    return {
      id: memory.id,
      reflection_depth: reflectionDepth,
      reflects_on: sources.map(({ id }) => id),
      namespace: event.namespace,
    };
  },
  POST_PROMOTE: (event) => {
    const { id, fromTier, toTier } = payloadOf<'POST_PROMOTE'>(event);
    return { id, from_tier: toWireName(fromTier), to_tier: toWireName(toTier) };
  },
  PENDING_ACTION_CHANGED: () => null,
  POST_GOVERNANCE_DECISION: (event) => {
    const { namespace, action, agentId, outcome, reason, pendingId } = payloadOf<'POST_GOVERNANCE_DECISION'>(event);
    return withoutUnset({
      namespace,
      action: toWireAction(action),
      agent_id: agentId,
      outcome: toWireName(outcome),
      reason,
      pending_id: pendingId,
    });
  },
};

function storedMemory(event: OutboxEvent): WireObject | null {
  const { memory } = payloadOf<'POST_STORE' | 'POST_UPDATE' | 'POST_RESTORE'>(event);
  return memory && memoryToWire(memory);
}
