import { asEmbeddingError, EmbeddingError } from './embeddingError.ts';
import type { EmbedOptions, EmbedPriority } from './port.ts';
import { normalised } from './vector.ts';
import { WaitingText } from './waitingText.ts';

/** What a provider gives to have its texts batched. */
export interface BatchQueueOptions {
  /** Length of the vectors. */
  readonly dimensions: number;
  /** Texts in a batch, at most. */
  readonly maxTexts: number;
  /** Texts in a batch times the weight of the heaviest, at most; a text above it goes alone. */
  readonly maxWeight: number;
  /** Cost of a text; texts of like weight share a batch, because a batch is padded to its longest text. */
  weigh(text: string): number;
  /** Batches under way at once. With more than one, the last place is kept free for questions. */
  readonly concurrency: number;
  /** Texts waiting, at most; beyond it calls are refused at once. */
  readonly capacity: number;
  /** Turns a batch into raw vectors, in order. `signal` fires when nobody wants any of them any more. */
  run(texts: readonly string[], signal: AbortSignal): Promise<readonly ArrayLike<unknown>[]>;
}

/** After so many batches of questions in a row, waiting memories get one. */
const QUESTION_TURNS = 4;
/** So many of the longest waiting texts are looked through for companions of like weight. */
const WINDOW = 256;

/**
 * Batches what waits: a batch starts at once when there is a free place, and what arrives meanwhile becomes the next.
 * No timer, so a lone text waits for nobody. Questions go first.
 */
export class BatchQueue {
  readonly #options: BatchQueueOptions;
  readonly #waiting: Readonly<Record<EmbedPriority, Set<WaitingText>>> = { question: new Set(), memory: new Set() };
  #running = 0;
  #memoriesRunning = 0;
  #questionTurns = 0;
  #closed = false;

  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /**
   * Vectors of the texts, in order, normalised.
   * @throws EmbeddingError, or the reason of the signal
   */
  async embed(
    texts: readonly string[],
    { priority = 'memory', signal }: EmbedOptions = {},
  ): Promise<readonly number[][]> {
    if (this.#closed) throw closed();
    signal?.throwIfAborted();
    const waiting = this.#waiting[priority];
    if (this.#waiting.question.size + this.#waiting.memory.size + texts.length > this.#options.capacity) {
      throw new EmbeddingError('overloaded', `more than ${this.#options.capacity} texts wait to be embedded`);
    }
    const mine = texts.map((text) => new WaitingText(text, this.#options.weigh(text)));
    for (const text of mine) waiting.add(text);
    const dropMine = (reason: unknown) => {
      for (const text of mine) {
        waiting.delete(text);
        text.drop(reason);
      }
    };
    const onAbort = () => dropMine(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#fill();
    try {
      return (await Promise.all(mine.map(({ vector }) => vector))) as number[][];
    } catch (error) {
      dropMine(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Refuses what waits and whatever comes later; batches under way run out. */
  close(): void {
    this.#closed = true;
    for (const waiting of Object.values(this.#waiting)) {
      for (const text of waiting) text.drop(closed());
      waiting.clear();
    }
  }

  #fill(): void {
    while (this.#running < this.#options.concurrency) {
      const priority = this.#nextTurn();
      if (priority === null) return;
      void this.#start(this.#take(this.#waiting[priority]), priority);
    }
  }

  #nextTurn(): EmbedPriority | null {
    const places = Math.max(1, this.#options.concurrency - 1);
    const memoriesMayRun = this.#waiting.memory.size > 0 && this.#memoriesRunning < places;
    if (this.#waiting.question.size > 0 && !(memoriesMayRun && this.#questionTurns >= QUESTION_TURNS)) {
      this.#questionTurns = memoriesMayRun ? this.#questionTurns + 1 : 0;
      return 'question';
    }
    if (!memoriesMayRun) return null;
    this.#questionTurns = 0;
    return 'memory';
  }

  /** The text that waits longest, with companions of like weight. */
  #take(waiting: Set<WaitingText>): WaitingText[] {
    const window: WaitingText[] = [];
    for (const text of waiting) {
      window.push(text);
      if (window.length === WINDOW) break;
    }
    const oldest = window[0]?.weight ?? 0;
    window.sort((a, b) => Math.abs(a.weight - oldest) - Math.abs(b.weight - oldest));
    const batch: WaitingText[] = [];
    let heaviest = 0;
    for (const text of window) {
      heaviest = Math.max(heaviest, text.weight);
      const tooHeavy = heaviest * (batch.length + 1) > this.#options.maxWeight;
      if (batch.length > 0 && (tooHeavy || batch.length === this.#options.maxTexts)) break;
      batch.push(text);
      waiting.delete(text);
    }
    return batch;
  }

  async #start(batch: readonly WaitingText[], priority: EmbedPriority): Promise<void> {
    const isMemory = priority === 'memory' ? 1 : 0;
    this.#running += 1;
    this.#memoriesRunning += isMemory;
    await this.#embedBatch(batch);
    this.#running -= 1;
    this.#memoriesRunning -= isMemory;
    this.#fill();
  }

  /** Settles every text of the batch; never throws. A batch with a refused text is halved until it stands alone. */
  async #embedBatch(batch: readonly WaitingText[]): Promise<void> {
    const wanted = batch.filter(({ dropped }) => !dropped);
    if (wanted.length === 0) return;
    const unwanted = new AbortController();
    for (const text of wanted) {
      text.onDrop = () => {
        if (wanted.every(({ dropped }) => dropped)) unwanted.abort();
      };
    }
    try {
      const vectors = await this.#options.run(
        wanted.map(({ text }) => text),
        unwanted.signal,
      );
      wanted.forEach((text, index) => this.#settle(text, vectors[index]));
    } catch (thrown) {
      const error = asEmbeddingError(thrown);
      if (error.failure === 'text' && wanted.length > 1) {
        const middle = wanted.length >> 1;
        await this.#embedBatch(wanted.slice(0, middle));
        await this.#embedBatch(wanted.slice(middle));
      } else {
        for (const text of wanted) text.reject(error);
      }
    }
  }

  #settle(text: WaitingText, vector: ArrayLike<unknown> | undefined): void {
    try {
      text.resolve(normalised(vector ?? [], this.#options.dimensions));
    } catch (error) {
      text.reject(error);
    }
  }
}

function closed(): EmbeddingError {
  return new EmbeddingError('closed', 'the embedder is closed');
}
