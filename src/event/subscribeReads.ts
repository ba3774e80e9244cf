import type { Principal } from '../agent/principal.ts';
import { Doorbell } from './doorbell.ts';
import type { GraphEvent } from './graphEvent.ts';
import { PulledIterator } from './pulledIterator.ts';
import { mayHear, toReadGraphEvent, type ReadEvent, type ReadEvents } from './readEvents.ts';
import { ReadQueue } from './readQueue.ts';
import { checkedNamespace } from './visible.ts';

/** What a subscriber to reads asks for. */
export interface ReadRequest {
  readonly principal: Principal;
  readonly type: ReadEvent['type'];
  /** Only this namespace and what lies below. */
  readonly namespace?: string | null | undefined;
}

/**
 * Recalls or searches as this server answers them: one's own, and everyone's for an admin. Nothing is replayed.
 * @throws OperationRefused BAD_USER_INPUT for a malformed namespace
 */
export function subscribeReads(reads: ReadEvents, request: ReadRequest): AsyncIterableIterator<GraphEvent> {
  const namespace = checkedNamespace(request.namespace);
  const types = new Set([request.type]);
  const bell = new Doorbell();
  const queue = new ReadQueue((event) => mayHear(request.principal, event, types, namespace), bell);
  return new PulledIterator({
    async pull() {
      reads.join(queue);
      while (!queue.ended) {
        const event = queue.take();
        if (event) return toReadGraphEvent(event);
        await bell.wait();
      }
      return null;
    },
    release() {
      reads.leave(queue);
      queue.end();
    },
  });
}
