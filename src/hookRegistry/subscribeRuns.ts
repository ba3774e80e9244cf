import { Doorbell } from '../event/doorbell.ts';
import { PulledIterator } from '../event/pulledIterator.ts';
import { checkedNamespace } from '../event/visible.ts';
import type { HookRun } from '../hook/hookRun.ts';
import { isWithin } from '../namespace/path.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { refuseOnlookers } from './access.ts';
import { freshRunView, type RunView } from './runView.ts';

/** Runs that may wait for a subscriber; the oldest go when it is too slow: the list has them all. */
const MOST_WAITING = 1_000;

/** Which runs a subscriber wants to hear of. */
export interface RunRequest {
  readonly hookId?: string | null | undefined;
  readonly event?: string | null | undefined;
  readonly namespace?: string | null | undefined;
}

/**
 * Runs of hooks as this server makes them. Nothing is replayed.
 * @throws OperationRefused FORBIDDEN for all but admins and approvers; BAD_USER_INPUT for a malformed namespace
 */
export function subscribeRuns(context: OperationContext, request: RunRequest): AsyncIterableIterator<RunView> {
  refuseOnlookers(context);
  const namespace = checkedNamespace(request.namespace);
  const { journal } = context.services;
  const bell = new Doorbell();
  const waiting: HookRun[] = [];
  let ended = false;
  const listen = (run: HookRun): void => {
    if (request.hookId != null && run.hook.id !== request.hookId) return;
    if (request.event != null && run.event !== request.event) return;
    if (namespace !== null && (run.namespace === null || !isWithin(run.namespace, namespace))) return;
    waiting.push(run);
    if (waiting.length > MOST_WAITING) waiting.shift();
    bell.ring();
  };
  return new PulledIterator({
    async pull() {
      journal.join(listen);
      while (!ended) {
        const run = waiting.shift();
        if (run) return freshRunView(run);
        await bell.wait();
      }
      return null;
    },
    release() {
      ended = true;
      journal.leave(listen);
      bell.ring();
    },
  });
}
