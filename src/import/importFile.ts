import { stat } from 'node:fs/promises';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import type { GroupCommitWriter } from '../database/writer.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import type { ImportFormat } from './formats/format.ts';
import type { Found, ImportRow, Pass, Placement } from './row.ts';
import { Tally, type ImportSummary } from './tally.ts';
import type { ImportSettings } from './writeMemory.ts';
import { writeOf } from './writeOf.ts';

const CHUNK = 500;
const STEPS: Readonly<Record<Pass, string>> = { things: 'memories', ties: 'links' };

/** What an import needs. */
export interface ImportParts {
  readonly writer: GroupCommitWriter;
  readonly format: ImportFormat;
  readonly file: string;
  readonly place: Placement;
  readonly settings: ImportSettings;
  readonly progress: StepProgress;
  /** Ends the import behind the chunk that is under way. */
  readonly signal: AbortSignal;
}

/**
 * Takes a file over, a chunk of rows at a time: one is read while the one before it is written. Rows are recognised by
 * their ids, so an import that was stopped goes on when it is run again.
 * @throws NotThisFormat for a broken file; the reason of the signal; what the database threw, when it is away
 */
export async function importFile(parts: ImportParts): Promise<ImportSummary> {
  const { format, file, place, progress } = parts;
  const tally = new Tally((line) => progress.note(line));
  const { size } = await stat(file);
  for (const pass of ['things', 'ties'] as const) {
    progress.begin(STEPS[pass]);
    let written: Promise<unknown> = Promise.resolve();
    for await (const { rows, bytes, count } of chunksOf(format.rows(file, pass, place), tally)) {
      await written;
      parts.signal.throwIfAborted();
      written = writeChunk(rows, parts, tally);
      // Awaited with the next chunk, or below; a failure meanwhile must not end the process.
      written.catch(() => {});
      progress.advance(count, size === 0 ? 1 : bytes / size);
    }
    await written;
    progress.end();
  }
  return tally.summary;
}

async function writeChunk(rows: readonly ImportRow[], { writer, settings }: ImportParts, tally: Tally): Promise<void> {
  const outcomes = await Promise.all(
    rows.map(async (row) => {
      const outcome = await writer.write(writeOf(row, settings));
      // A server was faster to this title, or this link: the second look finds it.
      return outcome.outcome === CONSTRAINT_VIOLATED ? await writer.write(writeOf(row, settings)) : outcome;
    }),
  );
  rows.forEach((row, index) => tally.outcome(row, outcomes[index]!));
}

interface Chunk {
  readonly rows: readonly ImportRow[];
  readonly bytes: number;
  readonly count: number;
}

async function* chunksOf(found: AsyncGenerator<Found>, tally: Tally): AsyncGenerator<Chunk> {
  let rows: ImportRow[] = [];
  let count = 0;
  let reached = 0;
  for await (const { row, bytes } of found) {
    reached = Math.max(reached, bytes);
    count += 1;
    if (row.kind === 'problem') tally.problem(row);
    else rows.push(row);
    if (rows.length < CHUNK) continue;
    yield { rows, bytes: reached, count };
    rows = [];
    count = 0;
  }
  if (count > 0) yield { rows, bytes: reached, count };
}
