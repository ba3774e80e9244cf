import type { Database } from '../database/database.ts';
import { integer } from '../database/values.ts';
import { cursorTooOld } from './cursor.ts';
import { toOutboxEvent, type OutboxEvent, type OutboxRow } from './outboxEvent.ts';

/** No commit takes this long to become visible as a whole: a gap below an event of this age is for good. */
const SETTLED_MS = 60_000;

/** The place of the newest event and of the newest that was pruned; 0 for none. */
export interface OutboxBounds {
  readonly newest: number;
  readonly pruned: number;
}

/** Where the outbox begins and ends. */
export async function readBounds(database: Database): Promise<OutboxBounds> {
  const [bounds] = await database.read<OutboxBounds>('event/bounds');
  return bounds ?? { newest: 0, pruned: 0 };
}

/**
 * The same, from the server that takes the writes: on a cluster a follower may not have heard of the newest events.
 */
export async function readBoundsAtLeader(database: Database): Promise<OutboxBounds> {
  return await database.write(async (run) => {
    const [bounds] = await run<OutboxBounds>('event/bounds', {});
    return bounds ?? { newest: 0, pruned: 0 };
  });
}

/**
 * The events after a place, in order, without a gap; fewer than `limit` when the end is reached. A commit can be seen by
 * halves while it is applied, so what lies behind a gap is left for the next read.
 * @throws OperationRefused CURSOR_TOO_OLD when the next event is gone for good
 */
export async function readOutbox(database: Database, after: number, limit: number): Promise<OutboxEvent[]> {
  const rows = await database.read<OutboxRow>('event/read-after', { after: integer(after), limit: integer(limit) });
  const gap = rows.findIndex(({ seq }, place) => seq !== after + 1 + place);
  if (gap === 0) await refuseIfGone(database, after, rows[0]!);
  return (gap === -1 ? rows : rows.slice(0, gap)).map(toOutboxEvent);
}

async function refuseIfGone(database: Database, after: number, next: OutboxRow): Promise<void> {
  const { pruned } = await readBounds(database);
  if (after < pruned) throw cursorTooOld(pruned);
  // Somebody deleted events by hand: nobody should wait for them.
  if (Date.now() - Date.parse(next.at) > SETTLED_MS) throw cursorTooOld(next.seq - 1);
}
