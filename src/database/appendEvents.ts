import { randomUUID } from 'node:crypto';
import { auditEvents, auditParameters, type PlacedEvent } from './auditChain.ts';
import type { RunStatement } from './database.ts';
import { integer, toLocalDateTime } from './values.ts';
import type { EventDraft } from './write.ts';

/** An event that is told; by a write id it is found again when its commit went through unseen. */
export type ToldEvent = EventDraft & { readonly writeId?: string | undefined };

/**
 * The one way into the outbox: appends events in a transaction, with their revisions in the audit chain. The outbox's counter is
 * locked from here to the commit.
 * @param policyChanges how many of the transaction's rows changed a policy
 * @returns the version of the policies before this transaction; null when nothing is told
 */
export async function appendEvents(
  run: RunStatement,
  told: readonly ToldEvent[],
  now: Date,
  policyChanges = 0,
): Promise<number | null> {
  if (told.length === 0) return null;
  const events = told.map((event) => outboxRow(event, now));
  const placed = await run<PlacedEvent & { policyVersion: number }>('event/append', {
    events,
    policyChanges: integer(policyChanges),
    ...auditParameters(told),
  });
  await auditEvents(run, placed, told, events, now);
  return placed[0]?.policyVersion ?? null;
}

/** An event as `event/append` takes it: a property that is absent is not kept. */
function outboxRow(event: ToldEvent, now: Date) {
  const { type, namespace, actor, readers, otherReaders, memoryIds, payload, writeId } = event;
  return {
    id: randomUUID(),
    ...(memoryIds[0] === undefined ? {} : { subjectId: memoryIds[0] }),
    ...(otherReaders ? { otherReaders } : {}),
    ...(writeId === undefined ? {} : { writeId }),
    ...{ type, namespace, actor, readers, memoryIds },
    payload: JSON.stringify(payload),
    at: toLocalDateTime(now),
  };
}
