import { SERVER_GONE } from '../server/advice.ts';
import { reportServer } from '../server/serverState.ts';
import { GRAPHQL_URL } from './addresses.ts';
import { failedResult, type Headers, type Operation, type Result } from './result.ts';

/**
 * Sends a query or mutation. A server that is gone, or an answer that is not GraphQL, comes back as a result whose
 * error says what to do.
 * @throws DOMException `AbortError` when `signal` fires
 */
export async function sendOverHttp(operation: Operation, headers: Headers, signal?: AbortSignal): Promise<Result> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(GRAPHQL_URL, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json;q=0.9',
      },
      body: JSON.stringify(operation),
      signal: signal ?? null,
    });
    body = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    // Headers that cannot be sent are refused by the browser, with a TypeError as well.
    const unsendable = unsendableHeader(headers);
    if (unsendable) return failedResult(`The header ${unsendable} cannot be sent as it is.`, 'Use plain ASCII text.');
    reportServer('gone');
    return failedResult(SERVER_GONE.message, SERVER_GONE.advice);
  }
  reportServer('up');
  return (
    parsed(body) ?? failedResult(`${response.status} ${response.statusText}: not an answer of the API.`, hint(body))
  );
}

function unsendableHeader(headers: Headers): string | undefined {
  return Object.keys(headers).find((name) => {
    try {
      return !new Headers({ [name]: headers[name] ?? '' });
    } catch {
      return true;
    }
  });
}

function parsed(body: string): Result | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && ('data' in value || 'errors' in value)) return value as Result;
  } catch {
    // Not JSON: some other server answered, or a proxy in between.
  }
  return undefined;
}

function hint(body: string): string {
  const start = body.trim().slice(0, 200);
  return `Is there a proxy in between, or another program on this port? The answer begins: ${start || '(empty)'}`;
}
