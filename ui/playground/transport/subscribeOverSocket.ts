import { createClient, type Client } from 'graphql-ws';
import { SERVER_GONE } from '../server/advice.ts';
import { reportServer } from '../server/serverState.ts';
import { SOCKET_URL } from './addresses.ts';
import { failedResult, type Headers, type Operation, type Result } from './result.ts';

/** Who receives what a subscription brings. */
export interface Receiver {
  next(result: Result): void;
  complete(): void;
}

const MOST_WAIT_MS = 5_000;

/**
 * Runs a subscription on a socket of its own, opened for it and closed after it. A lost connection is tried again until
 * the subscription is stopped; when the operation has an `$after` variable, it goes on from the last cursor received.
 * @param headers sent as the payload of connection_init
 * @returns stops the subscription
 */
export function subscribeOverSocket(operation: Operation, headers: Headers, receiver: Receiver): () => void {
  const client = connect(headers, (news) => receiver.next(news));
  // graphql-ws sends this very object again after each reconnect, so the cursor is kept in it.
  const payload = { ...operation, variables: { ...operation.variables } };
  const stop = client.subscribe(payload, {
    next(result) {
      if ('after' in payload.variables)
        payload.variables['after'] = lastCursor(result.data) ?? payload.variables['after'];
      receiver.next(result as Result);
    },
    error(error) {
      receiver.next(refusal(error));
      receiver.complete();
    },
    complete: () => receiver.complete(),
  });
  return () => {
    stop();
    void client.dispose();
  };
}

function connect(headers: Headers, tell: (result: Result) => void): Client {
  return createClient({
    url: SOCKET_URL,
    lazy: true,
    connectionParams: headers,
    retryAttempts: Infinity,
    retryWait: (retries) => new Promise((go) => setTimeout(go, Math.min(MOST_WAIT_MS, 500 * 2 ** retries))),
    // Close codes that say "do not come back" are fatal in graphql-ws itself and never get here.
    shouldRetry: () => true,
    on: {
      connected: (_socket, _payload, wasRetry) => {
        reportServer('up');
        if (wasRetry) tell({ extensions: { connection: 'Connected again; the next event will stand here.' } });
      },
      closed: (event) => {
        const code = (event as CloseEvent).code;
        // 1000 is our own end, 4xxx a refusal: the server is there.
        if (code === 1000 || code >= 4000) return;
        reportServer('gone');
        tell(failedResult(`The connection was lost (code ${code}). Trying again.`, SERVER_GONE.advice));
      },
    },
  });
}

function lastCursor(data: Record<string, unknown> | null | undefined): string | undefined {
  for (const event of Object.values(data ?? {})) {
    const cursor = (event as { cursor?: unknown } | null)?.cursor;
    if (typeof cursor === 'string' && cursor !== '') return cursor;
  }
  return undefined;
}

function refusal(error: unknown): Result {
  if (Array.isArray(error)) return { errors: error as NonNullable<Result['errors']> };
  const { code, reason } = error as CloseEvent;
  if (code) {
    return failedResult(
      `The server closed the connection: ${reason || 'no reason given'} (code ${code}).`,
      'Check who you act as (top right) and the Headers pane, then run the subscription again.',
    );
  }
  return failedResult(SERVER_GONE.message, SERVER_GONE.advice);
}
