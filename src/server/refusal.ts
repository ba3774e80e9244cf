import { GraphQLError } from 'graphql';
import type { OperationRefused } from '../errors.ts';
import { type ErrorCodeName } from '../errors.ts';

/** HTTP status of a request that is refused before its operation runs; every other code is 400. */
const STATUS: Partial<Record<ErrorCodeName, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  INTERNAL_SERVER_ERROR: 500,
  UNAVAILABLE: 503,
};

/** HTTP status of a request that ends in this refusal as a whole. */
export function statusOf(refusal: OperationRefused): number {
  return STATUS[refusal.code] ?? 400;
}

/** A refusal as the GraphQL error that Apollo and graphql-ws want to be handed; its code and details are kept. */
export function refusalAsGraphQLError(refusal: OperationRefused): GraphQLError {
  return new GraphQLError(refusal.message, {
    originalError: refusal,
    extensions: { code: refusal.code, http: { status: statusOf(refusal), headers: headersOf(refusal) } },
  });
}

/** A 401 says how to be known (RFC 9110 §11.6.1). */
function headersOf({ code }: OperationRefused): Map<string, string> {
  return new Map(code === 'UNAUTHENTICATED' ? [['www-authenticate', 'Bearer']] : []);
}
