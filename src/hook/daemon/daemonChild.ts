import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { HookFailure } from '../failure.ts';
import { ANSWER_CAP } from '../message.ts';
import { OutputTail, STDERR_KEPT } from '../process/outputTail.ts';
import { endText, ProcessGroup } from '../process/processGroup.ts';
import { redactSecrets } from '../redactSecrets.ts';

const LINE_END = 0x0a; // no byte of another character, in UTF-8
/** A process whose pipe closes has mostly ended; its exit code, which says more, comes a moment later. */
const EXIT_CODE_WAIT_MS = 20;

/** One line that came back. */
export interface DaemonLine {
  readonly text: string;
  /** The end of its error output, secrets removed; undefined when it wrote nothing since its last answer. */
  readonly stderr: string | undefined;
}

/**
 * One kept process, one line each way, one request in flight. Whatever breaks that order (a pipe that closes, a line that
 * is too long or that nobody asked for) is its end: what it would say next could be taken for the answer to something else.
 */
export class DaemonChild {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #group: ProcessGroup;
  readonly #stderr = new OutputTail(STDERR_KEPT);
  readonly #ended: (failure: HookFailure) => void;
  #stderrIsNew = false;
  #line: Buffer[] = [];
  #lineBytes = 0;
  #waiting: { resolve(line: string): void; reject(failure: HookFailure): void } | undefined;
  #fault: HookFailure | undefined;
  #unusable = false;

  /** When it was started, on the clock of `performance`. */
  readonly startedAt = performance.now();
  /** Whether it has ever answered. */
  hasAnswered = false;
  /** Resolves when it is gone, with all it started. */
  readonly gone: Promise<void>;

  /**
   * @param termGraceMs between SIGTERM and SIGKILL
   * @param ended hears once why it can be used no more
   */
  constructor(
    child: ChildProcessWithoutNullStreams,
    termGraceMs: number | undefined,
    ended: (why: HookFailure) => void,
  ) {
    this.#child = child;
    this.#ended = ended;
    this.#group = new ProcessGroup(child, termGraceMs);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.push(chunk);
      this.#stderrIsNew = true;
    });
    child.stdout.once('end', () => this.#broken('closed its output'));
    child.stdin.on('error', () => this.#broken('closed its input'));
    child.once('exit', () => (this.#unusable = true));
    // Only then is all read that it wrote before it ended.
    this.gone = this.#group.ended.then((end) => this.#fail('error', endText(end), end.code ?? undefined));
  }

  /** Whether it may be asked. */
  get usable(): boolean {
    return !this.#unusable;
  }

  /**
   * Sends a line and waits for the one that answers it.
   * @throws HookFailure; the process is then being ended
   */
  async ask(line: string): Promise<DaemonLine> {
    const answer = new Promise<string>((resolve, reject) => (this.#waiting = { resolve, reject }));
    this.#child.stdin.write(`${line}\n`);
    const text = await answer;
    await this.#settled();
    if (this.#fault?.failureCause === 'decode') throw this.#fault;
    this.hasAnswered = true;
    return { text, stderr: this.#newStderr() };
  }

  /** Ends it: whoever waits hears why. */
  drop(why: HookFailure): void {
    this.#stop(why);
  }

  #read(chunk: Buffer): void {
    if (this.#fault) return;
    const end = chunk.indexOf(LINE_END);
    const part = end === -1 ? chunk : chunk.subarray(0, end);
    this.#lineBytes += part.length;
    this.#line.push(part);
    if (!this.#waiting) this.#fail('decode', 'wrote more than one line for one request, or without one');
    else if (this.#lineBytes > ANSWER_CAP) this.#fail('error', `wrote more than ${ANSWER_CAP} bytes`);
    else if (end !== -1) this.#answered(chunk.subarray(end + 1));
  }

  /** @param rest what came after the line */
  #answered(rest: Buffer): void {
    const line = Buffer.concat(this.#line).toString('utf8');
    this.#line = [];
    this.#lineBytes = 0;
    this.#waiting?.resolve(line);
    this.#waiting = undefined;
    if (rest.length > 0) this.#read(rest);
  }

  /** Two turns of the loop: what was written together with the answer has been read then. */
  async #settled(): Promise<void> {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }

  /** A pipe closed. */
  #broken(what: string): void {
    this.#unusable = true;
    const wait = setTimeout(() => this.#fail('error', what), EXIT_CODE_WAIT_MS);
    void this.#group.ended.then(() => clearTimeout(wait));
  }

  #fail(cause: 'error' | 'decode', what: string, exitCode?: number): void {
    this.#stop(new HookFailure(cause, what, { stderr: redactSecrets(this.#stderr.text()), exitCode }));
  }

  #stop(why: HookFailure): void {
    if (this.#fault) return;
    this.#fault = why;
    this.#unusable = true;
    this.#line = [];
    this.#group.terminate();
    this.#waiting?.reject(why);
    this.#waiting = undefined;
    this.#ended(why);
  }

  #newStderr(): string | undefined {
    if (!this.#stderrIsNew) return undefined;
    this.#stderrIsNew = false;
    return redactSecrets(this.#stderr.text());
  }
}
