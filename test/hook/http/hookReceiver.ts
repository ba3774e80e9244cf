import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a path answers. */
export type Reply = (response: ServerResponse, received: Received) => void;

/** A real HTTP server that stands for a service which decides. */
export class HookReceiver {
  readonly received: Received[] = [];
  /** Connections that were opened. */
  connections = 0;
  /** Connections that the other side broke off before they were answered. */
  brokenOff = 0;
  readonly #replies = new Map<string, Reply>();
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      this.received.push(received);
      response.on('close', () => (this.brokenOff += response.writableFinished ? 0 : 1));
      const reply = this.#replies.get(received.path);
      if (reply) reply(response, received);
      else response.writeHead(404).end();
    });
  });

  /** Starts listening; its address. */
  async listen(): Promise<string> {
    this.#server.on('connection', () => (this.connections += 1));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  on(path: string, reply: Reply): void {
    this.#replies.set(path, reply);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
