import type { Logger } from 'pino';
import { functionDefinitions, type FunctionHook } from './function/functionHook.ts';
import type { HookSurroundings } from './hookRunner.ts';
import { layerSources, type LayerSettings } from './layer/layerSources.ts';
import { isFiring, LiveHooks } from './liveHooks.ts';
import { makeExecutors } from './makeExecutors.ts';
import type { HookMetrics } from './metrics.ts';
import type { Environment } from './process/environment.ts';

/** What the hooks of a server take from its start. */
export interface OpenHooksOptions {
  readonly config: LayerSettings & { readonly MNEMOGRAPH_HOOK_SECRET?: string | undefined };
  /** The process environment, of which hooks see very little. */
  readonly environment: Environment;
  /** Hooks of the program that starts the server. */
  readonly hooks?: readonly FunctionHook[] | undefined;
  readonly log: Logger;
}

/**
 * Loads the hooks of all layers, and those of the program that starts the server.
 * @throws HooksFileError or HookUnusable when one cannot be used
 */
export async function openHooks(
  { config, environment, hooks: functions = [], log }: OpenHooksOptions,
  metrics: HookMetrics,
  ran: HookSurroundings['ran'],
): Promise<LiveHooks> {
  const secret = config.MNEMOGRAPH_HOOK_SECRET;
  return await LiveHooks.load({
    sources: layerSources(config),
    executors: makeExecutors({ environment, secret, functions, log, metrics }),
    programHooks: (defined) => functionDefinitions(functions, defined.filter(isFiring)),
    searchPath: environment['PATH'] ?? '',
    ...{ log, metrics, ran },
  });
}
