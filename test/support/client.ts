import { randomUUID } from 'node:crypto';
import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';

/** Who a client is; absent: the local admin. */
export interface Caller {
  readonly agentId?: string;
  readonly namespace?: string;
  readonly roles?: string;
}

/** A refusal as it came over the wire. */
export interface WireError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly details?: Record<string, unknown> };
}

/** An answer as it came over the wire. */
export interface WireAnswer<Data> {
  readonly data: Data | null;
  readonly errors?: readonly WireError[];
  readonly status: number;
  /** To be sent back by whoever wants to read what was written. */
  readonly bookmark: string | null;
}

/** A namespace that no other test uses. */
export function freshNamespace(name = 'test'): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}

/** Speaks GraphQL over HTTP to one server, as one caller. */
export class HttpClient {
  readonly #url: string;
  readonly #caller: Caller;
  readonly #headers: Record<string, string>;

  constructor(url: string, caller: Caller = {}, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#caller = caller;
    this.#headers = { ...identity(caller), ...headers };
  }

  /** The same agent with the role of an admin, for what only admins may say. */
  asAdmin(): HttpClient {
    const { agentId } = this.#caller;
    return agentId === undefined ? this : new HttpClient(this.#url, { ...this.#caller, roles: 'agent,admin' });
  }

  /** Sends an operation; refusals are in the answer. */
  async send<Data = Record<string, never>>(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<WireAnswer<Data>> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...this.#headers, ...headers },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await response.json()) as { data?: Data | null; errors?: WireError[] };
    return {
      data: body.data ?? null,
      ...(body.errors ? { errors: body.errors } : {}),
      status: response.status,
      bookmark: response.headers.get('x-bookmark'),
    };
  }

  /** Sends an operation that must succeed. */
  async run<Data = Record<string, never>>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
    const { data, errors } = await this.send<Data>(query, variables);
    if (errors || data === null) throw new Error(`refused: ${JSON.stringify(errors)}`);
    return data;
  }

  /** Sends an operation that must be refused; answers the first error's extensions and message. */
  async refusal(
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<WireError['extensions'] & { message: string }> {
    const { errors, data } = await this.send(query, variables);
    const [first] = errors ?? [];
    if (!first) throw new Error(`not refused: ${JSON.stringify(data)}`);
    return { ...first.extensions, message: first.message };
  }
}

/** A socket of its own; `dispose` closes it. */
export function socketClient(url: string, caller: Caller = {}): Client {
  return createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: identity(caller),
    lazy: true,
    retryAttempts: 0,
  });
}

function identity({ agentId, namespace, roles }: Caller): Record<string, string> {
  return {
    ...(agentId === undefined ? {} : { 'x-agent-id': agentId }),
    ...(namespace === undefined ? {} : { 'x-namespace': namespace }),
    ...(roles === undefined ? {} : { 'x-roles': roles }),
  };
}
