import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { HookDefinition } from '../definition.ts';
import { HookFailure } from '../failure.ts';
import { hookEnvironment, type Environment } from './environment.ts';
import { spawnChild } from './spawnChild.ts';

/** What a shell answers for a command that cannot be run (spec decisions-hooks-passes §B2.4). */
const NOT_STARTED = 127;

/**
 * Starts the process of a hook: its folder, its clean environment, three pipes.
 * @throws HookFailure with the system's error in its message; or the reason of `signal`
 */
export async function startHook(
  hook: HookDefinition,
  server: Environment,
  signal: AbortSignal,
): Promise<ChildProcessWithoutNullStreams> {
  const { command, args, workingDirectory } = hook;
  try {
    return await spawnChild({ command, args, workingDirectory, environment: hookEnvironment(server, hook) }, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new HookFailure('error', `cannot be started: ${(error as Error).message}`, {
      cause: error,
      exitCode: NOT_STARTED,
    });
  }
}
