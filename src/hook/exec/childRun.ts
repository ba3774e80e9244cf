import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { HookFailure } from '../failure.ts';
import { redactSecrets } from '../redactSecrets.ts';
import { OutputTail } from './outputTail.ts';

/** Most bytes a hook may write to its standard output. */
const STDOUT_CAP = 1_048_576;
/** Bytes kept of the end of its error output. */
const STDERR_KEPT = 4096;
/** Time between SIGTERM and SIGKILL (spec memory-system §2.4). */
const TERM_GRACE_MS = 200;
/** How long pipes may stay open after the process ended; only what fled the group holds them longer. */
const PIPE_GRACE_MS = 100;

/** What a process that ended well wrote. */
export interface ChildOutput {
  readonly stdout: string;
  /** The end of its error output, secrets removed. */
  readonly stderr: string;
}

/**
 * One process from its first byte of input to its end, with all it started: the whole group is killed when it is told to
 * end, and again once its leader is gone, so that nothing is left running.
 */
export class ChildRun {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #stdout: Buffer[] = [];
  readonly #stderr = new OutputTail(STDERR_KEPT);
  #stdoutBytes = 0;
  #failure: HookFailure | undefined;
  #killTimer: NodeJS.Timeout | undefined;
  #leaderGone = false;

  /** Settles when the process has ended and its pipes are closed. Rejects with a HookFailure unless it exited with 0. */
  readonly output: Promise<ChildOutput>;

  constructor(child: ChildProcessWithoutNullStreams, input: string) {
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => this.#collect(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    child.once('exit', () => this.#sweep());
    // EPIPE: a hook need not read its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    this.output = new Promise((resolve, reject) => {
      child.once('close', (code, signal) => {
        const failure = this.#failure ?? this.#badEnd(code, signal);
        if (failure) reject(failure);
        else resolve({ stdout: Buffer.concat(this.#stdout).toString('utf8'), stderr: this.#cleanStderr() });
      });
    });
  }

  /** Tells the group to end, and after a grace makes it end. */
  terminate(): void {
    if (this.#leaderGone || this.#killTimer) return;
    this.#signalGroup('SIGTERM');
    this.#killTimer = setTimeout(() => this.#signalGroup('SIGKILL'), TERM_GRACE_MS);
  }

  #collect(chunk: Buffer): void {
    if (this.#failure) return;
    this.#stdoutBytes += chunk.length;
    if (this.#stdoutBytes <= STDOUT_CAP) {
      this.#stdout.push(chunk);
      return;
    }
    this.#stdout.length = 0;
    this.#failure = new HookFailure('error', `wrote more than ${STDOUT_CAP} bytes`, { stderr: this.#cleanStderr() });
    this.terminate();
  }

  /** After the leader: kills what it left behind, which also closes the pipes. */
  #sweep(): void {
    clearTimeout(this.#killTimer);
    this.#signalGroup('SIGKILL');
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

  #signalGroup(signal: NodeJS.Signals): void {
    try {
      // The leader's id is the group's, since it was started detached.
      if (this.#child.pid !== undefined && !this.#leaderGone) process.kill(-this.#child.pid, signal);
    } catch {
      // ESRCH: the group is empty already.
    }
  }

  #badEnd(code: number | null, signal: NodeJS.Signals | null): HookFailure | undefined {
    if (code === 0) return undefined;
    return new HookFailure('error', code === null ? `ended by ${signal}` : `exit code ${code}`, {
      stderr: this.#cleanStderr(),
    });
  }

  #cleanStderr(): string {
    return redactSecrets(this.#stderr.text());
  }
}
