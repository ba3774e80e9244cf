import type { Fetcher } from '@graphiql/toolkit';
import { getOperationAST, type DocumentNode } from 'graphql';
import { fillVariables } from '../fill/fillVariables.ts';
import { readVariablesPane, writeVariablesPane } from '../fill/VariablesPane.tsx';
import { identityHeaders } from '../identity/identity.ts';
import { SERVER_GONE } from '../server/advice.ts';
import { failedResult, type Headers, type Operation, type Result } from './result.ts';
import { sendOverHttp } from './sendOverHttp.ts';
import { subscribeOverSocket, type Receiver } from './subscribeOverSocket.ts';

/**
 * How GraphiQL runs an operation. Everything comes back as an observable, so that its stop button, and a change of tab,
 * really end a request, and no answer lands in another tab.
 */
export const fetcher: Fetcher = (params, options) => {
  const operation: Operation = params;
  const headers: Headers = { ...identityHeaders(), ...(options?.headers as Headers | undefined) };
  const isSubscription = kindOf(options?.documentAST, operation.operationName) === 'subscription';
  return observable((receiver) => {
    if (isSubscription) return subscribeOverSocket(operation, headers, receiver);
    const abort = new AbortController();
    void run(operation, headers, abort.signal).then((result) => {
      if (abort.signal.aborted) return;
      if (result) receiver.next(result);
      receiver.complete();
    });
    return () => abort.abort();
  });
};

async function run(operation: Operation, headers: Headers, signal: AbortSignal): Promise<Result | undefined> {
  const pane = readVariablesPane();
  try {
    const filled = await fillVariables(operation.operationName, operation.variables ?? {}, (query, variables) =>
      ask({ query, variables }, headers, signal),
    );
    // Somebody who typed or changed the tab meanwhile keeps their text.
    if (Object.keys(filled).length > 0 && !signal.aborted && readVariablesPane() === pane) writeVariablesPane(filled);
    return await sendOverHttp({ ...operation, variables: { ...operation.variables, ...filled } }, headers, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    const message = (error as Error).message;
    if (message === SERVER_GONE.message) return failedResult(message, SERVER_GONE.advice);
    return failedResult(
      `The page could not fill in the empty variables: ${message}`,
      'Run the Store tab as the same agent, or type the values yourself.',
    );
  }
}

async function ask(operation: Operation, headers: Headers, signal: AbortSignal): Promise<Record<string, unknown>> {
  const { data, errors } = await sendOverHttp(operation, headers, signal);
  const first = errors?.[0];
  if (first || !data) throw new Error(first?.message ?? 'no data');
  return data;
}

function kindOf(document: DocumentNode | undefined, operationName: string | null | undefined): string | undefined {
  return document && getOperationAST(document, operationName)?.operation;
}

/** The least that GraphiQL takes for an observable. */
function observable(start: (receiver: Receiver) => () => void): ReturnType<Fetcher> {
  return { subscribe: (receiver: Receiver) => ({ unsubscribe: start(receiver) }) } as unknown as ReturnType<Fetcher>;
}
