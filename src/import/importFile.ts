import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONSTRAINT_VIOLATED } from '../database/constraint.ts';
import { asUnavailable } from '../database/unavailable.ts';
import type { GroupCommitWriter, Outcome } from '../database/writer.ts';
import { OperationRefused } from '../errors.ts';
import type { StepProgress } from '../runtime/stepProgress.ts';
import type { ImportFormat } from './formats/format.ts';
import type { Found, ImportRow, Pass, Placement } from './row.ts';
import { Tally, type ImportSummary } from './tally.ts';
import type { ImportSettings } from './writeMemory.ts';
import { writeOf } from './writeOf.ts';

const CHUNK = 500;
const TRIES = 6;
const PAUSE_MS = 1_000;
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
  const outcomes = await Promise.all(rows.map((row) => writeRow(row, writer, settings)));
  rows.forEach((row, index) => tally.outcome(row, outcomes[index]!));
}

/** Writes one row, again when the database was too busy for it: what an earlier try left is recognised by its id. */
async function writeRow(row: ImportRow, writer: GroupCommitWriter, settings: ImportSettings): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await writer.write(writeOf(row, settings));
      // A server was faster to this title, or this link: the second look finds it.
      if (outcome.outcome !== CONSTRAINT_VIOLATED || attempt === TRIES) return outcome;
    } catch (error) {
      const refused = error instanceof OperationRefused ? error : asUnavailable(error);
      if (refused?.code !== 'UNAVAILABLE' || attempt === TRIES) throw refused ?? error;
      await sleep(attempt * PAUSE_MS * (1 + Math.random()));
    }
  }
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
