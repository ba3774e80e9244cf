import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { EmbeddingError } from '../embeddingError.ts';
import { BusyFlag } from './busyFlag.ts';
import type { FromInferenceThread, InferenceThreadData, ToInferenceThread } from './protocol.ts';

/** The thread's program: the compiled one beside this file, or its loader when this file runs from source. */
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './inferenceWorker.source.mjs' : './inferenceWorker.js',
  import.meta.url,
);
/** A thread that died starts again at once; when it dies again without a success, after this, doubled each time. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** A batch under way is waited for before the thread or the process ends; it takes a fraction of a second. */
const LONGEST_BATCH_MS = 5_000;

interface Pending {
  resolve(values: Float32Array): void;
  reject(error: EmbeddingError): void;
  /** Told when the thread has answered or died, whoever still waits for it. */
  idle(): void;
}

/** What a thread is started with, but for what this file adds. */
export type InferenceModel = Omit<InferenceThreadData, 'busy'>;

/**
 * The thread that runs the model, one batch at a time. When it dies, the batch under way is refused and a new thread
 * starts; the process lives on. It keeps the process alive only while a batch is under way.
 */
export class InferenceThread {
  readonly #model: InferenceModel;
  readonly #logger: Logger;
  readonly #program: URL;
  #worker: Promise<Worker>;
  #pending: Pending | undefined;
  #idle: Promise<void> = Promise.resolve();
  #busy = new BusyFlag();
  readonly #awaitIdle = () => this.#busy.wait(LONGEST_BATCH_MS);
  #deaths = 0;
  #closed = false;
  #dimensions = 0;

  private constructor(model: InferenceModel, logger: Logger, program: URL) {
    this.#model = model;
    this.#logger = logger;
    this.#program = program;
    this.#worker = this.#spawn();
    process.on('exit', this.#awaitIdle);
  }

  /**
   * Starts the thread and waits until the model is loaded and warm.
   * @param program another program that speaks the protocol, for tests
   * @throws Error when the thread ends before it is ready
   */
  static async start(model: InferenceModel, logger: Logger, program = PROGRAM): Promise<InferenceThread> {
    const thread = new InferenceThread(model, logger, program);
    try {
      await thread.#worker;
      return thread;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  /** Length of the vectors. */
  get dimensions(): number {
    return this.#dimensions;
  }

  /**
   * Raw vectors of a batch, one after the other. Call it again only when the last call has settled.
   * @throws EmbeddingError `text` when the model refuses the batch, `provider` when the thread dies or is down
   */
  async run(texts: readonly string[]): Promise<Float32Array> {
    const worker = await this.#worker;
    if (this.#closed) throw closed();
    worker.ref();
    try {
      return await new Promise<Float32Array>((resolve, reject) => {
        this.#idle = new Promise((idle) => {
          this.#pending = { resolve, reject, idle };
        });
        this.#busy.raise();
        worker.postMessage({ texts } satisfies ToInferenceThread);
      });
    } finally {
      worker.unref();
    }
  }

  /** Refuses the batch under way at once and ends the thread as soon as it has run out. Safe to call twice. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#pending?.reject(closed());
    const worker = await this.#worker.catch(() => undefined);
    const patience = new AbortController();
    await Promise.race([this.#idle, sleep(LONGEST_BATCH_MS, undefined, patience)]);
    patience.abort();
    await worker?.terminate();
    process.off('exit', this.#awaitIdle);
  }

  #spawn(): Promise<Worker> {
    // Loading the model is native code too.
    const busy = new BusyFlag();
    busy.raise();
    this.#busy = busy;
    const workerData: InferenceThreadData = { ...this.#model, busy: busy.memory };
    const worker = new Worker(this.#program, { workerData, name: 'inference' });
    const ready = new Promise<Worker>((resolve, reject) => {
      let reason = 'it ended by itself';
      worker.on('message', (message: FromInferenceThread) => {
        if (message.kind === 'ready') {
          this.#dimensions = message.dimensions;
          worker.unref();
          resolve(worker);
        } else this.#hear(message);
      });
      worker.on('error', (error) => (reason = error.message));
      worker.on('exit', () => {
        busy.lower();
        const error = new EmbeddingError('provider', `the inference thread died: ${reason}`);
        reject(error);
        this.#died(error);
      });
    });
    // Nobody may be waiting when a thread that was started again dies.
    ready.catch(() => undefined);
    return ready;
  }

  #hear(message: Exclude<FromInferenceThread, { kind: 'ready' }>): void {
    this.#pending?.idle();
    if (message.kind === 'refused') {
      this.#pending?.reject(new EmbeddingError('text', message.message));
      return;
    }
    this.#deaths = 0;
    this.#pending?.resolve(message.values);
  }

  #died(error: EmbeddingError): void {
    this.#pending?.idle();
    this.#pending?.reject(error);
    // A thread that never became ready is the caller of start's to deal with.
    if (this.#closed || this.#dimensions === 0) return;
    this.#deaths += 1;
    if (this.#deaths === 1) {
      this.#logger.error({ reason: error.message }, 'the inference thread died and is started again');
      this.#worker = this.#spawn();
      return;
    }
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#deaths - 2));
    this.#logger.error(
      { reason: error.message, pause },
      'the inference thread died again and is started after a pause',
    );
    this.#worker = Promise.reject(error);
    this.#worker.catch(() => undefined);
    setTimeout(() => {
      if (!this.#closed) this.#worker = this.#spawn();
    }, pause).unref();
  }
}

function closed(): EmbeddingError {
  return new EmbeddingError('closed', 'the embedder is closed');
}
