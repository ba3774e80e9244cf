import { ExecExecutor } from './exec/execExecutor.ts';
import type { Executors } from './executor.ts';

/** All modes that hooks can be run in. Nothing is started before the first hook is. */
export function makeExecutors(environment: Readonly<Record<string, string | undefined>>): Executors {
  return new Map([['exec', new ExecExecutor({ environment })]] as const);
}
