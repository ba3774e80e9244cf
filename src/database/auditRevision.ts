import type { LinkRelation } from '../link/memoryLink.ts';
import { digest } from './auditDigest.ts';

/** The hash before the first revision: 32 zero bytes, hex. */
export const GENESIS = '0'.repeat(64);

/** What a revision answers for: the state of a memory, of a link, or what an event told. */
export type SubjectKind = 'MEMORY' | 'LINK' | 'EVENT';

/** What a revision says, before it has its place in the chain. */
export interface RevisionDraft {
  readonly eventType: string;
  /** Id of the outbox event, or of what else it tells of. */
  readonly eventId: string;
  /** ISO-8601 UTC text with milliseconds. */
  readonly at: string;
  readonly actor: string;
  readonly subjectKind: SubjectKind;
  /** The memory it is about; of a link the one that it starts at. */
  readonly subjectId: string | null;
  /** Of a link. */
  readonly relation: LinkRelation | null;
  /** Of a link: the memory that it ends at. */
  readonly targetId: string | null;
  /** Hex SHA-256 of the subject after the write. */
  readonly recordDigest: string;
}

/** A link of the audit chain. */
export interface Revision extends RevisionDraft {
  /** 1, 2, 3, … without gaps. */
  readonly seq: number;
  /** The hash of the revision before; {@link GENESIS} for the first. */
  readonly prevHash: string;
  /** See {@link revisionHash}. */
  readonly hash: string;
}

/** Where the chain ends. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

const DIVIDER = '\u001f';

/**
 * SHA-256 over the fields of a revision and the hash before it, joined by 0x1F, which no field can contain
 * (spec memory-system §3.6); hex.
 */
export function revisionHash(revision: Omit<Revision, 'hash'>): string {
  const { seq, eventType, eventId, at, actor, subjectKind, subjectId, relation, targetId, recordDigest, prevHash } =
    revision;
  const fields = [
    seq,
    eventType,
    eventId,
    at,
    actor,
    subjectKind,
    subjectId,
    relation,
    targetId,
    recordDigest,
    prevHash,
  ];
  return digest(fields.map((field) => field ?? '').join(DIVIDER));
}

/** Revisions in their places behind a head. */
export function chained(head: ChainHead, drafts: readonly RevisionDraft[]): Revision[] {
  let { seq, hash: prevHash } = head;
  return drafts.map((draft) => {
    seq += 1;
    const open = { ...draft, seq, prevHash };
    const revision = { ...open, hash: revisionHash(open) };
    prevHash = revision.hash;
    return revision;
  });
}

/** A revision from the properties of its node (plain JSON): what is absent there is null here. */
export function revisionOf(row: Readonly<Record<string, never>>): Revision {
  return {
    seq: row['seq']!,
    eventType: row['eventType']!,
    eventId: row['eventId']!,
    at: row['at']!,
    actor: row['actor']!,
    subjectKind: row['subjectKind']!,
    subjectId: row['subjectId'] ?? null,
    relation: row['relation'] ?? null,
    targetId: row['targetId'] ?? null,
    recordDigest: row['recordDigest']!,
    prevHash: row['prevHash']!,
    hash: row['hash']!,
  };
}
