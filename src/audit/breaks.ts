import { linkDigest, memoryDigest } from '../database/auditDigest.ts';
import { revisionHash, revisionOf } from '../database/auditRevision.ts';
import type { LinkEnds } from '../link/link.ts';
import { linkKeyOf, linkOf, type LinkRelation } from '../link/memoryLink.ts';
import { currentLink } from '../signature/verifyLink.ts';

/** What can be wrong with a revision or with what it answers for. */
export const BREAK_REASONS = [
  'MISSING',
  'CHANGED',
  'ORDER',
  'HEAD',
  'UNFILED',
  'MEMORY_CHANGED',
  'MEMORY_MISSING',
  'LINK_CHANGED',
] as const;

/** Where the chain is broken, and how. */
export interface AuditBreak {
  readonly seq: number;
  readonly reason: (typeof BREAK_REASONS)[number];
}

/** A row of `audit/page`. */
export interface AuditedRow {
  /** Properties of the revision's node. */
  readonly revision: Readonly<Record<string, never>>;
  readonly present: boolean;
  readonly filed: boolean;
  readonly last: boolean;
  readonly subject: readonly unknown[] | null;
  readonly archived: boolean | null;
  readonly links: readonly Readonly<Record<string, never>>[] | null;
  readonly purged: boolean;
}

/** The first revision that was changed, or is not where it should be; `prevHash` is that of the one before the rows. */
export function firstBreak(rows: readonly AuditedRow[], after: number, prevHash: string): AuditBreak | null {
  let expected = { seq: after + 1, prevHash };
  for (const row of rows) {
    const revision = revisionOf(row.revision);
    const { seq } = revision;
    if (seq !== expected.seq) return { seq: expected.seq, reason: 'MISSING' };
    if (revisionHash(revision) !== revision.hash) return { seq, reason: 'CHANGED' };
    if (revision.prevHash !== expected.prevHash) return { seq, reason: 'ORDER' };
    expected = { seq: seq + 1, prevHash: revision.hash };
  }
  return null;
}

/** Whether what a revision answers for is as it says. What was purged, and what a later revision answers for, is left alone. */
export function brokenState(row: AuditedRow): AuditBreak | null {
  const { seq, subjectKind, recordDigest } = revisionOf(row.revision);
  const isGone = row.purged && !row.present;
  if (subjectKind === 'EVENT' || isGone) return null;
  if (!row.present) return { seq, reason: 'MEMORY_MISSING' };
  if (!row.filed) return { seq, reason: 'UNFILED' };
  if (!row.last) return null;
  if (subjectKind === 'LINK') return linkDigestOf(row) === recordDigest ? null : { seq, reason: 'LINK_CHANGED' };
  const now = memoryDigest({ subject: row.subject ?? [], archived: row.archived ?? false });
  return now === recordDigest ? null : { seq, reason: 'MEMORY_CHANGED' };
}

function linkDigestOf({ revision, links }: AuditedRow): string | null {
  const { subjectId: sourceId, targetId, relation } = revisionOf(revision);
  const ends = { sourceId, targetId, relation } as LinkEnds & { relation: LinkRelation };
  const found = currentLink(
    ends,
    (links ?? []).map((properties) => ({ properties })),
  );
  if (!found || found.properties['linkKey'] !== linkKeyOf(ends)) return null;
  return linkDigest(linkOf(ends.relation, ends.sourceId, ends.targetId, found.properties));
}
