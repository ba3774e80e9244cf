import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime, vectorParameter } from '../database/values.ts';
import type { PassageRow } from '../database/write.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { embeddingText } from '../embedding/embedText.ts';
import type { Embedder } from '../embedding/port.ts';
import { embedPassages } from './embedPassages.ts';
import { passagesOf } from './passages.ts';

const LOOK_MS = 2_000;
const ROWS = 64;
const DEADLINE_MS = 120_000;
const PASSAGES_DEADLINE_MS = 600_000;

/** A memory that waits for its vectors. */
interface Waiting {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

/**
 * Embeds what was stored while the embedder was slow or down. Any number of servers may do so at once: a vector is only
 * taken while its memory waits for one and its text still stands.
 */
export class EmbeddingBackfill {
  readonly #parts: {
    database: Database;
    writer: GroupCommitWriter;
    embedder: Embedder;
    log: Logger;
    clock: () => Date;
  };
  #timer: NodeJS.Timeout | null = null;
  #round: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(parts: {
    database: Database;
    writer: GroupCommitWriter;
    embedder: Embedder;
    log: Logger;
    clock: () => Date;
  }) {
    this.#parts = parts;
  }

  /** Begins to look for memories that wait, every two seconds. */
  start(): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#look()
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'embedding what waits failed, trying again'))
        .finally(() => this.start());
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Ends after the write that runs; what is not embedded yet is found again by the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Embeds all that waits, now; for programs that end afterwards. */
  async finish(): Promise<void> {
    await this.#look();
  }

  async #look(): Promise<void> {
    const { database, embedder, clock } = this.#parts;
    while (!this.#stop.signal.aborted && database.retiredFor === null) {
      const rows = await database.read<Waiting>('memory/await-embedding', {
        now: toLocalDateTime(clock()),
        limit: integer(ROWS),
      });
      const vectors = await embedWithin(
        embedder,
        rows.map(({ title, content }) => embeddingText(title, content)),
        { deadlineMs: DEADLINE_MS, priority: 'memory', signal: this.#stop.signal },
      );
      const done = rows.flatMap((row, index) =>
        vectors[index] ? [{ row, vector: vectors[index], parts: passagesOf(row.title, row.content) }] : [],
      );
      const short = done.filter(({ parts }) => parts.length === 0);
      const long = done.filter(({ parts }) => parts.length > 0);
      await Promise.all(short.map(({ row, vector }) => this.#write(row, vector, [])));
      let whole = short.length;
      // Written one by one: each has up to hundreds of passages, and what is done stays done.
      for (const { row, vector, parts } of long) {
        const until = performance.now() + PASSAGES_DEADLINE_MS;
        const passages = await embedPassages(embedder, parts, { until, signal: this.#stop.signal });
        if (!passages) break;
        await this.#write(row, vector, passages);
        whole += 1;
      }
      // Nothing waits, or the embedder is down: look again later.
      if (rows.length < ROWS || whole === 0) return;
    }
  }

  async #write(row: Waiting, vector: readonly number[], parts: readonly PassageRow[]): Promise<void> {
    const { database, writer, embedder } = this.#parts;
    if (database.retiredFor !== null) return;
    await writer.write({
      statement: 'memory/embed',
      row: { ...row, vector: vectorParameter(vector), model: embedder.model, status: 'READY' },
      keys: [`memory:${row.id}`],
      passages: parts.length === 0 ? [] : [{ id: row.id, parts }],
      events: () => [],
      recover: () => ({ outcome: 'OK' }),
    });
  }
}
