import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols, makeServer } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { Doorkeeper } from '../doorkeeper.ts';
import { CLOSE_CODES } from './closeCodes.ts';
import { serveSocket, type SocketExtra } from './connection.ts';
import { type SocketParts, socketOperations } from './operations.ts';

/** The WebSocket side of the server. */
export interface SocketServer {
  /** Listener for `upgrade` of the HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Waits for running queries and mutations until the deadline (epoch ms), then closes every socket with 1001. */
  close(deadline: number): Promise<void>;
}

/** What {@link createSocketServer} works with. */
export interface SocketServerParts extends SocketParts {
  readonly doorkeeper: Doorkeeper;
}

/** graphql-transport-ws at `/graphql`. */
export function createSocketServer(parts: SocketServerParts): SocketServer {
  const { bounds, doorkeeper, log, metrics } = parts;
  let stopping = false;
  const operations = socketOperations(parts, () => stopping);
  const protocol = makeServer(operations.hooks);
  const open = new Set<SocketExtra>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: bounds.messageBytes,
    handleProtocols,
    autoPong: false,
    // A compressed message is a small one that becomes large here.
    perMessageDeflate: false,
  });

  return {
    upgrade(request, socket, head) {
      // Node hands the bare socket over; without this a client that hangs up would end the process.
      socket.on('error', () => socket.destroy());
      const refused = refusalOf(request, doorkeeper, stopping, open.size >= bounds.sockets);
      if (refused) {
        metrics.refusedRequests.inc({ reason: refused.reason });
        answer(socket, refused.status);
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => {
        const extra = serveSocket(protocol, client, request, bounds, log);
        open.add(extra);
        metrics.sockets.inc();
        client.once('close', (code) => {
          open.delete(extra);
          metrics.sockets.dec();
          metrics.closedSockets.inc({ code });
        });
      });
    },
    async close(deadline) {
      stopping = true;
      while (operations.unfinished() > 0 && Date.now() < deadline) await pause();
      for (const socket of open) socket.close(CLOSE_CODES.GOING_AWAY);
      // Each is cut by itself when the client does not answer the close.
      while (open.size > 0) await pause();
    },
  };
}

interface Refused {
  readonly status: number;
  readonly reason: string;
}

/** Why an upgrade is not done; the same doorkeeper as for HTTP, since browsers let every page open a WebSocket. */
function refusalOf(request: IncomingMessage, doorkeeper: Doorkeeper, stopping: boolean, full: boolean): Refused | null {
  try {
    doorkeeper.check(request.headers);
  } catch {
    return { status: 403, reason: 'socket door' };
  }
  if (request.url?.split('?')[0] !== '/graphql') return { status: 404, reason: 'socket path' };
  if (stopping || full) return { status: 503, reason: full ? 'sockets full' : 'stopping' };
  return null;
}

function answer(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
