import { type DocumentNode, type ExecutionArgs, getOperationAST, GraphQLError, type GraphQLSchema } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Principal } from '../../agent/principal.ts';
import { BOOKMARK_KEY, decodeBookmarks } from '../bookmarks.ts';
import type { Guard, OperationFacts } from '../guard/guard.ts';
import type { ContextFor, ServerContext } from '../serverContext.ts';

/** What connection_init fixed for the life of a socket. */
export interface Session {
  readonly principal: Principal;
  /** States of the database that the client had seen when it connected. */
  readonly received: readonly string[];
}

/** What becomes known of an operation as it passes the checks. */
export interface Begun {
  facts?: OperationFacts;
  /** The context made last. */
  context?: ServerContext;
  /** Makes another one for the same caller: each event of a subscription has its own. */
  freshContext?: () => Promise<ServerContext>;
}

/** What {@link beginOperation} works with. */
export interface BeginParts {
  readonly schema: GraphQLSchema;
  readonly guard: Guard;
  readonly contextFor: ContextFor<ServerContext>;
}

/**
 * Leads one operation through the checks, in the order HTTP has: document, validation, guard, context.
 * @param begun filled in on the way, so that a refused operation can be observed too
 * @returns what graphql-js executes, or what is wrong with the document
 * @throws OperationRefused from the guard or the context
 */
export async function beginOperation(
  { schema, guard, contextFor }: BeginParts,
  session: Session,
  payload: SubscribePayload,
  begun: Begun,
): Promise<ExecutionArgs | GraphQLError[]> {
  const document = read(guard, payload.query);
  if (document instanceof GraphQLError) return [withCode(document, 'GRAPHQL_PARSE_FAILED')];
  const errors = guard.documents.errorsOf(document);
  if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  const operation = getOperationAST(document, payload.operationName);
  if (!operation) {
    return [withCode(new GraphQLError('the document has no such operation'), 'OPERATION_RESOLUTION_FAILURE')];
  }
  const facts = guard.judge(document, operation, payload.variables);
  begun.facts = facts;
  const shown = payload.extensions?.[BOOKMARK_KEY];
  const bookmarks = shown === undefined ? session.received : decodeBookmarks(shown);
  begun.freshContext = async () =>
    (begun.context = await contextFor(session.principal, { transport: 'websocket', operation: facts.type, bookmarks }));
  return {
    schema,
    document,
    operationName: payload.operationName ?? null,
    variableValues: payload.variables ?? null,
    contextValue: await begun.freshContext(),
  };
}

/** The document, or its syntax error. */
function read(guard: Guard, source: string): DocumentNode | GraphQLError {
  try {
    return guard.documents.read(source);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  return new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    originalError: error,
    extensions: { code },
  });
}
