import { expect } from '@jest/globals';
import { openSocket } from '../server/support/socket.ts';
import { HttpClient, type WireAnswer } from '../support/client.ts';
import { fingerprint } from '../support/graph.ts';

const STORE = `mutation ($input: StoreMemoryInput!) { storeMemory(input: $input) { memory { id agentId } } }`;

/** A write that would leave a trace in this namespace. */
export function trace(namespace: string): { query: string; variables: Record<string, unknown> } {
  const input = { title: `trace ${Math.random()}`, content: 'left by who must not', namespace, scope: 'COLLECTIVE' };
  return { query: STORE, variables: { input } };
}

/** Sends a write with these headers. */
export async function writeOverHttp<Data = { storeMemory: { memory: { agentId: string } } }>(
  url: string,
  headers: Record<string, string>,
  namespace: string,
): Promise<WireAnswer<Data>> {
  const { query, variables } = trace(namespace);
  return await new HttpClient(url).send<Data>(query, variables, headers);
}

/** How a socket ends that shows this; it is never let in. */
export async function closeOfSocket(
  server: { url: string },
  payload: Record<string, unknown> | undefined,
  options: Parameters<typeof openSocket>[1] = {},
): Promise<{ code: number; reason: string }> {
  const socket = await openSocket(server, options);
  socket.send({ type: 'connection_init', ...(payload ? { payload } : {}) });
  const end = await socket.closed;
  expect(socket.received.filter(({ type }) => type !== 'ping')).toEqual([]);
  return end;
}

/** What came of one credential, over both transports. */
export interface Shown {
  readonly status: number;
  readonly code: string | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly close: number;
}

/** Shows the same to HTTP and to a socket; both must refuse it, and nothing be written. */
export async function refusedEverywhere(
  server: { url: string },
  headers: Record<string, string>,
  namespace: string,
): Promise<Shown> {
  const before = await fingerprint(namespace);
  const { status, errors, data } = await writeOverHttp(server.url, headers, namespace);
  const close = await closeOfSocket(server, headers);
  expect(await fingerprint(namespace)).toBe(before);
  expect(data).toBeNull();
  const [error] = errors ?? [];
  expect(close.reason).toBe(error?.message.slice(0, 120));
  return { status, code: error?.extensions.code, details: error?.extensions.details, close: close.code };
}
