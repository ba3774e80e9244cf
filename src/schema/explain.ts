import { OperationRefused } from '../errors.ts';
import { asUnavailable } from '../database/unavailable.ts';
import type { GraphContext } from './context.ts';

/** A failed row of a bulk call says what its own request would have said. */
export function explain(context: GraphContext): (error: unknown) => OperationRefused {
  return (error) => {
    if (error instanceof OperationRefused) return error;
    const refusal = asUnavailable(error);
    if (refusal) return refusal;
    context.operation.services.log.error({ err: error }, 'a row of a bulk call failed');
    return new OperationRefused('INTERNAL_SERVER_ERROR', 'unexpected error');
  };
}
