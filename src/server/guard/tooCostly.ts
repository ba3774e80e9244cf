import { OperationRefused } from '../../errors.ts';
import { LIMITS } from './limits.ts';

/** The refusal of an operation that is over the limit of that name. */
export function tooCostly(limit: keyof typeof LIMITS, actual: number): OperationRefused {
  const bound = LIMITS[limit];
  const counted = Math.min(Math.ceil(actual), Number.MAX_SAFE_INTEGER);
  return new OperationRefused('OPERATION_TOO_COSTLY', `${limit}: at most ${bound}, got ${counted}`, {
    limit,
    bound,
    actual: counted,
  });
}

/**
 * Holds a measure to its limit.
 * @throws OperationRefused OPERATION_TOO_COSTLY when `actual` is over the limit
 */
export function requireWithin(limit: keyof typeof LIMITS, actual: number): void {
  if (actual > LIMITS[limit]) throw tooCostly(limit, actual);
}
