import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { HookFailure } from '../failure.ts';
import { ANSWER_CAP } from '../message.ts';
import { OutputTail, STDERR_KEPT } from '../process/outputTail.ts';
import { endText, ProcessGroup, type ProcessEnd } from '../process/processGroup.ts';
import { redactSecrets } from '../redactSecrets.ts';

/** What a process that ended well wrote. */
export interface ChildOutput {
  readonly stdout: string;
  /** The end of its error output, secrets removed. */
  readonly stderr: string;
}

/** One process from its first byte of input to its end, with all it started. */
export class ChildRun {
  readonly #group: ProcessGroup;
  readonly #stdout: Buffer[] = [];
  readonly #stderr = new OutputTail(STDERR_KEPT);
  #stdoutBytes = 0;
  #failure: HookFailure | undefined;

  /** Settles when the process has ended and its pipes are closed. Rejects with a HookFailure unless it exited with 0. */
  readonly output: Promise<ChildOutput>;

  /** @param termGraceMs between SIGTERM and SIGKILL */
  constructor(child: ChildProcessWithoutNullStreams, input: string, termGraceMs?: number) {
    this.#group = new ProcessGroup(child, termGraceMs);
    child.stdout.on('data', (chunk: Buffer) => this.#collect(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    // EPIPE: a hook need not read its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    this.output = this.#group.ended.then((end) => this.#outcome(end));
  }

  /** Tells the process and all it started to end, and after a grace makes them end. */
  terminate(): void {
    this.#group.terminate();
  }

  #collect(chunk: Buffer): void {
    if (this.#failure) return;
    this.#stdoutBytes += chunk.length;
    if (this.#stdoutBytes <= ANSWER_CAP) {
      this.#stdout.push(chunk);
      return;
    }
    this.#stdout.length = 0;
    this.#failure = new HookFailure('error', `wrote more than ${ANSWER_CAP} bytes`, { stderr: this.#cleanStderr() });
    this.terminate();
  }

  /** @throws HookFailure */
  #outcome(end: ProcessEnd): ChildOutput {
    if (this.#failure) throw this.#failure;
    const stderr = this.#cleanStderr();
    if (end.code === 0) return { stdout: Buffer.concat(this.#stdout).toString('utf8'), stderr };
    throw new HookFailure('error', endText(end), { stderr, exitCode: end.code ?? undefined });
  }

  #cleanStderr(): string {
    return redactSecrets(this.#stderr.text());
  }
}
