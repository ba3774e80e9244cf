import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { integer, toLocalDateTime, vectorParameter } from '../database/values.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import { embedWithin } from '../embedding/deadline.ts';
import { embeddingText } from '../embedding/embedText.ts';
import type { Embedder } from '../embedding/port.ts';

const LOOK_MS = 2_000;
const ROWS = 64;
const DEADLINE_MS = 120_000;

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
  #stopped = false;

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
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#look()
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'embedding what waits failed, trying again'))
        .finally(() => this.start());
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Ends after the round that runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#round;
  }

  /** Embeds all that waits, now; for programs that end afterwards. */
  async finish(): Promise<void> {
    await this.#look();
  }

  async #look(): Promise<void> {
    const { database, writer, embedder, clock } = this.#parts;
    while (!this.#stopped) {
      const rows = await database.read<{ id: string; title: string; content: string }>('memory/await-embedding', {
        now: toLocalDateTime(clock()),
        limit: integer(ROWS),
      });
      const vectors = await embedWithin(
        embedder,
        rows.map(({ title, content }) => embeddingText(title, content)),
        { deadlineMs: DEADLINE_MS, priority: 'memory' },
      );
      const done = rows.flatMap((row, index) => (vectors[index] ? [{ row, embedding: vectors[index] }] : []));
      await Promise.all(
        done.map(({ row, embedding }) =>
          writer.write({
            statement: 'memory/embed',
            row: { ...row, vector: vectorParameter(embedding), embeddingModel: embedder.model },
            keys: [`memory:${row.id}`],
            events: () => [],
            recover: () => ({ outcome: 'OK' }),
          }),
        ),
      );
      // Nothing waits, or the embedder is down: look again later.
      if (rows.length < ROWS || done.length === 0) return;
    }
  }
}
