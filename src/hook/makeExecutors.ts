import type { Logger } from 'pino';
import { DaemonExecutor } from './daemon/daemonExecutor.ts';
import type { HookMode } from './definition.ts';
import { ExecExecutor } from './exec/execExecutor.ts';
import type { Executor, Executors } from './executor.ts';
import { FunctionExecutor } from './function/functionExecutor.ts';
import type { FunctionHook } from './function/functionHook.ts';
import { HttpExecutor } from './http/httpExecutor.ts';
import type { HookMetrics } from './metrics.ts';
import type { Environment } from './process/environment.ts';

/** What executors take from their surroundings. */
export interface ExecutorSurroundings {
  /** The server's environment; processes see very little of it. */
  readonly environment: Environment;
  /** Signs for http hooks that name no variable of their own. */
  readonly secret?: string | undefined;
  /** Hooks of the program that starts the server. */
  readonly functions?: readonly FunctionHook[] | undefined;
  readonly log: Logger;
  readonly metrics?: HookMetrics | undefined;
}

/** All modes this server can run. */
export function makeExecutors(surroundings: ExecutorSurroundings): Executors {
  const { environment, secret, functions = [], log, metrics } = surroundings;
  return new Map<HookMode, Executor>([
    ['exec', new ExecExecutor({ environment })],
    [
      'daemon',
      new DaemonExecutor({
        environment,
        restarted: ({ id, event }) => metrics?.restarts.inc({ hook: id, event }),
        ended: ({ id, event }, { message, stderr }) =>
          log.info({ hook: id, event, stderr }, `the process of a hook ended: ${message}`),
      }),
    ],
    ['http', new HttpExecutor({ environment, secret })],
    ['function', new FunctionExecutor(functions)],
  ]);
}
