import { HttpClient, type Caller } from './client.ts';
import { sharedServer } from './sharedServer.ts';

/** A memory over the wire, as far as a test selects it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are compared, not computed with
export type Row = Readonly<Record<string, any>>;

/** Every plain field of a memory. */
export const ALL_FIELDS = `
  id tier namespace title content tags priority confidence source accessCount createdAt updatedAt lastAccessedAt expiresAt
  metadata reflectionDepth memoryKind entityId personaVersion citations { uri accessedAt hash span { start end } }
  sourceUri sourceSpan { start end } confidenceSource confidenceSignals confidenceDecayedAt version agentId scope
  targetAgentId embeddingStatus episode`;

/** A caller of the shared server; the local admin when nothing is said. */
export function caller(who: Caller = {}): HttpClient {
  return new HttpClient(sharedServer(), who);
}

/** The mutation of one memory, with the fields that a test wants to see. */
export function storeDocument(fields = 'id title version'): string {
  return `mutation ($input: StoreMemoryInput!, $key: String) {
    storeMemory(input: $input, idempotencyKey: $key) { created pending { id } memory { ${fields} } }
  }`;
}

/**
 * Stores one memory and answers it. Tests store many that sound alike, so near duplicates are not refused here. Only an admin may
 * say without a signature when a memory was first known.
 */
export async function store(client: HttpClient, input: Record<string, unknown>, fields?: string): Promise<Row> {
  const teller = input['createdAt'] === undefined ? client : client.asAdmin();
  const { storeMemory } = await teller.run<{ storeMemory: Row }>(storeDocument(fields), {
    input: { content: `about ${String(input['title'])}`, force: true, ...input },
  });
  return storeMemory['memory'] as Row;
}

/** Updates one memory and answers it. */
export async function update(
  client: HttpClient,
  id: string,
  input: Record<string, unknown>,
  fields = 'id title version',
): Promise<Row> {
  const { updateMemory } = await client.run<{ updateMemory: Row }>(UPDATE(fields), { id, input });
  return updateMemory['memory'] as Row;
}

/** The mutation of a change. */
export const UPDATE = (fields = 'id title version'): string =>
  `mutation ($id: ID!, $input: UpdateMemoryInput!, $expectedVersion: Int, $key: String) {
    updateMemory(id: $id, input: $input, expectedVersion: $expectedVersion, idempotencyKey: $key) { memory { ${fields} } }
  }`;

/** The mutation of an archiving. */
export const DELETE = `mutation ($id: ID!, $key: String) { deleteMemory(id: $id, idempotencyKey: $key) { deletedId } }`;

/** The mutation of a link, with all that a link says. */
export const LINK = `mutation ($input: LinkInput!, $key: String) {
  linkMemories(input: $input, idempotencyKey: $key) {
    created
    link { relation sourceId targetId source { title } target { title } createdAt observedBy validFrom validUntil signature attestLevel }
  }
}`;

/** Links two memories and answers the payload. */
export async function link(
  client: HttpClient,
  sourceId: string,
  targetId: string,
  relation?: string,
  more: Record<string, unknown> = {},
): Promise<Row> {
  const input = { sourceId, targetId, ...(relation === undefined ? {} : { relation }), ...more };
  return (await client.run<{ linkMemories: Row }>(LINK, { input })).linkMemories;
}

/** The mutation of a reflection. */
export const REFLECT = (fields = 'id title reflectionDepth namespace'): string =>
  `mutation ($input: ReflectInput!, $key: String) { reflect(input: $input, idempotencyKey: $key) { memory { ${fields} } } }`;

/** Reflects and answers the reflection. */
export async function reflect(
  client: HttpClient,
  sourceIds: readonly string[],
  title: string,
  more: Record<string, unknown> = {},
  fields?: string,
): Promise<Row> {
  const input = { sourceIds, title, content: `what ${title} says`, ...more };
  return (await client.run<{ reflect: Row }>(REFLECT(fields), { input })).reflect['memory'] as Row;
}

/** Asks, and answers the whole result. */
export async function recall(client: HttpClient, input: Record<string, unknown>, fields = 'id title'): Promise<Row> {
  const { recall: answer } = await client.run<{ recall: Row }>(
    `query ($input: RecallInput!) { recall(input: $input) {
      recallId mode tokensUsed hits { score tokens memory { ${fields} } }
      meta { vectorCandidates textCandidates degraded awaitingEmbedding budgetRemaining dropped budgetOverflow tookMs }
    } }`,
    { input },
  );
  return answer;
}

/** Searches, and answers the whole result. */
export async function search(client: HttpClient, input: Record<string, unknown>, fields = 'id title'): Promise<Row> {
  const { searchMemories } = await client.run<{ searchMemories: Row }>(
    `query ($input: SearchInput!) { searchMemories(input: $input) { totalCount hits { score memory { ${fields} } } } }`,
    { input },
  );
  return searchMemories;
}

/** The titles of an answer's hits, in order. */
export function titles(answer: Row): string[] {
  return (answer['hits'] as readonly Row[]).map(({ memory }) => (memory as Row)['title'] as string);
}
