import type { Database } from '../database/database.ts';
import { toLocalDateTime } from '../database/values.ts';
import type { Reader } from '../governance/audience.ts';
import type { OutboxEvent } from './outboxEvent.ts';

/**
 * Replayed events, with the memory null where it is archived, expired or purged by now, or no longer readable by this
 * reader: a replay must not show what a read would not (contract: "null once it is gone or hidden"). One read for all.
 */
export async function hideGoneMemories(
  database: Database,
  reader: Reader,
  now: Date,
  events: readonly OutboxEvent[],
): Promise<readonly OutboxEvent[]> {
  const ids = new Set(events.flatMap((event) => memoryIdOf(event) ?? []));
  if (ids.size === 0) return events;
  const rows = await database.read<{ id: string }>('event/still-readable', {
    ids: [...ids],
    now: toLocalDateTime(now),
    reader: { all: reader.all, tokens: reader.tokens },
  });
  const readable = new Set(rows.map(({ id }) => id));
  return events.map((event) => {
    const id = memoryIdOf(event);
    if (id === null || readable.has(id)) return event;
    return { ...event, payload: { ...(event.payload as object), memory: null } };
  });
}

function memoryIdOf(event: OutboxEvent): string | null {
  const { memory } = event.payload as { memory?: { id: string } | null };
  return memory?.id ?? null;
}
