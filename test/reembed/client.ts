import { HttpClient } from '../support/client.ts';

const STORE = `mutation ($inputs: [StoreMemoryInput!]!) { storeMemories(inputs: $inputs) { storedCount
  results { memory { id embeddingStatus } } } }`;
const RECALL = `query ($query: String!) { recall(input: { query: $query, mode: SEMANTIC, touch: false, limit: 10 }) {
  mode hits { memory { title } passage { start } } meta { degraded awaitingEmbedding vectorCandidates } } }`;

/** What a question by meaning found. */
export interface Found {
  readonly mode: string;
  readonly titles: readonly string[];
  /** Whether the best came by a passage. */
  readonly passage: boolean;
  readonly meta: { readonly degraded: boolean; readonly awaitingEmbedding: number; readonly vectorCandidates: number };
}

/** Speaks with one server about memories and what they mean. */
export class Agent {
  readonly http: HttpClient;

  constructor(url: string) {
    this.http = new HttpClient(url);
  }

  /** Stores memories and answers their ids. */
  async store(titles: readonly string[], content: (title: string) => string = (title) => title): Promise<string[]> {
    const inputs = titles.map((title) => ({ title, content: content(title), tier: 'LONG', force: true }));
    const { storeMemories } = await this.http.run<{
      storeMemories: { storedCount: number; results: { memory: { id: string } }[] };
    }>(STORE, { inputs });
    if (storeMemories.storedCount !== titles.length) throw new Error(`${storeMemories.storedCount} were stored`);
    return storeMemories.results.map(({ memory }) => memory.id);
  }

  async recall(query: string): Promise<Found> {
    const { recall } = await this.http.run<{
      recall: {
        mode: string;
        hits: { memory: { title: string }; passage: object | null }[];
        meta: Found['meta'];
      };
    }>(RECALL, { query });
    return {
      mode: recall.mode,
      titles: recall.hits.map(({ memory }) => memory.title),
      passage: recall.hits[0]?.passage != null,
      meta: recall.meta,
    };
  }

  async retell(id: string, title: string): Promise<void> {
    const document = `mutation ($id: ID!, $input: UpdateMemoryInput!) { updateMemory(id: $id, input: $input) { memory { id } } }`;
    await this.http.run(document, { id, input: { title, content: title } });
  }

  async remove(id: string): Promise<void> {
    await this.http.run('mutation ($id: ID!) { deleteMemory(id: $id) { deletedId } }', { id });
  }

  async restore(id: string): Promise<void> {
    await this.http.run('mutation ($id: ID!) { restoreMemory(id: $id) { memory { id } } }', { id });
  }
}
