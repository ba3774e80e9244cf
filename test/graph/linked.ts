import { link, store } from '../support/memories.ts';
import type { HttpClient } from '../support/client.ts';

/** A link to draw: from, to, and what else it says. */
export type Edge = readonly [from: string, to: string, more?: Record<string, unknown>];

/** Memories by their titles, with links between them. */
export class LinkedMemories {
  readonly #ids = new Map<string, string>();
  readonly #namespace: string;

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  /** Stores memories that everybody may read, unless said otherwise. */
  async add(client: HttpClient, titles: readonly string[], more: Record<string, unknown> = {}): Promise<void> {
    await Promise.all(
      titles.map(async (title) => {
        const { id } = await store(client, { title, namespace: this.#namespace, scope: 'COLLECTIVE', ...more });
        this.#ids.set(title, id as string);
      }),
    );
  }

  /** Links them one after another; RELATED_TO when nothing is said. */
  async link(client: HttpClient, edges: readonly Edge[]): Promise<void> {
    for (const [from, to, { relation, ...more } = {}] of edges)
      await link(client, this.id(from), this.id(to), relation as string | undefined, more);
  }

  /** The id of a title. */
  id(title: string): string {
    const id = this.#ids.get(title);
    if (id === undefined) throw new Error(`nothing is called ${title}`);
    return id;
  }

  /** The title of an id. */
  title(id: string): string {
    return [...this.#ids].find(([, known]) => known === id)?.[0] ?? id;
  }
}
