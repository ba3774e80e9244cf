import { Neo4jError } from 'neo4j-driver';
import { OperationRefused } from '../errors.ts';

const UNREACHABLE = new Set(['ServiceUnavailable', 'SessionExpired', 'Neo.ClientError.Security.Unauthorized']);
const TIMED_OUT = /^Neo\.ClientError\.Transaction\.(TransactionTimedOut|LockAcquisitionTimeout|TransactionTerminated)/;

/**
 * Tells outages from defects: a database that is away, too slow or asks to try again becomes UNAVAILABLE; null for
 * everything else. Follows causes, since libraries wrap driver errors.
 */
export function asUnavailable(error: unknown): OperationRefused | null {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; current = nextOf(current), depth++) {
    if (current instanceof OperationRefused) return current.code === 'UNAVAILABLE' ? current : null;
    if (!(current instanceof Neo4jError)) continue;
    if (UNREACHABLE.has(current.code) || current.retriable || TIMED_OUT.test(current.code)) {
      return new OperationRefused('UNAVAILABLE', 'the database did not answer in time; nothing was written by halves', undefined, {
        cause: error,
      });
    }
  }
  return null;
}

function nextOf(error: Error & { originalError?: unknown }): unknown {
  return error.cause ?? error.originalError;
}
