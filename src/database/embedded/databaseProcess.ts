import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MarkedProcess, isRunning } from './processTable.ts';

/** How a database process ended; both null for one that this server did not start itself. */
export interface DatabaseExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running Neo4j: a child of this server, or one found running. */
export interface DatabaseProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process is gone, for whatever reason; never rejects. */
  readonly exited: Promise<DatabaseExit>;
}

/** Wraps a child just started in a process group of its own. */
export function ownProcess(child: ChildProcess & { readonly pid: number }, port: number): DatabaseProcess {
  const exited = new Promise<DatabaseExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { pid: child.pid, port, exited };
}

/** Wraps a database that another server started; looks four times a second whether it still runs. */
export function foundProcess(found: MarkedProcess): DatabaseProcess {
  const watch = async (): Promise<DatabaseExit> => {
    while (await isRunning(found)) await sleep(250, undefined, { ref: false });
    return { code: null, signal: null };
  };
  return { pid: found.pid, port: found.port, exited: watch() };
}

/**
 * Ends a database: asks for a clean shutdown, and kills its process group when that takes too long.
 * @param graceMs how long a clean shutdown may take
 * @returns true when it ended cleanly
 */
export async function stopProcess({ pid, exited }: DatabaseProcess, graceMs: number): Promise<boolean> {
  send(pid, 'SIGTERM');
  // A process that was suspended only hears SIGTERM once it runs again.
  send(pid, 'SIGCONT');
  const timer = new AbortController();
  const inTime = await Promise.race([
    exited.then(() => true),
    sleep(graceMs, false, { signal: timer.signal }).catch(() => false),
  ]);
  timer.abort();
  if (inTime) return true;
  send(-pid, 'SIGKILL');
  await exited;
  return false;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
