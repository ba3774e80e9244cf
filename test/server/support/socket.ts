import { WebSocket, type ClientOptions } from 'ws';

/** One WebSocket, seen message by message: a test sends whatever it likes and waits for what comes. */
export interface TestSocket {
  readonly socket: WebSocket;
  send(message: unknown): void;
  /** The next message. */
  next(): Promise<Message>;
  /** All messages until the socket closes. */
  readonly received: Message[];
  readonly closed: Promise<{ code: number; reason: string }>;
}

/** A message of graphql-transport-ws. */
export interface Message {
  readonly type: string;
  readonly id?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly payload?: any;
}

/** Opens a socket without a word sent on it; rejects with the HTTP status when the upgrade is refused. */
export async function openSocket(
  server: { url: string },
  {
    path = '/graphql',
    protocol = 'graphql-transport-ws',
    ...options
  }: ClientOptions & { path?: string; protocol?: string } = {},
): Promise<TestSocket> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, protocol, options);
  const received: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  const unread: Message[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    received.push(message);
    const first = waiting.shift();
    if (first) first(message);
    else unread.push(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') })),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: () => {
      const message = unread.shift();
      if (message) return Promise.resolve(message);
      return new Promise((resolve, reject) => {
        waiting.push(resolve);
        void closed.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason}`)));
      });
    },
    received,
    closed,
  };
}

/** A socket past connection_init. */
export async function connect(server: { url: string }, payload?: Record<string, unknown>): Promise<TestSocket> {
  const socket = await openSocket(server);
  socket.send({ type: 'connection_init', payload });
  const acknowledged = await socket.next();
  if (acknowledged.type !== 'connection_ack') throw new Error(`got ${acknowledged.type}`);
  return socket;
}

/** Runs one operation and gives its messages up to its end. */
export async function operate(
  socket: TestSocket,
  query: string,
  variables?: Record<string, unknown>,
  id = 'one',
): Promise<Message[]> {
  socket.send({ id, type: 'subscribe', payload: { query, variables } });
  const messages: Message[] = [];
  for (;;) {
    const message = await socket.next();
    if (message.id !== id) continue;
    messages.push(message);
    if (message.type === 'complete' || message.type === 'error') return messages;
  }
}
