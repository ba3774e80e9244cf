import { subscribeEvents, type EventSources } from '../event/subscribe.ts';
import { subscribeReads } from '../event/subscribeReads.ts';
import { subscribeRuns, type RunRequest } from '../hookRegistry/subscribeRuns.ts';
import type { GraphContext } from './context.ts';

/** Arguments of every subscription. */
export interface EventArguments {
  readonly after?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly types?: readonly string[] | null | undefined;
}

/** What a subscription field resolves to: the event itself, which is its own payload. */
const resolve = <Event>(event: Event): Event => event;

function sourcesOf({ operation: { services } }: GraphContext): EventSources {
  return { ...services.events, database: services.database, log: services.log, clock: services.clock };
}

/** Events of one type, replayed from a cursor, then live. */
function typed(type: string) {
  return {
    subscribe: (_source: unknown, { after, namespace }: EventArguments, context: GraphContext) =>
      subscribeEvents(sourcesOf(context), {
        principal: context.operation.principal,
        after,
        types: [type],
        namespace,
        caughtUp: false,
      }),
    resolve,
  };
}

/** Recalls or searches as they happen. */
function reads(type: 'POST_RECALL' | 'POST_SEARCH') {
  return {
    subscribe: (_source: unknown, { namespace }: EventArguments, context: GraphContext) =>
      subscribeReads(context.operation.services.events.reads, {
        principal: context.operation.principal,
        type,
        namespace,
      }),
    resolve,
  };
}

/** All subscription fields. */
export const subscriptions = {
  events: {
    subscribe: (_source: unknown, args: EventArguments, context: GraphContext) =>
      subscribeEvents(sourcesOf(context), { ...args, principal: context.operation.principal, caughtUp: true }),
    resolve,
  },
  postStore: typed('POST_STORE'),
  postUpdate: typed('POST_UPDATE'),
  postLink: typed('POST_LINK'),
  postLinkInvalidate: typed('POST_LINK_INVALIDATE'),
  postDelete: typed('POST_DELETE'),
  postArchive: typed('POST_ARCHIVE'),
  postRestore: typed('POST_RESTORE'),
  postPromote: typed('POST_PROMOTE'),
  postReflect: typed('POST_REFLECT'),
  pendingActionChanged: typed('PENDING_ACTION_CHANGED'),
  postGovernanceDecision: typed('POST_GOVERNANCE_DECISION'),
  postRecall: reads('POST_RECALL'),
  postSearch: reads('POST_SEARCH'),
  hookExecuted: {
    subscribe: (_source: unknown, args: RunRequest, context: GraphContext) => subscribeRuns(context.operation, args),
    resolve,
  },
};
