import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { percentile, type Timed } from './sample.ts';

/** A number of clients in a thread of their own. */
export class Clients {
  readonly #worker: Worker;

  constructor(url: string, clients: number) {
    this.#worker = new Worker(new URL('clientThread.mjs', import.meta.url), { workerData: { url, clients } });
  }

  /** Sends operations, each client its next one when its last is answered. @throws Error when one is refused */
  async send(query: string, variables: readonly object[]): Promise<Timed> {
    const bodies = variables.map((values) => JSON.stringify({ query, variables: values }));
    const answered = once(this.#worker, 'message') as Promise<[{ took: number[]; seconds: number; error?: string }]>;
    this.#worker.postMessage(bodies);
    const [{ took, seconds, error }] = await answered;
    if (error !== undefined) throw new Error(error);
    return { p50: percentile(took, 0.5), p95: percentile(took, 0.95), perSecond: bodies.length / seconds };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
