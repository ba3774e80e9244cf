/**
 * The one registry of refusals. Every code a client can meet in `extensions.code` is a row here; `docs/errors.md` is
 * generated from it, and `test/errors.test.ts` pins the set (house rule: fastify `lib/errors.js`).
 */

/** One row of the registry. */
export interface ErrorCode {
  /** When it is raised, in one sentence. */
  readonly meaning: string;
  /** What the client should do. */
  readonly advice: string;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
}

/** All codes, by name. */
export const ERROR_CODES = {
  BAD_USER_INPUT: {
    meaning: 'A value breaks a bound. `details` names the `field`, its `bound` and the `actual` value or size.',
    advice: 'Correct the field and send the request again.',
    retryable: false,
  },
  UNAUTHENTICATED: {
    meaning:
      'The request carries no credential, or one that is not valid. `details.reason` says why: MISSING, MALFORMED, ALGORITHM, SIGNATURE, EXPIRED, NOT_YET_VALID, ISSUER, AUDIENCE, CLAIM, UNKNOWN or REVOKED.',
    advice: 'Send a valid token as `Authorization: Bearer …`.',
    retryable: false,
  },
  FORBIDDEN: {
    meaning: 'You may see the thing, but not do this to it.',
    advice: 'Ask its owner or an admin.',
    retryable: false,
  },
  NOT_FOUND: {
    meaning: 'There is no such thing, or you may not see it; the two answer alike.',
    advice: 'Check the id.',
    retryable: false,
  },
  CONFLICT: {
    meaning:
      'Something is in the way. `details.reason` says what: TITLE_TAKEN, RESTORE_COLLISION (the title of what would come back), NOT_ARCHIVED (it is live), NEAR_DUPLICATE (a memory that says nearly the same) or IDEMPOTENCY_KEY_REUSED.',
    advice: 'Choose another title or key, or set `onConflict`; `force` stores a near duplicate.',
    retryable: false,
  },
  VERSION_CONFLICT: {
    meaning: 'The memory changed meanwhile. `details` has `expectedVersion` and `currentVersion`.',
    advice: 'Read the memory again and repeat the change on its current version.',
    retryable: false,
  },
  GOVERNANCE_DENIED: {
    meaning:
      'The policy of the namespace does not allow it. `details` has `action`, `deniedLevel` (null where no level decided), `agentId`, `namespace`, `owner` and `reason`.',
    advice: 'Ask somebody whom the policy names.',
    retryable: false,
  },
  HOOK_DENIED: {
    meaning: 'A hook said no. `details` has the `hookId`, the `hookCode` and the `event`.',
    advice: 'Read the reason; the hook decides.',
    retryable: false,
  },
  REFLECTION_DEPTH_EXCEEDED: {
    meaning: 'The reflection would be deeper than the namespace allows. `details` has `attemptedDepth` and `cap`.',
    advice: 'Reflect on memories nearer to observation.',
    retryable: false,
  },
  LINK_CYCLE: {
    meaning: 'The link would close a circle in a relation that must not have one.',
    advice: 'Check the direction of the link.',
    retryable: false,
  },
  QUOTA_EXCEEDED: {
    meaning:
      'The agent has used up a quota in the namespace. `details` has the `limit` (memories, bytes or links), `max`, `agentId`, `namespace` and `resetsAt`, which is null for bytes; for the agent itself and for admins also `current`.',
    advice: 'Wait until `resetsAt`, delete or shorten memories, or ask for more.',
    retryable: true,
  },
  ATTESTATION_FAILED: {
    meaning: 'A signature does not fit what it should sign.',
    advice: 'Sign the canonical form with the registered key.',
    retryable: false,
  },
  PENDING_ACTION_STATE_INVALID: {
    meaning: 'The pending action was decided before or has expired.',
    advice: 'Look at its status.',
    retryable: false,
  },
  CURSOR_TOO_OLD: {
    meaning: 'The events after this cursor are no longer kept. `details` has the `oldest` cursor.',
    advice: 'Read the current state, then subscribe without `after`.',
    retryable: false,
  },
  OPERATION_TOO_COSTLY: {
    meaning:
      'The document is over a limit of size, depth, breadth or cost. `details` has `limit`, `bound` and `actual`.',
    advice: 'Ask for less at once.',
    retryable: false,
  },
  UNAVAILABLE: {
    meaning: 'The database or another part did not answer in time. Nothing is half-written.',
    advice: 'Try again shortly, with an `idempotencyKey` for writes.',
    retryable: true,
  },
  INTERNAL_SERVER_ERROR: {
    meaning: 'A defect of the server. `details.errorId` finds it in the log.',
    advice: 'Report the `errorId`.',
    retryable: false,
  },
} as const satisfies Record<string, ErrorCode>;

/** The name of a registered code. */
export type ErrorCodeName = keyof typeof ERROR_CODES;

/** What a program needs to react to a refusal; plain JSON. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal that a client may see as it stands: a registered code, a sentence, and typed details. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  readonly code: ErrorCodeName;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCodeName, message: string, details?: ErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/**
 * A value that breaks a bound.
 * @param field path of the field in the input, e.g. `tags[3]`
 * @param bound the bound in words, e.g. `at most 512 characters`
 * @param actual the value when it is a number or a closed-set name, else its size with the unit
 */
export function badUserInput(field: string, bound: string, actual: unknown): OperationRefused {
  return new OperationRefused('BAD_USER_INPUT', `${field}: ${bound}, got ${String(actual)}`, { field, bound, actual });
}

/** What may not be seen and what does not exist answer with this one error. */
export function notFound(what: string, id: string): OperationRefused {
  return new OperationRefused('NOT_FOUND', `no ${what} ${id}`, { id });
}
