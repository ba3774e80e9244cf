import { mayRead, type Reader } from '../governance/audience.ts';
import { encodeCursor } from './cursor.ts';
import { payloadOf, type EventPayloads, type OutboxEvent } from './outboxEvent.ts';

/** An event as GraphQL resolves it: the fields of its type in the schema, instants as ISO-8601 UTC text. */
export interface GraphEvent {
  readonly __typename: GraphEventName;
  /** Empty for events that cannot be replayed. */
  readonly cursor: string;
  readonly type: string;
  readonly namespace: string;
  readonly at: string;
  readonly actor: string | null;
  readonly [field: string]: unknown;
}

/** The types of the schema that implement GraphEvent. */
export type GraphEventName =
  | 'PostStoreEvent'
  | 'PostUpdateEvent'
  | 'PostDeleteEvent'
  | 'PostArchiveEvent'
  | 'PostRestoreEvent'
  | 'PostPromoteEvent'
  | 'PostLinkEvent'
  | 'PostLinkInvalidateEvent'
  | 'PostReflectEvent'
  | 'PendingActionChangedEvent'
  | 'PostGovernanceDecisionEvent'
  | 'PostRecallEvent'
  | 'PostSearchEvent'
  | 'CaughtUpEvent';

interface Shape {
  readonly __typename: GraphEventName;
  /** The fields besides those of every event. */
  fields(event: OutboxEvent, reader: Reader): Record<string, unknown>;
}

/** The durable types that have a type in the schema, and how it is filled. */
const SHAPES: { readonly [Type in keyof EventPayloads]: Shape } = {
  POST_STORE: { __typename: 'PostStoreEvent', fields: (event) => ({ memory: payloadOf<'POST_STORE'>(event).memory }) },
  POST_UPDATE: {
    __typename: 'PostUpdateEvent',
    fields: (event) => {
      const { memory, changed } = payloadOf<'POST_UPDATE'>(event);
      return { memory, changed };
    },
  },
  POST_DELETE: { __typename: 'PostDeleteEvent', fields: (event) => ({ memoryId: payloadOf<'POST_DELETE'>(event).id }) },
  POST_ARCHIVE: {
    __typename: 'PostArchiveEvent',
    fields: (event) => {
      const { id, reason } = payloadOf<'POST_ARCHIVE'>(event);
      return { memoryId: id, reason };
    },
  },
  POST_RESTORE: {
    __typename: 'PostRestoreEvent',
    fields: (event) => ({ memory: payloadOf<'POST_RESTORE'>(event).memory }),
  },
  POST_LINK: { __typename: 'PostLinkEvent', fields: (event) => ({ link: payloadOf<'POST_LINK'>(event).link }) },
  POST_LINK_INVALIDATE: {
    __typename: 'PostLinkInvalidateEvent',
    fields: (event) => ({ link: payloadOf<'POST_LINK_INVALIDATE'>(event).link }),
  },
  POST_REFLECT: {
    __typename: 'PostReflectEvent',
    fields: (event, reader) => {
      const { memory, sources, reflectionDepth } = payloadOf<'POST_REFLECT'>(event);
      const seen = sources.filter(({ readers }) => mayRead(reader, readers));
      return { memory, reflectsOn: seen.map(({ id }) => id), reflectionDepth };
    },
  },
  POST_PROMOTE: {
    __typename: 'PostPromoteEvent',
    fields: (event) => {
      const { id, fromTier, toTier, toNamespace, memory } = payloadOf<'POST_PROMOTE'>(event);
      return { memoryId: id, fromTier, toTier, toNamespace: toNamespace ?? null, memory: memory ?? null };
    },
  },
  PENDING_ACTION_CHANGED: {
    __typename: 'PendingActionChangedEvent',
    fields: (event) => {
      const { change, pending } = payloadOf<'PENDING_ACTION_CHANGED'>(event);
      const { id, namespace: _concerned, ...action } = pending;
      return { ...action, actionId: id, change };
    },
  },
  POST_GOVERNANCE_DECISION: {
    __typename: 'PostGovernanceDecisionEvent',
    fields: (event) => {
      const { action, agentId, outcome, level, reason, pendingId, memoryId } =
        payloadOf<'POST_GOVERNANCE_DECISION'>(event);
      return { action, agentId, outcome, level, reason, pendingId, memoryId };
    },
  },
};

/** All durable types that can be subscribed to. */
export const DURABLE_TYPES: ReadonlySet<string> = new Set(Object.keys(SHAPES));

/** A durable event, of one of {@link DURABLE_TYPES}, for a reader who may see it. */
export function toGraphEvent(event: OutboxEvent, reader: Reader): GraphEvent {
  const { __typename, fields } = SHAPES[event.type as keyof EventPayloads];
  const { type, namespace, at, actor } = event;
  return { __typename, cursor: encodeCursor(event.seq), type, namespace, at, actor, ...fields(event, reader) };
}

/** The sign that a replay is over. */
export function caughtUpEvent(position: number, namespace: string | null, now: Date): GraphEvent {
  return {
    __typename: 'CaughtUpEvent',
    cursor: encodeCursor(position),
    type: 'CAUGHT_UP',
    namespace: namespace ?? '',
    at: now.toISOString(),
    actor: null,
  };
}
