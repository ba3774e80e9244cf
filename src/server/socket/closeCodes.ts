/**
 * Every code this server closes a WebSocket with. `resume` tells whether the reference client (graphql-ws) connects
 * again by itself after it; a subscription then goes on with `after: <last cursor>`.
 */
export const CLOSE_CODES = {
  GOING_AWAY: { code: 1001, reason: 'Going away', resume: true, meaning: 'The server stops.' },
  MESSAGE_TOO_BIG: {
    code: 1009,
    reason: '',
    resume: false,
    meaning: 'A message is over 4 MiB. Sent by the transport.',
  },
  TRY_AGAIN_LATER: {
    code: 1013,
    reason: 'Try again later',
    resume: true,
    meaning: 'The database, or the keys of the token issuer, cannot be reached to tell who connects.',
  },
  BAD_REQUEST: {
    code: 4400,
    reason: 'Invalid message received',
    resume: false,
    meaning:
      'A message is not of the protocol, is nested too deep, or names a malformed agent, namespace, role or bookmark.',
  },
  UNAUTHORIZED: {
    code: 4401,
    reason: 'Unauthorized',
    resume: false,
    meaning: 'No valid identity, or an operation before connection_init.',
  },
  FORBIDDEN: {
    code: 4403,
    reason: 'Forbidden',
    resume: true,
    meaning: 'The identity may not connect, or its token expired or was revoked meanwhile: connect with a fresh one.',
  },
  SUBPROTOCOL: {
    code: 4406,
    reason: 'Subprotocol not acceptable',
    resume: false,
    meaning: 'Only graphql-transport-ws is spoken.',
  },
  INIT_TIMEOUT: {
    code: 4408,
    reason: 'Connection initialisation timeout',
    resume: true,
    meaning: 'connection_init did not come within 5 s.',
  },
  DUPLICATE_ID: {
    code: 4409,
    reason: 'Subscriber already exists',
    resume: false,
    meaning: 'An operation with this id still runs.',
  },
  SLOW_READER: { code: 4420, reason: 'Reader too slow', resume: true, meaning: 'Over 8 MiB wait to be read.' },
  TOO_MANY_INITS: {
    code: 4429,
    reason: 'Too many initialisation requests',
    resume: false,
    meaning: 'connection_init came twice.',
  },
  INTERNAL: {
    code: 4500,
    reason: 'Internal server error',
    resume: false,
    meaning: 'A defect of the server; see its log.',
  },
} as const satisfies Record<string, CloseCode>;

/** One way to close a socket. */
export interface CloseCode {
  readonly code: number;
  readonly reason: string;
  readonly resume: boolean;
  readonly meaning: string;
}
