import type { ApolloServerPlugin, BaseContext, GraphQLRequestContext } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Principal } from '../agent/principal.ts';
import { badUserInput, OperationRefused } from '../errors.ts';
import { BOOKMARK_KEY, encodeBookmarks } from './bookmarks.ts';
import type { Guard, OperationFacts } from './guard/guard.ts';
import type { ObserveOperation } from './observeOperation.ts';
import type { TranslateError } from './publicError.ts';
import { refusalAsGraphQLError } from './refusal.ts';
import type { ContextFor, ServerContext } from './serverContext.ts';

/** What is known of an HTTP request before its document is read. */
export interface HttpContext extends BaseContext {
  readonly principal: Principal;
  /** States of the database that the client has seen. */
  readonly received: readonly string[];
}

/** What {@link operationPlugin} works with. */
export interface OperationParts {
  readonly guard: Guard;
  readonly contextFor: ContextFor<ServerContext>;
  readonly observe: ObserveOperation;
  readonly translate: TranslateError;
}

/**
 * Leads one operation through Apollo: guard, context, answer, observation.
 *
 * All refusals are thrown in `didResolveOperation`, the one hook whose errors keep their code: those of validation rules
 * are overwritten, those of earlier hooks become a plain 500.
 */
export function operationPlugin(parts: OperationParts): ApolloServerPlugin<HttpContext> {
  return {
    async requestDidStart() {
      const started = performance.now();
      let facts: OperationFacts | undefined;
      let context: ServerContext | undefined;
      let principal: Principal | undefined;
      return {
        async didResolveOperation(request) {
          principal = request.contextValue.principal;
          const { document, operation } = request;
          // No operation of that name: Apollo says so when it executes.
          if (!operation) return;
          try {
            facts = parts.guard.judge(document, operation, request.request.variables);
            if (facts.type === 'subscription')
              throw badUserInput('query', 'a query or mutation over HTTP', 'subscription');
            context = await parts.contextFor(principal, {
              transport: 'http',
              operation: facts.type,
              bookmarks: request.contextValue.received,
            });
          } catch (error) {
            throw asRequestError(error, parts.translate);
          }
          replaceContext(request, context);
        },
        async willSendResponse(request) {
          const { body, http } = request.response;
          if (body.kind !== 'single') return;
          const { singleResult } = body;
          if (facts) singleResult.extensions = { ...singleResult.extensions, cost: facts.cost };
          if (context) http.headers.set(BOOKMARK_KEY, encodeBookmarks(context.bookmarks.latest()));
          parts.observe({
            transport: 'http',
            facts,
            agentId: (principal ?? request.contextValue.principal)?.agentId,
            milliseconds: performance.now() - started,
            codes: (singleResult.errors ?? []).map((error) => String(error.extensions?.['code'])),
          });
        },
      };
    },
  };
}

/**
 * Apollo makes the context before it reads the document, and copies it; ours is made when the document is judged, and
 * must stay itself. Resolvers get what stands here when execution begins.
 */
function replaceContext(request: GraphQLRequestContext<HttpContext>, context: ServerContext): void {
  (request as { contextValue: unknown }).contextValue = context;
}

function asRequestError(error: unknown, translate: TranslateError): GraphQLError {
  const refusal = error instanceof OperationRefused ? error : translate(error);
  if (refusal) return refusalAsGraphQLError(refusal);
  return new GraphQLError('', {
    originalError: error instanceof Error ? error : new Error(String(error)),
    extensions: { http: { status: 500 } },
  });
}
