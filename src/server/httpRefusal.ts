import type { ErrorRequestHandler, Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { OperationRefused } from '../errors.ts';
import type { PublishError } from './publicError.ts';
import { statusOf } from './refusal.ts';

/** The media type of a GraphQL answer that the client wants (GraphQL over HTTP §6.1); JSON for everybody else. */
export function answerType(request: Request): string {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/graphql-response+json')
    ? 'application/graphql-response+json; charset=utf-8'
    : 'application/json; charset=utf-8';
}

/** Answers with an error in the shape of a GraphQL answer, so that clients need to know one shape only. */
export function sendError(request: Request, response: Response, status: number, error: unknown): void {
  response
    .status(status)
    .type(answerType(request))
    .send(JSON.stringify({ errors: [error] }));
}

/**
 * The last handler: whatever was thrown on the way, refusals and the errors of body-parser among it, becomes a GraphQL
 * error of the right status.
 * @param noted told the code, to count it
 */
export function errorHandler(publish: PublishError, noted: (code: string) => void): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const known = bodyError(error) ?? error;
    const published = publish(known);
    noted(published.extensions.code);
    const status =
      statusIn(error) ??
      (known instanceof OperationRefused ? statusOf(known) : known instanceof GraphQLError ? 400 : 500);
    if (status === 401) response.set('www-authenticate', 'Bearer');
    // The rest of a refused body would be read as the next request.
    if (status === 413) response.set('connection', 'close');
    sendError(request, response, status, published);
  };
}

function statusIn(error: unknown): number | undefined {
  const status = isBodyError(error) ? error.status : undefined;
  return status !== undefined && status >= 400 && status < 500 ? status : undefined;
}

interface BodyError extends Error {
  readonly type: string;
  readonly status: number;
  readonly limit?: number;
  readonly length?: number;
}

function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && 'type' in error && 'status' in error && typeof error.status === 'number';
}

/** What body-parser says about a body it could not read, as a refusal of ours. */
function bodyError(error: unknown): Error | null {
  if (!isBodyError(error) || error.status >= 500) return null;
  if (error.type === 'entity.too.large') {
    const bound = `at most ${error.limit} bytes`;
    const actual = error.length ?? `more than ${error.limit}`;
    return new OperationRefused('BAD_USER_INPUT', `body: ${bound}`, { field: 'body', bound, actual });
  }
  const message = error.type === 'entity.parse.failed' ? 'the body is not JSON' : 'the body cannot be read';
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } });
}
