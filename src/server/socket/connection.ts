import type { IncomingMessage } from 'node:http';
import type { Server as Protocol } from 'graphql-ws';
import type { Logger } from 'pino';
import type { RawData, WebSocket } from 'ws';
import { checkJsonShape } from '../jsonShape.ts';
import type { SocketBounds } from './bounds.ts';
import { CLOSE_CODES, type CloseCode } from './closeCodes.ts';

/** What the protocol's hooks know of the socket they run for. */
export interface SocketExtra {
  readonly request: IncomingMessage;
  /** Closes for good: running operations end at once. */
  close(how: CloseCode, reason?: string): void;
}

/** How long a client may take to answer a close before its socket is cut. */
const CLOSE_MS = 2_000;

/**
 * Connects one WebSocket to the protocol of graphql-ws, whose own adapter for `ws` writes to the console, tells clients
 * the messages of unexpected errors, and lets what a slow reader does not read pile up.
 *
 * Threat: a client that sends and never reads (operations, protocol pings, or control-frame pings, which `ws` answers by
 * itself) makes the server hold the answers. So every answer looks at what already waits, and beyond the bound the
 * socket is closed. Events are not made faster than they are sent: `send` resolves when the message has left.
 */
export function serveSocket(
  protocol: Protocol<SocketExtra>,
  socket: WebSocket,
  request: IncomingMessage,
  bounds: SocketBounds,
  log: Logger,
): SocketExtra {
  const pings = keepAlive(socket, bounds.pingMs);
  let ended: { code: number; reason: string } | undefined;
  // eslint-disable-next-line prefer-const -- `end` may run before the protocol has opened
  let closed: ((code: number, reason: string) => Promise<void>) | undefined;
  const end = (code: number, reason: string): void => {
    if (ended) return;
    ended = { code, reason };
    clearInterval(pings);
    closed?.(code, reason).catch((error: unknown) => log.error({ err: error }, 'socket did not end well'));
  };
  const close = (code: number, reason: string): void => {
    socket.close(code, shortened(reason));
    setTimeout(() => socket.terminate(), CLOSE_MS).unref();
    end(code, reason);
  };
  const extra: SocketExtra = { request, close: (how, reason) => close(how.code, reason ?? how.reason) };

  const mayAnswer = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= bounds.waitingBytes) return true;
    extra.close(CLOSE_CODES.SLOW_READER);
    return false;
  };
  closed = protocol.opened(
    {
      protocol: socket.protocol,
      close,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (!mayAnswer()) {
            resolve();
            return;
          }
          // A socket that closes meanwhile is no error of the operation.
          socket.send(data, (error) => (error && socket.readyState === socket.OPEN ? reject(error) : resolve()));
        }),
      onMessage: (handle) =>
        socket.on('message', (data) => {
          if (ended) return;
          receive(data, handle).catch((error: unknown) => {
            log.error({ err: error }, 'socket message failed');
            extra.close(CLOSE_CODES.INTERNAL);
          });
        }),
    },
    extra,
  );
  // The protocol may close at once, before it has said what to do at the end.
  if (ended) void closed(ended.code, ended.reason);
  const receive = async (data: RawData, handle: (message: string) => Promise<void>): Promise<void> => {
    const text = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);
    try {
      checkJsonShape('message', text);
    } catch (error) {
      extra.close(CLOSE_CODES.BAD_REQUEST, error instanceof Error ? error.message : undefined);
      return;
    }
    await handle(text.toString('utf8'));
  };

  socket.on('close', (code, reason) => end(code, reason.toString('utf8')));
  // `ws` has already closed the socket with the right code, e.g. 1009; there is nothing to add.
  socket.on('error', (error) => log.debug({ err: error }, 'socket error'));
  socket.on('ping', (data) => {
    if (mayAnswer()) socket.pong(data);
  });
  return extra;
}

/** Reasons hold at most 123 bytes (RFC 6455 §5.5). */
function shortened(reason: string): string {
  return Buffer.from(reason)
    .subarray(0, 120)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

/** Pings from time to time; a socket that did not answer the last one is cut. */
function keepAlive(socket: WebSocket, everyMs: number): NodeJS.Timeout {
  let answered = true;
  socket.on('pong', () => (answered = true));
  return setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, everyMs);
}
