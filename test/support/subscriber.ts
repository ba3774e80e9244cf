import type { Client } from 'graphql-ws';

/** Collects what a subscription sends. */
export interface Subscriber<Event> {
  readonly events: readonly Event[];
  /** Resolves with the events once there are `count` of them. @throws Error when they do not come in time */
  until(count: number, withinMs?: number): Promise<readonly Event[]>;
  /** The error that ended it, if one did. */
  readonly failure: () => unknown;
  stop(): void;
}

/** Subscribes; `field` is the subscription's root field. */
export function subscribe<Event>(
  client: Client,
  field: string,
  query: string,
  variables: Record<string, unknown> = {},
): Subscriber<Event> {
  const events: Event[] = [];
  let failure: unknown;
  let changed = () => {};
  const stop = client.subscribe<Record<string, Event>>(
    { query, variables },
    {
      next: ({ data, errors }) => {
        if (errors) failure = errors;
        else if (data?.[field] !== undefined) events.push(data[field]);
        changed();
      },
      error: (error) => {
        failure = error;
        changed();
      },
      complete: () => changed(),
    },
  );
  return {
    events,
    failure: () => failure,
    stop,
    until: (count, withinMs = 30_000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${events.length} of ${count} events came: ${JSON.stringify(failure ?? events)}`)),
          withinMs,
        );
        changed = () => {
          if (failure !== undefined) {
            clearTimeout(late);
            reject(failure instanceof Error ? failure : new Error(JSON.stringify(failure)));
          } else if (events.length >= count) {
            clearTimeout(late);
            resolve(events);
          }
        };
        changed();
      }),
  };
}
