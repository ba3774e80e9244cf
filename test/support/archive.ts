import { askGraph } from './graph.ts';
import type { HttpClient } from './client.ts';
import type { Row } from './memories.ts';

/** The mutation of a forget. */
export const FORGET = `mutation ($input: ForgetInput!, $key: String) { forgetMemories(input: $input, idempotencyKey: $key) {
  archivedIds count skippedCount truncated dryRun pending { id action namespace reason }
} }`;

/** The mutation of a restore, with the fields that a test wants to see. */
export const RESTORE = (fields = 'id title version'): string =>
  `mutation ($id: ID!, $key: String) { restoreMemory(id: $id, idempotencyKey: $key) { pending { id } memory { ${fields} } } }`;

/** The mutation of a purge. */
export const PURGE = `mutation ($olderThanDays: Int, $namespace: String, $ids: [ID!], $key: String) {
  purgeArchive(olderThanDays: $olderThanDays, namespace: $namespace, ids: $ids, idempotencyKey: $key) {
    purgedCount truncated pending { id } purge { id at by count namespace olderThanDays }
  } }`;

/** The query of the archive. */
export const ARCHIVE = (
  fields = 'id title',
): string => `query ($namespace: String, $reason: ArchiveReason, $first: Int, $after: String) {
  archivedMemories(namespace: $namespace, reason: $reason, first: $first, after: $after) {
    edges { cursor node { archivedAt archiveReason archivedBy memory { ${fields} } } } pageInfo { hasNextPage endCursor }
  } }`;

/** Forgets, and answers the payload. */
export async function forget(client: HttpClient, input: Record<string, unknown>): Promise<Row> {
  return (await client.run<{ forgetMemories: Row }>(FORGET, { input })).forgetMemories;
}

/** Restores, and answers the memory. */
export async function restore(client: HttpClient, id: string, fields?: string): Promise<Row> {
  return (await client.run<{ restoreMemory: Row }>(RESTORE(fields), { id })).restoreMemory['memory'] as Row;
}

/** Purges, and answers the payload. */
export async function purge(client: HttpClient, filter: Record<string, unknown>): Promise<Row> {
  return (await client.run<{ purgeArchive: Row }>(PURGE, filter)).purgeArchive;
}

/** A page of the archive, and its titles in order. */
export async function archive(
  client: HttpClient,
  filter: Record<string, unknown>,
  fields?: string,
): Promise<{ titles: string[]; page: Row }> {
  const { archivedMemories } = await client.run<{ archivedMemories: Row }>(ARCHIVE(fields), filter);
  const edges = archivedMemories['edges'] as readonly Row[];
  return { titles: edges.map(({ node }) => (node as Row)['memory']['title'] as string), page: archivedMemories };
}

/** Lets a memory's time be over, as if it had been stored long ago. */
export async function expire(id: string): Promise<void> {
  await askGraph(
    `MATCH (m:MemoryRecord {id: $id}) SET m.expiresAt = localdatetime('2020-01-01T00:00'), m.liveUntil = localdatetime('2020-01-01T00:00')`,
    { id },
  );
}

/** How a memory's node is kept. */
export async function nodeOf(id: string): Promise<Record<string, unknown> | undefined> {
  const [node] = await askGraph(
    `MATCH (m:MemoryRecord {id: $id})
     RETURN m:Memory AS live, m:ArchivedMemory AS archived, m.archiveReason AS reason, m.archivedBy AS by,
       m.archivedAt IS NOT NULL AS dated`,
    { id },
  );
  return node;
}
