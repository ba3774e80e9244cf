import type { EventDraft } from '../database/writer.ts';
import type { GovernanceDecision } from './decide.ts';

/** What an operation that was allowed takes along to its commit. */
export interface Judged {
  /** The version of the policies that allowed it; undefined where none was asked. */
  readonly version: number | undefined;
  readonly decisions: readonly GovernanceDecision[];
  /** Events of what policies allowed. */
  readonly allowed: readonly EventDraft[];
}
