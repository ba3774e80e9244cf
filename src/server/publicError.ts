import { randomUUID } from 'node:crypto';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { type ErrorCodeName, OperationRefused } from '../errors.ts';
import { coercionDetails } from './coercionError.ts';
import { isProtocolCode } from './protocolCodes.ts';

/** Longest message sent. graphql-js quotes the values it finds fault with, and they may be megabytes. */
const MESSAGE_CHARACTERS = 1_000;

/** Turns an error of a part the server does not know (the database driver) into a refusal; null when it is none. */
export type TranslateError = (error: unknown) => OperationRefused | null;

/** Makes of any error what a client may see of it. */
export type PublishError = (error: unknown) => GraphQLFormattedError & { extensions: { code: string } };

/**
 * The one place where errors leave, for HTTP and WebSocket.
 *
 * Threat: an error may carry Cypher, a stack, or the title of a memory that its reader may not see. So only three kinds
 * pass: refusals of ours, what `translate` makes of known failures, and what graphql-js and Apollo say about the
 * request itself. Everything else is logged under an id, and the client gets the id.
 */
export function createErrorPublisher(log: Logger, translate: TranslateError): PublishError {
  return (thrown) => {
    const error = thrown instanceof GraphQLError ? thrown : new GraphQLError('', { originalError: asError(thrown) });
    const place = {
      ...(error.locations && { locations: error.locations }),
      ...(error.path && { path: error.path }),
    };
    const say = (message: string, code: ErrorCodeName | string, details?: unknown) => ({
      message: message.length > MESSAGE_CHARACTERS ? `${message.slice(0, MESSAGE_CHARACTERS)}…` : message,
      ...place,
      extensions: { code, ...(details !== undefined && { details }) },
    });

    const refusal = refusalIn(error, translate);
    if (refusal) return say(refusal.message, refusal.code, refusal.details);
    // Errors of the request itself have no path; whatever a resolver throws has one, whichever code it claims.
    const code = error.extensions['code'];
    if (error.path === undefined && isProtocolCode(code)) return say(error.message, code);
    const coercion = coercionDetails(error);
    if (coercion) return say(error.message, 'BAD_USER_INPUT', coercion);

    const errorId = randomUUID();
    log.error({ errorId, path: error.path?.join('.'), err: rootOf(error) }, 'unexpected error');
    return say(`unexpected error ${errorId}`, 'INTERNAL_SERVER_ERROR', { errorId });
  };
}

/** The first refusal among an error and those it wraps. */
function refusalIn(error: unknown, translate: TranslateError): OperationRefused | null {
  for (const inner of chainOf(error)) {
    const refusal = inner instanceof OperationRefused ? inner : translate(inner);
    if (refusal) return refusal;
  }
  return null;
}

function rootOf(error: GraphQLError): unknown {
  let root: unknown = error;
  for (const inner of chainOf(error)) root = inner;
  return root;
}

/** An error and what it wraps, outermost first: resolvers' errors and those of delegated operations are wrapped. */
function* chainOf(error: unknown, depth = 0): Generator {
  if (error === undefined || error === null || depth > 10) return;
  yield error;
  if (error instanceof GraphQLError) yield* chainOf(error.originalError, depth + 1);
  if (error instanceof AggregateError) yield* chainOf(error.errors[0], depth + 1);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`);
}
