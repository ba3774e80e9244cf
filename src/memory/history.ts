import { integer, toLocalDateTime } from '../database/values.ts';
import { badUserInput } from '../errors.ts';
import { readerOf } from '../governance/audience.ts';
import type { OperationContext } from '../pipeline/operation.ts';
import { editSourceOf, type EditSource } from './editSource.ts';
import type { Memory } from './memory.ts';
import { parsed, type MemoryRecord } from './record.ts';

const MOST_VERSIONS = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** A memory as it stood after one change, and what that change was. Instants are ISO-8601 UTC text. */
export interface MemoryVersion extends Pick<
  Memory,
  | 'version'
  | 'title'
  | 'content'
  | 'tags'
  | 'priority'
  | 'confidence'
  | 'tier'
  | 'namespace'
  | 'scope'
  | 'metadata'
  | 'expiresAt'
  | 'sourceUri'
  | 'signature'
  | 'signedBy'
  | 'attestLevel'
> {
  /** The row it was a version of: an append-only edit goes on in a new one. */
  readonly memoryId: string;
  readonly at: string;
  readonly changedBy: string;
  readonly editSource: EditSource;
  /** Names of the fields that the change touched; none for the first version. */
  readonly changed: readonly string[];
}

/** Which versions are asked for. */
export interface HistoryPage {
  readonly first: number;
  /** Only versions below this one; null for the newest. */
  readonly before: number | null;
}

/**
 * Holds a page to its bound.
 * @throws OperationRefused BAD_USER_INPUT when `first` is not 1 to 100
 */
export function checkHistoryPage({ first }: HistoryPage): void {
  if (first < 1 || first > MOST_VERSIONS) throw badUserInput('first', `1 to ${MOST_VERSIONS}`, first);
}

/**
 * Versions of live memories that the caller may read, newest first, by their ids. A version that the caller could not
 * read when it stood, because it was private or filed elsewhere, is left out.
 */
export async function readHistories(
  { services, principal, bookmarks }: OperationContext,
  ids: readonly string[],
  { first, before }: HistoryPage,
): Promise<Map<string, MemoryVersion[]>> {
  const rows = await services.database.read<{ id: string; versions: MemoryRecord[] }>(
    'memory/history',
    {
      ids,
      first: integer(first),
      before: integer(before ?? NEWEST),
      now: toLocalDateTime(services.clock()),
      reader: readerOf(principal),
    },
    { bookmarks },
  );
  return new Map(rows.map(({ id, versions }) => [id, versions.map(versionOf)]));
}

function versionOf(record: MemoryRecord): MemoryVersion {
  const row = record as Record<string, never>;
  const changedBy: string = row['changedBy'] ?? row['agentId']!;
  return {
    memoryId: row['memoryId']!,
    version: row['version']!,
    at: row['updatedAt']!,
    changedBy,
    editSource: row['editSource'] ?? editSourceOf(changedBy),
    changed: row['changedFields'] ?? [],
    title: row['title']!,
    content: row['content']!,
    tags: row['tags'] ?? [],
    priority: row['priority']!,
    confidence: row['confidence']!,
    tier: row['tier']!,
    namespace: row['namespace']!,
    scope: row['scope']!,
    metadata: parsed(row['metadataJson']) ?? {},
    expiresAt: row['expiresAt'] ?? null,
    sourceUri: row['sourceUri'] ?? null,
    signature: row['signature'] ?? null,
    signedBy: row['signedBy'] ?? null,
    attestLevel: row['attestLevel'] ?? 'UNSIGNED',
  };
}
