import type { Logger } from 'pino';
import type { Principal } from '../agent/principal.ts';
import type { Database } from '../database/database.ts';
import { deciderTokens } from '../pending/standing.ts';
import { EventSource } from './eventSource.ts';
import type { GraphEvent } from './graphEvent.ts';
import type { OutboxTail } from './outboxTail.ts';
import { PulledIterator } from './pulledIterator.ts';
import type { ReadEvents } from './readEvents.ts';
import { startingPlace } from './startingPlace.ts';
import { checkedNamespace } from './visible.ts';

/** What subscriptions are fed from, made once by the composition root. */
export interface EventSources {
  readonly database: Database;
  readonly tail: OutboxTail;
  readonly reads: ReadEvents;
  readonly log: Logger;
  readonly clock: () => Date;
}

/** What a subscriber asks for. */
export interface EventRequest {
  readonly principal: Principal;
  /** Cursor of the last event it has; live from now on when absent. */
  readonly after?: string | null | undefined;
  /** Only these types; all durable ones when absent. */
  readonly types?: readonly string[] | null | undefined;
  /** Only this namespace and what lies below. */
  readonly namespace?: string | null | undefined;
  /** Whether CAUGHT_UP is sent: on `events` it always is, typed subscriptions have none. */
  readonly caughtUp: boolean;
}

/**
 * The events that a subscriber asks for and may see, in the order of their commits, each once: those after its cursor,
 * then CAUGHT_UP, then live. Pages are read as the subscriber takes them. Ends when the tail is closed.
 * @throws OperationRefused BAD_USER_INPUT for a malformed cursor or namespace, CURSOR_TOO_OLD when events after the
 *   cursor are no longer kept; the latter also later, when they are pruned under a subscriber that does not read on
 */
export async function subscribeEvents(
  sources: EventSources,
  request: EventRequest,
): Promise<AsyncIterableIterator<GraphEvent>> {
  const namespace = checkedNamespace(request.namespace);
  const place = await startingPlace(sources.database, request.after);
  const asksForDecisions = request.types?.includes('PENDING_ACTION_CHANGED') ?? true;
  const decides = asksForDecisions ? await deciderTokens(sources.database, request.principal) : [];
  return new PulledIterator(new EventSource(sources, { ...request, namespace, ...place, decides }));
}
