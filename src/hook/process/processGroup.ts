import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** Time between SIGTERM and SIGKILL, unless the hook says otherwise (spec memory-system §2.4). */
const TERM_GRACE_MS = 200;
/** How long pipes may stay open after the process ended; only what fled the group holds them longer. */
const PIPE_GRACE_MS = 100;

/** How a process ended: an exit code, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A started process with all it starts: the whole group is killed when it is told to end, and again once its leader is
 * gone, so that nothing is left running and nothing holds its pipes open.
 */
export class ProcessGroup {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #graceMs: number;
  #killTimer: NodeJS.Timeout | undefined;
  #leaderGone = false;

  /** Resolves when the process has ended and its pipes are closed: nothing of its output is still to come. */
  readonly ended: Promise<ProcessEnd>;

  /**
   * @param child started detached: its id is the group's
   * @param graceMs between SIGTERM and SIGKILL
   */
  constructor(child: ChildProcessWithoutNullStreams, graceMs: number = TERM_GRACE_MS) {
    this.#child = child;
    this.#graceMs = graceMs;
    child.once('exit', () => this.#sweep());
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  /** Whether the process itself has ended; what it had written may still be to come. */
  get leaderGone(): boolean {
    return this.#leaderGone;
  }

  /** Tells the group to end, and after a grace makes it end. */
  terminate(): void {
    if (this.#leaderGone || this.#killTimer) return;
    this.#signal('SIGTERM');
    this.#killTimer = setTimeout(() => this.#signal('SIGKILL'), this.#graceMs);
  }

  /** After the leader: kills what it left behind, which also closes the pipes. */
  #sweep(): void {
    clearTimeout(this.#killTimer);
    this.#signal('SIGKILL');
    this.#leaderGone = true;
    // One more turn of the loop reads what the leader had written, however late this timer comes.
    const pipes = setTimeout(() => setImmediate(() => this.#closePipes()), PIPE_GRACE_MS);
    this.#child.once('close', () => clearTimeout(pipes));
  }

  #closePipes(): void {
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      if (this.#child.pid !== undefined && !this.#leaderGone) process.kill(-this.#child.pid, signal);
    } catch {
      // ESRCH: the group is empty already.
    }
  }
}

/** What a process's end is in words. */
export function endText({ code, signal }: ProcessEnd): string {
  return code === null ? `ended by ${signal}` : `exit code ${code}`;
}
