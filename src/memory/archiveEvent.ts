import type { EventDraft, Outcome } from '../database/writer.ts';
import { SYSTEM, type ArchiveReason } from './archiveReason.ts';

/** What a statement tells of a memory that it archived. */
export interface ArchivedRecord {
  readonly id: string;
  readonly namespace: string;
  readonly readers: readonly string[];
}

/** The event of an archived memory. */
export function archiveEvent(
  { id, namespace, readers }: ArchivedRecord,
  reason: ArchiveReason,
  by: string,
): EventDraft {
  return { type: 'POST_ARCHIVE', namespace, actor: by, readers, memoryIds: [id], payload: { id, namespace, reason } };
}

/** The event of an expired holder of a title that a write moved out of its way; none when there was none. */
export function expiredHolderEvents(outcome: Outcome): EventDraft[] {
  const holder = outcome['archived'] as ArchivedRecord | null | undefined;
  return holder ? [archiveEvent(holder, 'TTL_EXPIRED', SYSTEM)] : [];
}
