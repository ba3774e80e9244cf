import type { Database } from '../database/database.ts';
import { integer, vectorParameter } from '../database/values.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import type { Embedder } from '../embedding/port.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import { embedPatiently, type TextToEmbed, type WithVectors } from './embedPatiently.ts';

const PAGE = 256;
/** Memories, and texts with those of their passages, that are embedded and written together; a longer memory goes alone. */
const BATCH = { memories: 64, texts: 256 };

/** What filling a slot takes. */
export interface FillParts {
  readonly database: Database;
  readonly writer: GroupCommitWriter;
  readonly embedder: Embedder;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
  /** Ids of memories whose text the embedder refuses; added to. */
  readonly refused: Set<string>;
  /** Whether recall goes by the slot already. */
  readonly inUse: boolean;
}

interface PageRow extends Partial<TextToEmbed> {
  readonly id: string;
  readonly archived: boolean;
}

/**
 * Gives every memory, live or archived, its vectors in the database's slot, unless it has them: once through all, in the order
 * of their ids, a batch embedded while the one before it is written. A vector is taken only while the text stands.
 * @returns how many got theirs
 * @throws the reason of the signal, StartupError when the embedder fails for long; what is written by then stays
 */
export async function fillSlot(parts: FillParts): Promise<number> {
  const { database, embedder, refused, progress, signal } = parts;
  let embedded = 0;
  let written: Promise<number> = Promise.resolve(0);
  for (let after: string | null = ''; after !== null;) {
    const rows: PageRow[] = await database.read<PageRow>('reembed/page', {
      after,
      limit: integer(PAGE),
      model: embedder.model,
    });
    const waiting = rows.filter((row): row is PageRow & TextToEmbed => row.title != null && !refused.has(row.id));
    for (const batch of batchesOf(waiting)) {
      const made = await embedPatiently(embedder, batch, signal, (id, reason) => {
        refused.add(id);
        progress.note(`The embedder refuses the text of ${id}: ${reason}`);
      });
      embedded += await written;
      signal.throwIfAborted();
      written = write(made, parts);
      // Awaited with the next batch, or below; a failure meanwhile must not end the process.
      written.catch(() => {});
    }
    signal.throwIfAborted();
    progress.advance(rows.length);
    after = rows.at(-1)?.id ?? null;
  }
  return embedded + (await written);
}

function* batchesOf<Row extends TextToEmbed>(rows: readonly Row[]): Generator<Row[]> {
  let batch: Row[] = [];
  let size = 0;
  for (const row of rows) {
    // About 1,000 characters a passage at most; only the size of a batch hangs on it.
    const texts = 1 + Math.ceil(row.content.length / 700);
    if (batch.length > 0 && (batch.length === BATCH.memories || size + texts > BATCH.texts)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += texts;
  }
  if (batch.length > 0) yield batch;
}

async function write(
  made: readonly WithVectors<PageRow & TextToEmbed>[],
  { writer, embedder, inUse }: FillParts,
): Promise<number> {
  const outcomes = await Promise.all(
    made.map(({ row: { id, title, content, archived }, vector, passages }) =>
      writer.write({
        statement: 'memory/embed',
        row: {
          ...{ id, title, content, vector: vectorParameter(vector), model: embedder.model },
          // What recall does not go by yet leaves the status to those who serve it.
          status: inUse || archived ? 'READY' : null,
        },
        keys: [`memory:${id}`],
        passages: passages.length === 0 ? [] : [{ id, parts: passages }],
        events: () => [],
        recover: () => ({ outcome: 'OK' }),
      }),
    ),
  );
  return outcomes.filter(({ outcome }) => outcome === 'OK').length;
}
