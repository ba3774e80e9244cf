import type { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type Request } from 'express';
import type { Logger } from 'pino';
import { OperationRefused } from '../errors.ts';
import type { Authenticate } from './authenticate.ts';
import { BOOKMARK_KEY, decodeBookmarks, encodeBookmarks } from './bookmarks.ts';
import { crossOrigin } from './crossOrigin.ts';
import type { Doorkeeper } from './doorkeeper.ts';
import type { Guard } from './guard/guard.ts';
import { type CheckReadiness, health } from './health.ts';
import { errorHandler, sendError } from './httpRefusal.ts';
import type { Metrics } from './metrics.ts';
import type { ObserveOperation } from './observeOperation.ts';
import type { HttpContext } from './operationPlugin.ts';
import { playground } from './playground.ts';
import type { PublishError } from './publicError.ts';
import { checkDocument, readBody } from './requestBody.ts';
import { securityHeaders } from './securityHeaders.ts';

/** What {@link createHttpApp} is put together from. */
export interface HttpParts {
  readonly apollo: ApolloServer<HttpContext>;
  readonly authenticate: Authenticate;
  readonly doorkeeper: Doorkeeper;
  readonly guard: Guard;
  readonly metrics: Metrics;
  readonly publish: PublishError;
  readonly observe: ObserveOperation;
  readonly log: Logger;
  readonly readiness: CheckReadiness;
  readonly isStopping: () => boolean;
  readonly playgroundFolder: string;
}

/** All HTTP routes. Health comes before the doorkeeper: orchestrators ask by address, and it tells nothing secret. */
export function createHttpApp(parts: HttpParts): Express {
  const { doorkeeper, metrics, publish, log } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(securityHeaders());
  app.use(health(parts.readiness, parts.isStopping, log));
  app.use((request, _response, next) => {
    try {
      doorkeeper.check(request.headers);
    } catch (error) {
      metrics.refusedRequests.inc({ reason: headerIn(error) });
      throw error;
    }
    next();
  });
  app.use(crossOrigin(doorkeeper));
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.use('/graphql', graphql(parts));
  app.use(playground(parts.playgroundFolder));
  app.use((request, response) => {
    const error = { message: 'there is nothing here; the API is at POST /graphql', extensions: { code: 'NOT_FOUND' } };
    sendError(request, response, 404, error);
  });
  app.use(errorHandler(publish, (code) => log.info({ code }, 'request refused')));
  return app;
}

function graphql(parts: HttpParts): express.Router {
  const router = express.Router();
  router.use((request, response, next) => {
    response.set({ 'cache-control': 'no-store', [BOOKMARK_KEY]: encodeBookmarks([]) });
    if (request.method === 'POST') {
      next();
      return;
    }
    // Also queries: a GET can be sent by any image or link, and stands in logs with all its values.
    response.set('allow', 'POST');
    const error = { message: 'GraphQL is answered at POST', extensions: { code: 'BAD_REQUEST' } };
    sendError(request, response, 405, error);
  });
  // Who calls is told before the body is read: a body costs time and memory, and strangers send none.
  const contexts = new WeakMap<Request, HttpContext>();
  router.use(async (request, _response, next) => {
    const principal = await parts.authenticate(request.headers);
    contexts.set(request, { principal, received: decodeBookmarks(request.headers[BOOKMARK_KEY]) });
    next();
  });
  router.use(readBody(), checkDocument(parts.guard.documents));
  router.use(expressMiddleware(parts.apollo, { context: async ({ req }) => contextOf(contexts, req) }));
  router.use(
    errorHandler(parts.publish, (code) =>
      parts.observe({ transport: 'http', facts: undefined, agentId: undefined, milliseconds: 0, codes: [code] }),
    ),
  );
  return router;
}

function contextOf(contexts: WeakMap<Request, HttpContext>, request: Request): HttpContext {
  const context = contexts.get(request);
  if (!context) throw new Error('nobody was asked who calls');
  return context;
}

function headerIn(error: unknown): string {
  return error instanceof OperationRefused ? String(error.details?.['header']) : 'error';
}
