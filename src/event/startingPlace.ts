import type { Database } from '../database/database.ts';
import { cursorAhead, cursorTooOld, decodeCursor } from './cursor.ts';
import { readBounds, readBoundsAtLeader, type OutboxBounds } from './readOutbox.ts';

/** Where a subscription begins. */
export interface StartingPlace {
  /** Place of the last event that is not sent. */
  readonly position: number;
  /** True when there may be older events to send first. */
  readonly replay: boolean;
}

/**
 * Checks a cursor against what the outbox holds; without one, now is the place to begin.
 * @throws OperationRefused BAD_USER_INPUT for a cursor that is malformed or ahead of all events, CURSOR_TOO_OLD when
 *   events after it are gone
 */
export async function startingPlace(database: Database, after: string | null | undefined): Promise<StartingPlace> {
  if (after === null || after === undefined) return { position: (await readBounds(database)).newest, replay: false };
  const position = decodeCursor(after);
  const { pruned } = await boundsWith(database, position);
  if (position < pruned) throw cursorTooOld(pruned);
  return { position, replay: true };
}

/** The bounds; looked up where the writes are when a follower has not heard of the place yet. */
async function boundsWith(database: Database, position: number): Promise<OutboxBounds> {
  const bounds = await readBounds(database);
  if (position <= bounds.newest) return bounds;
  const current = await readBoundsAtLeader(database);
  if (position > current.newest) throw cursorAhead();
  return current;
}
