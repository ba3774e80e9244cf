/** Why an entry of a hooks file was left out (seed 003). */
export const SKIP_REASONS = [
  'InvalidSchema',
  'UnsupportedVersion',
  'DuplicateId',
  'MissingExecutable',
  'InvalidMatcher',
] as const;

/** One of {@link SKIP_REASONS}. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** An entry that was left out, and says so. */
export interface SkippedHook {
  /** As in the file; null when it has none. */
  readonly hookId: string | null;
  readonly reason: SkipReason;
  /** What is wrong, in words, with the place in the file. */
  readonly details: string;
  /** Absolute path of the file. */
  readonly path: string;
}
