import { appendEvents } from '../database/appendEvents.ts';
import { claimApprovals, settleApprovals, type Approval } from '../database/approvals.ts';
import { appendRevisions } from '../database/auditChain.ts';
import { digest } from '../database/auditDigest.ts';
import type { ChainHead } from '../database/auditRevision.ts';
import type { Database, RunStatement } from '../database/database.ts';
import { refuseMovedPolicy } from '../database/policyVersion.ts';
import { integer } from '../database/values.ts';
import type { Outcome } from '../database/write.ts';
import { decidedMeanwhile } from '../pipeline/commit.ts';
import { withoutText } from './withoutText.ts';

/** What a purge may remove. */
export interface PurgeFilter {
  /** Archived before it; as the database keeps instants. */
  readonly until: unknown;
  readonly namespace: string | null;
}

/** A purge as it is kept. Instants are ISO-8601 UTC text. */
export interface Purge {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly count: number;
  readonly namespace: string | null;
  readonly olderThanDays: number | null;
}

/** Who purges, and how it is called. */
export interface PurgeNote {
  readonly id: string;
  readonly at: unknown;
  readonly by: string;
  readonly olderThanDays: number | null;
}

/** What must hold at the commit, and what else comes with it. */
export interface PurgeTerms {
  readonly now: Date;
  /** The version of the policies that allowed it. */
  readonly policyVersion: number | undefined;
  /** The approval that it carries out. */
  readonly approval: Approval | undefined;
}

interface KeptText {
  readonly kind: 'EVENT' | 'ANSWER' | 'ACTION';
  readonly key: string;
  readonly text: string;
}

const PROPERTY = { EVENT: 'payload', ANSWER: 'result', ACTION: 'payloadJson' } as const;

/**
 * Removes archived memories, scrubs what tells of them and notes it, all in one transaction. What is not in the archive, or
 * no longer fits the filter, is passed over; so a repetition after a commit of unknown fate does no harm.
 * @returns the purge, with all that it removed so far
 * @throws PolicyMoved when the policies have changed since they allowed it
 * @throws OperationRefused PENDING_ACTION_STATE_INVALID when somebody decided otherwise meanwhile
 */
export async function removeForGood(
  database: Database,
  ids: readonly string[],
  filter: PurgeFilter,
  { olderThanDays, ...note }: PurgeNote,
  { now, policyVersion, approval }: PurgeTerms,
): Promise<Purge> {
  return await database.write(async (run) => {
    const approvals = await openApprovals(run, approval, now);
    const gone = await run<{ id: string }>('purge/remove', { ids: [...ids].sort(), ...filter });
    const purged = gone.map(({ id }) => id);
    const texts = await run<KeptText>('purge/texts', { ids: purged });
    const scrubbed = new Set(purged);
    await run('purge/scrub', {
      rows: texts.map(({ kind, key, text }) => ({
        key,
        properties: { [PROPERTY[kind]]: withoutText(text, scrubbed) },
      })),
    });
    const [noted] = await run<{ record: Purge }>('purge/note', {
      ...note,
      namespace: filter.namespace,
      olderThanDays: olderThanDays === null ? null : integer(olderThanDays),
      count: integer(purged.length),
    });
    if (!noted) throw new Error('a purge was not noted');
    const events = await settleApprovals(run, approvals, now);
    await appendEvents(run, events, now);
    if (purged.length > 0) refuseMovedPolicy(policyVersion, await auditPurge(run, purged, noted.record));
    return noted.record;
  });
}

/** The approval, locked; none when this very decision has settled it, by a commit that went through unseen. */
async function openApprovals(run: RunStatement, approval: Approval | undefined, now: Date): Promise<Approval[]> {
  if (!approval) return [];
  const outcomes = new Map<number, Outcome>();
  await claimApprovals(run, [{ index: 0, approval }], outcomes, now);
  const decided = outcomes.get(0);
  if (!decided) return [approval];
  if (decided['token'] !== approval.token) throw decidedMeanwhile(approval.id);
  return [];
}

/**
 * The chain tells what was purged, so that a memory that is gone without a word is known as such.
 * @returns the version of the policies, which cannot move before the commit
 */
async function auditPurge(run: RunStatement, ids: readonly string[], purge: Purge): Promise<number> {
  const { id: eventId, at, by } = purge;
  const [held] = await run<ChainHead & { policyVersion: number }>('audit/hold', {});
  if (!held) throw new Error('the audit chain has no head');
  const { policyVersion, ...head } = held;
  const told = { eventType: 'PURGE', eventId, at, actor: by, subjectKind: 'EVENT' } as const;
  await appendRevisions(
    run,
    head,
    ids.map((subjectId) => ({ ...told, subjectId, relation: null, targetId: null, recordDigest: digest('') })),
  );
  return policyVersion;
}
