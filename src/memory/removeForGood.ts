import { appendRevisions } from '../database/auditChain.ts';
import { digest } from '../database/auditDigest.ts';
import type { ChainHead } from '../database/auditRevision.ts';
import type { Database, RunStatement } from '../database/database.ts';
import { integer } from '../database/values.ts';
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
 */
export async function removeForGood(
  database: Database,
  ids: readonly string[],
  filter: PurgeFilter,
  { olderThanDays, ...note }: PurgeNote,
): Promise<Purge> {
  return await database.write(async (run) => {
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
    await auditPurge(run, purged, noted.record);
    return noted.record;
  });
}

/** The chain tells what was purged, so that a memory that is gone without a word is known as such. */
async function auditPurge(run: RunStatement, ids: readonly string[], { id: eventId, at, by }: Purge): Promise<void> {
  if (ids.length === 0) return;
  const [head] = await run<ChainHead>('audit/hold', {});
  if (!head) throw new Error('the audit chain has no head');
  const told = { eventType: 'PURGE', eventId, at, actor: by, subjectKind: 'EVENT' } as const;
  await appendRevisions(
    run,
    head,
    ids.map((subjectId) => ({ ...told, subjectId, relation: null, targetId: null, recordDigest: digest('') })),
  );
}
