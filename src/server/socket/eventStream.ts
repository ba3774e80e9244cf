import { createSourceEventStream, execute, type ExecutionArgs, type ExecutionResult } from 'graphql';

/**
 * Subscribes like `subscribe` of graphql-js, but executes each event with a context of its own. A subscription may live
 * for days; with one context it would keep, and go on showing, whatever its loaders loaded on the first, judge by the
 * time of its start, and never stop to grow.
 * @param freshContext makes the context of one event; what it throws ends the subscription
 * @returns the events, or the errors of a subscription that cannot start
 */
export async function eventStream(
  args: ExecutionArgs,
  freshContext: () => Promise<unknown>,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!isAsyncIterable(source)) return source;
  const events = source[Symbol.asyncIterator]();
  return mapped(events, async (event) => execute({ ...args, rootValue: event, contextValue: await freshContext() }));
}

/**
 * Maps events one by one. Not written as an async generator: its `return` would wait for the event it waits for, and a
 * quiet source would never be told that nobody listens.
 */
function mapped(
  events: AsyncIterator<unknown>,
  map: (event: unknown) => Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      const { done, value } = (await events.next()) as IteratorResult<unknown, undefined>;
      if (done) return { done, value: undefined };
      try {
        return { done: false, value: await map(value) };
      } catch (error) {
        await events.return?.();
        throw error;
      }
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
    async throw(error: unknown) {
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function isAsyncIterable(value: ExecutionResult | AsyncIterable<unknown>): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value;
}
