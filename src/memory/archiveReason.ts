/** Why a memory is in the archive (spec memory-system §1.2). */
export const ARCHIVE_REASONS = ['ARCHIVE', 'FORGET', 'SUPERSEDED', 'TTL_EXPIRED'] as const;
/** One of {@link ARCHIVE_REASONS}. */
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/** Who archives what has expired: the server itself. A name that no agent can take. */
export const SYSTEM = 'system';
