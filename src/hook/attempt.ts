import { decodeDecision, type Decision } from './decision.ts';
import type { HookDefinition } from './definition.ts';
import type { Executor, HookRequest } from './executor.ts';
import { HookFailure } from './failure.ts';

/** What one firing of one hook came to. */
export type Attempt =
  | { readonly decision: Decision; readonly value: unknown; readonly stderr: string | undefined }
  | { readonly failure: HookFailure };

/**
 * Fires one hook and waits for its decision no longer than its budget, whatever the executor does.
 * @param budgetMs above 0
 * @param cancelled stops everything: the caller has gone
 * @throws the reason of `cancelled`
 */
export async function attempt(
  hook: HookDefinition,
  request: HookRequest,
  executor: Pick<Executor, 'run'>,
  budgetMs: number,
  cancelled: AbortSignal | undefined,
): Promise<Attempt> {
  cancelled?.throwIfAborted();
  const controller = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const timer = setTimeout(
    () => controller.abort(new HookFailure('timeout', `no answer within ${Math.round(budgetMs)} ms`)),
    budgetMs,
  );
  const cancel = () => controller.abort(cancelled?.reason);
  cancelled?.addEventListener('abort', cancel, { once: true });
  try {
    const { value, stderr } = await Promise.race([executor.run(hook, request, controller.signal), interrupted]);
    return { decision: decodeDecision(request.event, value), value, stderr };
  } catch (error) {
    if (cancelled?.aborted) throw cancelled.reason;
    return {
      failure: error instanceof HookFailure ? error : new HookFailure('error', String(error), { cause: error }),
    };
  } finally {
    clearTimeout(timer);
    cancelled?.removeEventListener('abort', cancel);
  }
}
