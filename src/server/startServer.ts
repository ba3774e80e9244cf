import { createServer, type Server } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createApollo } from './apollo.ts';
import type { Authenticate } from './authenticate.ts';
import { checkBind } from './bind.ts';
import { createDoorkeeper } from './doorkeeper.ts';
import { createGuard } from './guard/guard.ts';
import type { CheckReadiness } from './health.ts';
import { createHttpApp } from './httpApp.ts';
import { listen, urlOf } from './listen.ts';
import type { Metrics } from './metrics.ts';
import { createOperationObserver } from './observeOperation.ts';
import { operationPlugin } from './operationPlugin.ts';
import { createErrorPublisher, type TranslateError } from './publicError.ts';
import type { ContextFor, ServerContext } from './serverContext.ts';
import { trackSilentConnections } from './silentConnections.ts';
import { DEFAULT_SOCKET_BOUNDS, type SocketBounds } from './socket/bounds.ts';
import type { FindRevokedTokens } from './socket/credentialWatch.ts';
import { createSocketServer } from './socket/socketServer.ts';

/** What the composition root hands in. */
export interface ServerOptions<Context extends ServerContext> {
  readonly schema: GraphQLSchema;
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly contextFor: ContextFor<Context>;
  readonly readiness: CheckReadiness;
  /** Folder of the built playground. */
  readonly playgroundFolder: string;
  /** Makes refusals of the failures of other parts, e.g. UNAVAILABLE of a database that does not answer. */
  readonly translateError?: TranslateError;
  /** How callers are known. */
  readonly authenticate: Authenticate;
  /** Which of some API tokens do not hold any more; none ever when absent. */
  readonly revokedTokens?: FindRevokedTokens;
  /** Bounds of WebSockets. @default {@link DEFAULT_SOCKET_BOUNDS} */
  readonly socketBounds?: Partial<SocketBounds>;
}

/** A server that answers. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /**
   * Stops: no new connections, sockets closed with 1001, running requests up to SHUTDOWN_GRACE_MS to end, then all
   * connections cut. Calling it again waits for the same end.
   */
  close(): Promise<void>;
}

/**
 * Starts answering.
 * @throws ConfigError when the settings are unsafe or the address cannot be had
 */
export async function startServer<Context extends ServerContext>(
  options: ServerOptions<Context>,
): Promise<RunningServer> {
  const { schema, config, log, metrics, contextFor, authenticate } = options;
  checkBind(config);
  const translate = options.translateError ?? (() => null);
  const publish = createErrorPublisher(log, translate);
  const observe = createOperationObserver(log, metrics);
  const guard = createGuard(schema);
  const apollo = createApollo(schema, publish, log, operationPlugin({ guard, contextFor, observe, translate }));
  await apollo.start();

  let port = config.PORT;
  let stopping: Promise<void> | undefined;
  const isStopping = () => stopping !== undefined;
  const doorkeeper = createDoorkeeper(config, () => port);
  const app = createHttpApp({ ...options, apollo, doorkeeper, guard, publish, observe, isStopping });
  const server = boundedServer(createServer(app));
  const bounds = { ...DEFAULT_SOCKET_BOUNDS, ...options.socketBounds };
  const sockets = createSocketServer({
    schema,
    guard,
    authenticate,
    revokedTokens: options.revokedTokens ?? (async () => new Set()),
    doorkeeper,
    contextFor,
    observe,
    publish,
    log,
    metrics,
    bounds,
  });
  server.on('upgrade', sockets.upgrade);
  const cutSilent = trackSilentConnections(server);
  try {
    port = await listen(server, config);
  } catch (error) {
    await apollo.stop();
    throw error;
  }

  const stop = async (): Promise<void> => {
    const deadline = Date.now() + config.SHUTDOWN_GRACE_MS;
    const closed = closedOf(server);
    cutSilent();
    await Promise.all([sockets.close(deadline), drained(server, closed, deadline)]);
    await apollo.stop();
  };
  return { url: urlOf(config.HOST, port), port, close: () => (stopping ??= stop()) };
}

/** Slow senders are cut off: a header must come within 10 s, a request within a minute. */
function boundedServer(server: Server): Server {
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.maxConnections = 10_000;
  return server;
}

function closedOf(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Waits for running requests; connections between two requests are closed at once and again as more of them get idle. */
async function drained(server: Server, closed: Promise<void>, deadline: number): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 25);
  const late = setTimeout(() => server.closeAllConnections(), Math.max(0, deadline - Date.now()));
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
