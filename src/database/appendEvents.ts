import { auditEvents, auditParameters, type PlacedEvent } from './auditChain.ts';
import type { RunStatement } from './database.ts';
import { outboxRow } from './outboxRow.ts';
import { integer } from './values.ts';
import type { EventDraft } from './write.ts';

/** What is told, and by which it is found again when a commit went through unseen. */
export interface Told {
  readonly draft: EventDraft;
  readonly writeId?: string | undefined;
}

/**
 * The one way into the outbox: appends events in a transaction, with their revisions in the audit chain. The outbox's counter is
 * locked from here to the commit.
 * @param policyChanges how many of the transaction's rows changed a policy
 * @returns the version of the policies before this transaction; null when nothing is told
 */
export async function appendEvents(
  run: RunStatement,
  told: readonly Told[],
  now: Date,
  policyChanges = 0,
): Promise<number | null> {
  if (told.length === 0) return null;
  const drafts = told.map(({ draft }) => draft);
  const events = told.map(({ draft, writeId }) => ({
    ...outboxRow(draft, now),
    ...(writeId === undefined ? {} : { writeId }),
  }));
  const placed = await run<PlacedEvent & { policyVersion: number }>('event/append', {
    events,
    policyChanges: integer(policyChanges),
    ...auditParameters(drafts),
  });
  await auditEvents(run, placed, drafts, events, now);
  return placed[0]?.policyVersion ?? null;
}
