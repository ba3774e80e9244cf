import type { Principal } from '../agent/principal.ts';
import { isWithin } from '../namespace/path.ts';
import type { GraphEvent } from './graphEvent.ts';

/** A recall or search that was answered. Not kept: it tells what somebody asked. */
export type ReadEvent = RecallAnswered | SearchAnswered;

interface ReadAnswered {
  /** Namespace that was asked for, or an empty string. */
  readonly namespace: string;
  /** ISO-8601 UTC text. */
  readonly at: string;
  /** The agent that asked. */
  readonly actor: string;
  readonly query: string;
  /** Ids of the hits, best first. */
  readonly memoryIds: readonly string[];
}

/** A recall that was answered. */
export interface RecallAnswered extends ReadAnswered {
  readonly type: 'POST_RECALL';
  readonly recallId: string;
  /** Tokens of the contents returned. */
  readonly tokensUsed: number;
}

/** A search that was answered. */
export interface SearchAnswered extends ReadAnswered {
  readonly type: 'POST_SEARCH';
}

/** The types that are live only. */
export const READ_TYPES: ReadonlySet<string> = new Set<ReadEvent['type']>(['POST_RECALL', 'POST_SEARCH']);

const TYPENAMES = { POST_RECALL: 'PostRecallEvent', POST_SEARCH: 'PostSearchEvent' } as const;

/** Hands the reads of this server to those of its clients who listen at that moment. */
export class ReadEvents {
  readonly #listeners = new Set<ReadListener>();

  /** Tells the listeners; never waits and never throws. */
  publish(event: ReadEvent): void {
    for (const listener of this.#listeners) listener.push(event);
  }

  /** Adds a listener. */
  join(listener: ReadListener): void {
    this.#listeners.add(listener);
  }

  /** Takes a listener out. */
  leave(listener: ReadListener): void {
    this.#listeners.delete(listener);
  }

  /** Ends all listeners. */
  close(): void {
    for (const listener of [...this.#listeners]) listener.end();
    this.#listeners.clear();
  }
}

/** Somebody who hears of reads. Its methods must not throw. */
export interface ReadListener {
  push(event: ReadEvent): void;
  end(): void;
}

/** Whether a subscriber gets a read event: it asked itself, or is an admin. */
export function mayHear(
  principal: Principal,
  event: ReadEvent,
  types: ReadonlySet<string>,
  namespace: string | null,
): boolean {
  return (
    types.has(event.type) &&
    (principal.readsAll || event.actor === principal.agentId) &&
    (namespace === null || isWithin(event.namespace, namespace))
  );
}

/** A read event as GraphQL resolves it. */
export function toReadGraphEvent(event: ReadEvent): GraphEvent {
  return { ...event, __typename: TYPENAMES[event.type], cursor: '' };
}
