import { execute, type ExecutionArgs, GraphQLError } from 'graphql';
import type { Context, ServerOptions, SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import { OperationRefused } from '../../errors.ts';
import type { Authenticate } from '../authenticate.ts';
import { BOOKMARK_KEY, decodeBookmarks, encodeBookmarks } from '../bookmarks.ts';
import type { Metrics } from '../metrics.ts';
import type { ObserveOperation } from '../observeOperation.ts';
import type { PublishError } from '../publicError.ts';
import { type BeginParts, beginOperation, type Begun, type Session } from './beginOperation.ts';
import type { SocketBounds } from './bounds.ts';
import { CLOSE_CODES, type CloseCode } from './closeCodes.ts';
import { CredentialWatch, type FindRevokedTokens } from './credentialWatch.ts';
import type { SocketExtra } from './connection.ts';
import { eventStream } from './eventStream.ts';

/** What the operations of all sockets work with. */
export interface SocketParts extends BeginParts {
  readonly authenticate: Authenticate;
  readonly revokedTokens: FindRevokedTokens;
  readonly log: Logger;
  readonly observe: ObserveOperation;
  readonly publish: PublishError;
  readonly metrics: Metrics;
  readonly bounds: SocketBounds;
}

/** One operation, from its message to its end. */
interface Running extends Begun {
  readonly started: number;
  readonly codes: string[];
  /** Results sent. */
  sent: number;
  /** Whether it counts as a running subscription. */
  subscribed: boolean;
}

type Socket = Context<Record<string, unknown>, SocketExtra>;

/** The hooks of the protocol, and what a stopping server needs to know of the operations behind them. */
export interface SocketOperations {
  readonly hooks: ServerOptions<Record<string, unknown>, SocketExtra>;
  /** Queries and mutations that run; subscriptions have no end to wait for. */
  unfinished(): number;
}

/**
 * Operations over WebSocket: the same guard, the same context and the same errors as over HTTP. Hooks return errors and
 * never throw, because a throw would close the socket and with it every other operation on it.
 */
export function socketOperations(parts: SocketParts, isStopping: () => boolean): SocketOperations {
  const { publish, metrics, bounds } = parts;
  const sessions = new WeakMap<SocketExtra, Session>();
  // Each message has a payload object of its own, whereas ids are used again.
  const running = new WeakMap<SubscribePayload, Running>();
  const contexts = new WeakMap<ExecutionArgs, () => Promise<unknown>>();
  const credentials = new CredentialWatch(parts.revokedTokens, { everyMs: bounds.revocationMs, log: parts.log });
  let unfinished = 0;

  const finish = (socket: Socket, payload: SubscribePayload): void => {
    const operation = running.get(payload);
    if (!operation || !running.delete(payload)) return;
    if (operation.subscribed) metrics.subscriptions.dec();
    parts.observe({
      transport: 'websocket',
      facts: operation.facts,
      agentId: sessions.get(socket.extra)?.principal.agentId,
      milliseconds: performance.now() - operation.started,
      codes: operation.codes,
    });
  };
  const published = (operation: Running | undefined, errors: readonly GraphQLError[]) =>
    errors.map((error) => {
      const shown = publish(error);
      // A subscription may live for days: the first codes tell enough.
      if (operation && operation.codes.length < 5) operation.codes.push(shown.extensions.code);
      return shown;
    });

  const hooks: ServerOptions<Record<string, unknown>, SocketExtra> = {
    connectionInitWaitTimeout: bounds.initMs,
    async onConnect(socket) {
      try {
        const shown = socket.connectionParams ?? {};
        const principal = await parts.authenticate(shown);
        sessions.set(socket.extra, { principal, received: decodeBookmarks(shown[BOOKMARK_KEY]) });
        credentials.watch(socket.extra, principal.credential);
        return true;
      } catch (error) {
        const { message, extensions } = publish(error);
        socket.extra.close(closeCodeFor(extensions.code), message);
        return false;
      }
    },
    async onSubscribe(socket, _id, payload) {
      const operation: Running = { started: performance.now(), codes: [], sent: 0, subscribed: false };
      running.set(payload, operation);
      try {
        if (isStopping()) throw new OperationRefused('UNAVAILABLE', 'the server is stopping');
        requireRoom(bounds.operationsPerSocket, Object.keys(socket.subscriptions).length);
        const session = sessions.get(socket.extra);
        if (!session) throw new OperationRefused('UNAUTHENTICATED', 'connection_init did not come');
        const args = await beginOperation(parts, session, payload, operation);
        if ('schema' in args && operation.freshContext) contexts.set(args, operation.freshContext);
        return args;
      } catch (error) {
        return [wrapped(error)];
      }
    },
    execute: (args) => counted(args, (by) => (unfinished += by)),
    subscribe: (args) => attempt(() => eventStream(args, contexts.get(args) ?? (async () => args.contextValue))),
    onOperation(_socket, _id, payload) {
      const operation = running.get(payload);
      if (operation?.facts?.type !== 'subscription') return;
      operation.subscribed = true;
      metrics.subscriptions.inc();
    },
    onNext(_socket, _id, payload, _args, result) {
      const operation = running.get(payload);
      const { data, errors } = result;
      const extensions = { ...result.extensions, ...extensionsOf(operation) };
      if (operation) operation.sent += 1;
      return {
        ...(errors && { errors: published(operation, errors) }),
        ...(data !== undefined && { data }),
        extensions,
      };
    },
    onError(socket, _id, payload, errors) {
      const operation = running.get(payload);
      const shown = published(operation, errors);
      // One that never ran gets no onComplete.
      if (!operation?.context) finish(socket, payload);
      return shown;
    },
    onComplete: (socket, _id, payload) => finish(socket, payload),
    onClose: (socket) => credentials.forget(socket.extra),
  };
  return { hooks, unfinished: () => unfinished };
}

/** Runs a query or mutation, counting it as unfinished until its answer has had time to be queued for sending. */
async function counted(args: ExecutionArgs, count: (by: 1 | -1) => void) {
  count(1);
  try {
    return await attempt(() => execute(args));
  } finally {
    setImmediate(() => count(-1));
  }
}

/** Makes a thrown error a result: graphql-ws would close the socket. */
async function attempt<Result>(run: () => Result | Promise<Result>): Promise<Result | { errors: GraphQLError[] }> {
  try {
    return await run();
  } catch (error) {
    return { errors: [wrapped(error)] };
  }
}

function wrapped(error: unknown): GraphQLError {
  return new GraphQLError('', { originalError: error instanceof Error ? error : new Error(String(error)) });
}

/** Cost once, bookmarks with each result. */
function extensionsOf(operation: Running | undefined): Record<string, unknown> {
  return {
    ...(operation?.facts && operation.sent === 0 && { cost: operation.facts.cost }),
    ...(operation?.context && { [BOOKMARK_KEY]: encodeBookmarks(operation.context.bookmarks.latest()) }),
  };
}

function requireRoom(bound: number, actual: number): void {
  if (actual <= bound) return;
  const details = { limit: 'operationsPerSocket', bound, actual };
  throw new OperationRefused('OPERATION_TOO_COSTLY', `operationsPerSocket: at most ${bound}, got ${actual}`, details);
}

function closeCodeFor(code: string): CloseCode {
  if (code === 'UNAUTHENTICATED') return CLOSE_CODES.UNAUTHORIZED;
  if (code === 'FORBIDDEN') return CLOSE_CODES.FORBIDDEN;
  if (code === 'UNAVAILABLE') return CLOSE_CODES.TRY_AGAIN_LATER;
  return code === 'BAD_USER_INPUT' ? CLOSE_CODES.BAD_REQUEST : CLOSE_CODES.INTERNAL;
}
