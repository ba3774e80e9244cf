/** Bounds of WebSockets. */
export interface SocketBounds {
  /** Open sockets; an upgrade beyond is answered with 503. */
  readonly sockets: number;
  /** Operations running on one socket, subscriptions among them. */
  readonly operationsPerSocket: number;
  /**
   * Bytes of one message; a larger one closes the socket with 1009. Less than an HTTP body may have, because a thousand
   * sockets may each be sending one: large `storeMemories` go over HTTP.
   */
  readonly messageBytes: number;
  /** Bytes waiting for a client that does not read; beyond, the socket is closed with 4420. */
  readonly waitingBytes: number;
  /** Milliseconds between two pings; a socket whose pong does not come before the next is dead and cut. */
  readonly pingMs: number;
  /** Milliseconds until connection_init must have come. */
  readonly initMs: number;
  /** Milliseconds between two looks whether the API tokens of open sockets still hold. */
  readonly revocationMs: number;
}

/** The bounds that a server has unless it is told others. */
export const DEFAULT_SOCKET_BOUNDS: SocketBounds = {
  sockets: 1_000,
  operationsPerSocket: 100,
  messageBytes: 4 * 1024 * 1024,
  waitingBytes: 8 * 1024 * 1024,
  pingMs: 12_000,
  initMs: 5_000,
  revocationMs: 10_000,
};
