import { OperationRefused } from '../errors.ts';
import type { OperationContext } from '../pipeline/operation.ts';

/**
 * Holds the caps on reflections of the namespaces that something goes to, whichever operation brings it there.
 * @throws OperationRefused REFLECTION_DEPTH_EXCEEDED where one is deeper than the policy lets it be
 */
export function refuseTooDeep({ judged }: OperationContext): void {
  for (const { request, policy } of judged?.decisions ?? []) {
    const { depth = 0, namespace } = request;
    const cap = policy.maxReflectionDepth.value;
    if (depth <= cap) continue;
    throw new OperationRefused(
      'REFLECTION_DEPTH_EXCEEDED',
      `depth ${depth} is beyond the cap of ${cap} in ${namespace}`,
      {
        attemptedDepth: depth,
        cap,
        namespace,
      },
    );
  }
}
