import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime } from '../database/values.ts';

const MOST_ROWS = 50;
/** Batches under way at once: a look-up is work for one core of the database. */
const MOST_BATCHES = 2;

/** A text whose neighbours are asked for, and who asks. */
export interface Neighbourhood {
  /** As `vectorParameter` made it. */
  readonly vector: unknown;
  readonly namespace: string;
  /** True for an admin: no audience is asked for. */
  readonly all: boolean;
  readonly audiences: readonly string[];
}

/** A memory near to a text. */
export interface Neighbour {
  readonly id: string;
  readonly title: string;
  readonly titleOwner: string;
  readonly content: string;
  /** Cosine. */
  readonly similarity: number;
}

interface Waiting {
  readonly row: Neighbourhood;
  resolve(neighbours: readonly Neighbour[]): void;
  reject(error: unknown): void;
}

/**
 * Looks neighbours up, many at once: the rows of a bulk store share a few statements. No timer, so a lone store waits for
 * nobody.
 */
export class NeighbourLookUp {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #least: number;
  #waiting: Waiting[] = [];
  #batches = 0;

  /** @param least cosine below which nothing is answered */
  constructor(database: Database, clock: () => Date, least: number) {
    this.#database = database;
    this.#clock = clock;
    this.#least = least;
  }

  /** Of the five memories nearest to a text those that are near enough, nearest first. */
  async of(row: Neighbourhood): Promise<readonly Neighbour[]> {
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (this.#batches < MOST_BATCHES) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#batches += 1;
    // One turn of the event loop, so that rows of one bulk call share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) await this.#answer(batch);
    this.#batches -= 1;
  }

  #take(): Waiting[] {
    return this.#waiting.splice(0, MOST_ROWS);
  }

  async #answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const found = await this.#database.read<{ index: number; neighbours: Neighbour[] }>('memory/neighbours', {
        now: toLocalDateTime(this.#clock()),
        least: this.#least,
        rows: batch.map(({ row }, index) => ({ ...row, index: integer(index) })),
      });
      const byIndex = new Map(found.map(({ index, neighbours }) => [index, neighbours]));
      batch.forEach(({ resolve }, index) => resolve(byIndex.get(index) ?? []));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
