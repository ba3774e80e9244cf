import type { MemoryLink } from '../link/memoryLink.ts';
import { AUDITED_PROPERTIES, digest, linkDigest, memoryDigest, type AuditedState } from './auditDigest.ts';
import { chained, type ChainHead, type RevisionDraft } from './auditRevision.ts';
import type { RunStatement } from './database.ts';
import { fromIso, integer } from './values.ts';
import type { EventDraft } from './write.ts';

/** Events after which the state of their memory is written down. */
const ABOUT_A_MEMORY: ReadonlySet<string> = new Set([
  'POST_STORE',
  'POST_UPDATE',
  'POST_DELETE',
  'POST_ARCHIVE',
  'POST_RESTORE',
  'POST_PROMOTE',
  'POST_REFLECT',
]);

/** An event as it goes to the outbox. */
export interface AppendedEvent {
  readonly id: string;
  /** JSON. */
  readonly payload: string;
}

/** A row of `event/append`: the chain's head before this transaction, and the event's memory after the write. */
export interface PlacedEvent extends AuditedState {
  readonly place: number;
  readonly auditSeq: number | null;
  readonly auditHash: string | null;
}

/** What `event/append` needs besides the events, so that it answers what their revisions are made from. */
export function auditParameters(drafts: readonly EventDraft[]) {
  return {
    audited: AUDITED_PROPERTIES,
    subjects: drafts.map(({ type, memoryIds: [subject] }) => (ABOUT_A_MEMORY.has(type) ? (subject ?? null) : null)),
  };
}

/**
 * Writes the revisions of events that were just appended. The counter of the outbox is locked until the commit, so the head
 * that `event/append` answered is still the head.
 */
export async function auditEvents(
  run: RunStatement,
  placed: readonly PlacedEvent[],
  drafts: readonly EventDraft[],
  events: readonly AppendedEvent[],
  now: Date,
): Promise<void> {
  const [first] = placed;
  if (!first) return;
  if (first.auditSeq === null || first.auditHash === null) throw new Error('the audit chain has no head');
  const states = new Map(placed.map((row) => [row.place, row]));
  const revisions = drafts.flatMap((draft, place) => revisionsOf(draft, events[place]!, states.get(place), now));
  await appendRevisions(run, { seq: first.auditSeq, hash: first.auditHash }, revisions);
}

/** Puts revisions behind the head, which the transaction must hold. */
export async function appendRevisions(
  run: RunStatement,
  head: ChainHead,
  drafts: readonly RevisionDraft[],
): Promise<void> {
  const revisions = chained(head, drafts);
  const last = revisions.at(-1);
  if (!last) return;
  await run('audit/append', {
    seq: integer(last.seq),
    hash: last.hash,
    revisions: revisions.map((revision) => ({
      ...revision,
      seq: integer(revision.seq),
      at: fromIso(revision.at),
    })),
  });
}

/** The revision of an event, and one for each link that was made along with its memory. */
function revisionsOf(
  draft: EventDraft,
  { id: eventId, payload }: AppendedEvent,
  state: PlacedEvent | undefined,
  now: Date,
): RevisionDraft[] {
  const told = { eventType: draft.type, eventId, at: now.toISOString(), actor: draft.actor };
  const ofLink = (link: MemoryLink): RevisionDraft => ({
    ...told,
    subjectKind: 'LINK',
    subjectId: link.sourceId,
    relation: link.relation,
    targetId: link.targetId,
    recordDigest: linkDigest(link),
  });
  const about = { relation: null, targetId: null, subjectId: draft.memoryIds[0] ?? null };
  const { link } = draft.payload as { link?: MemoryLink };
  const own: RevisionDraft = link
    ? ofLink(link)
    : state?.subject[0] != null
      ? { ...told, ...about, subjectKind: 'MEMORY', recordDigest: memoryDigest(state) }
      : { ...told, ...about, subjectKind: 'EVENT', recordDigest: digest(payload) };
  return [own, ...(draft.links ?? []).map(ofLink)];
}
