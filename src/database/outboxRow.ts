import { randomUUID } from 'node:crypto';
import { toLocalDateTime } from './values.ts';
import type { EventDraft } from './write.ts';

/** An event as `event/append` takes it. */
export function outboxRow(draft: EventDraft, now: Date) {
  return {
    id: randomUUID(),
    ...(draft.memoryIds[0] === undefined ? {} : { subjectId: draft.memoryIds[0] }),
    type: draft.type,
    namespace: draft.namespace,
    actor: draft.actor,
    readers: draft.readers,
    ...(draft.otherReaders ? { otherReaders: draft.otherReaders } : {}),
    memoryIds: draft.memoryIds,
    payload: JSON.stringify(draft.payload),
    at: toLocalDateTime(now),
  };
}
