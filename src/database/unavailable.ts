import { Neo4jError } from 'neo4j-driver';
import { OperationRefused } from '../errors.ts';
import { Overdue } from './overdue.ts';

const AWAY = new Set(['ServiceUnavailable', 'SessionExpired', 'Neo.ClientError.Security.Unauthorized']);
const TOO_SLOW =
  /^Neo\.(Client|Transient)Error\.Transaction\.(TransactionTimedOut|LockAcquisitionTimeout|LockClientStopped|Terminated|TransactionTerminated)/;

/** True when the database cannot be reached at all, so that trying rows one by one is of no use. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Neo4jError && AWAY.has(error.code);
}

/**
 * Tells outages from defects: a database that is away, too slow or asks to try again becomes UNAVAILABLE; null for
 * everything else. Follows causes, since libraries wrap driver errors.
 */
export function asUnavailable(error: unknown): OperationRefused | null {
  for (
    let current: unknown = error, depth = 0;
    current instanceof Error && depth < 5;
    current = causeOf(current), depth++
  ) {
    if (current instanceof Overdue || (current instanceof Neo4jError && passes(current))) {
      return new OperationRefused(
        'UNAVAILABLE',
        'the database did not answer in time; nothing was written by halves',
        undefined,
        {
          cause: error,
        },
      );
    }
  }
  return null;
}

function passes(error: Neo4jError): boolean {
  return isUnreachable(error) || error.retryable || TOO_SLOW.test(error.code);
}

function causeOf(error: Error & { originalError?: unknown }): unknown {
  return error.cause ?? error.originalError;
}
