import type { ErrorCode } from '../errors.ts';

/**
 * Codes that come from the GraphQL request itself, before any operation of ours is reached. They are Apollo's names, so
 * that its clients know them; with `ERROR_CODES` they are all a client can meet in `extensions.code`.
 */
export const PROTOCOL_CODES = {
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The document has a syntax error.',
    advice: 'Correct it at the place in `locations`.',
    retryable: false,
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document does not fit the schema.',
    advice: 'Compare it with the schema at the place in `locations`.',
    retryable: false,
  },
  OPERATION_RESOLUTION_FAILURE: {
    meaning: 'The document has no operation of that name, or several and none was named.',
    advice: 'Send the right `operationName`.',
    retryable: false,
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    meaning: 'The request has the hash of a document instead of the document.',
    advice: 'Send the document; Apollo clients do so by themselves.',
    retryable: false,
  },
  BAD_REQUEST: {
    meaning: 'The HTTP request is not a GraphQL request: method, content type, body or batch.',
    advice: 'POST one JSON object with a `query` as `application/json`.',
    retryable: false,
  },
} as const satisfies Record<string, ErrorCode>;

/** Whether this is one of {@link PROTOCOL_CODES}. */
export function isProtocolCode(code: unknown): code is keyof typeof PROTOCOL_CODES {
  return typeof code === 'string' && Object.hasOwn(PROTOCOL_CODES, code);
}
