import { auditEvents, auditParameters, type PlacedEvent } from './auditChain.ts';
import type { RunStatement } from './database.ts';
import { outboxRow } from './outboxRow.ts';
import type { EventDraft } from './write.ts';

/** Puts events behind the outbox, and their revisions behind the audit chain, in a transaction that writes without the writer. */
export async function appendEvents(run: RunStatement, drafts: readonly EventDraft[], now: Date): Promise<void> {
  if (drafts.length === 0) return;
  const events = drafts.map((draft) => outboxRow(draft, now));
  const placed = await run<PlacedEvent>('event/append', { events, ...auditParameters(drafts) });
  await auditEvents(run, placed, drafts, events, now);
}
