import { expect } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { socketClient, type Caller } from '../support/client.ts';
import { subscribe, type Subscriber } from '../support/subscriber.ts';

/** The subscription to all events. */
export const EVENTS = `subscription ($after: String, $types: [EventType!], $namespace: String) {
  events(after: $after, types: $types, namespace: $namespace) {
    __typename cursor type namespace actor
    ... on PostStoreEvent { memory { id title } }
    ... on PostUpdateEvent { memory { id title } changed }
    ... on PostDeleteEvent { memoryId }
    ... on PostLinkEvent { link { sourceId targetId relation attestLevel } }
    ... on PostReflectEvent { memory { id } reflectsOn reflectionDepth }
  } }`;

/** What a case looks at of an event. */
export interface Event {
  readonly __typename: string;
  readonly type: string;
  readonly cursor: string;
  readonly namespace: string;
  readonly memory?: { readonly id: string; readonly title: string } | null;
}

const clients: Client[] = [];

/** A socket of a server, which ends with the case. */
export function socket(url: string, caller: Caller = {}): Client {
  const client = socketClient(url, caller);
  clients.push(client);
  return client;
}

/** Subscribes to all events of a namespace and waits until it hears what is to come. */
export async function listen(url: string, namespace: string, caller: Caller = {}): Promise<Subscriber<Event>> {
  const subscriber = subscribe<Event>(socket(url, caller), 'events', EVENTS, { namespace });
  await subscriber.until(1);
  expect(subscriber.events[0]).toMatchObject({ type: 'CAUGHT_UP', namespace });
  return subscriber;
}

/** Ends the sockets of a case. */
export async function closeSockets(): Promise<void> {
  for (const client of clients.splice(0)) await client.dispose();
}

/** Titles that events tell of, in order. */
export const titles = (events: readonly Event[]) =>
  events.filter(({ memory }) => memory).map(({ memory }) => memory?.title);
