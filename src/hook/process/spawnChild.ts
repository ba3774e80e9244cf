import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams, type SpawnOptions } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, in milliseconds, before each new try when the system is short of something (spec memory-system §2.4). */
const RETRY_WAITS_MS = [10, 50, 200, 1000] as const;

/** Errors that pass by themselves: too many processes or files, no memory, the script being written just now. */
const TRANSIENT: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

/** What to start. */
export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Starts a child in a process group of its own, with three pipes and nothing else of the server. Tries again while the
 * system is short of processes, files or memory.
 * @throws the system's error (`ENOENT`, `EACCES`, …), or the reason of `signal`
 */
export async function spawnChild(child: ChildCommand, signal: AbortSignal): Promise<ChildProcessWithoutNullStreams> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await spawnOnce(child);
    } catch (error) {
      const wait = RETRY_WAITS_MS[tries];
      if (wait === undefined || !TRANSIENT.has((error as NodeJS.ErrnoException).code)) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}

function spawnOnce({
  command,
  args,
  workingDirectory,
  environment,
}: ChildCommand): Promise<ChildProcessWithoutNullStreams> {
  const options: SpawnOptions = {
    cwd: workingDirectory,
    env: environment,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  };
  return new Promise((resolve, reject) => {
    // Some errors are thrown here, others come as an event.
    const process: ChildProcess = spawn(command, args, options);
    process.once('error', reject);
    process.once('spawn', () => {
      process.off('error', reject);
      // A signal that cannot be delivered is of no interest.
      process.on('error', () => {});
      resolve(process as ChildProcessWithoutNullStreams);
    });
  });
}
