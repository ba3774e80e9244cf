/** A memory as the model knows it: what a client may see of it, and what became of it. */
export interface ModelMemory {
  readonly id: string;
  title: string;
  content: string;
  tags: readonly string[];
  tier: Tier;
  version: number;
  state: 'live' | 'expired' | 'archived';
}

/** A tier. */
export type Tier = (typeof TIERS)[number];
/** All tiers, rising. */
export const TIERS = ['SHORT', 'MID', 'LONG'] as const;

/** A link as the model knows it. */
export interface ModelLink {
  readonly sourceId: string;
  readonly targetId: string;
  readonly relation: Relation;
}

/** A relation. */
export type Relation = (typeof RELATIONS)[number];
/** Relations that are tried, two of which must not form circles. */
export const RELATIONS = ['RELATED_TO', 'SUPERSEDES', 'REFLECTS_ON', 'CONTRADICTS'] as const;

const ACYCLIC: ReadonlySet<Relation> = new Set(['SUPERSEDES', 'REFLECTS_ON']);

/** The rules of the memory in their plainest form: no index, no database, no concurrency. */
export class GraphModel {
  readonly memories: ModelMemory[] = [];
  readonly links: ModelLink[] = [];

  /** Memories that lists, search and links see. */
  get live(): ModelMemory[] {
    return this.memories.filter(({ state }) => state === 'live');
  }

  /** The row that an arbitrary number stands for; undefined while there is none. */
  pick(number: number): ModelMemory | undefined {
    return this.memories[number % Math.max(1, this.memories.length)];
  }

  /** Who has a title: an expired holder does not, it is archived as soon as somebody takes the title. */
  holderOf(title: string): ModelMemory | undefined {
    return this.live.find((memory) => memory.title === title);
  }

  /** Takes a title for a new or renamed memory. */
  take(title: string): void {
    for (const memory of this.memories)
      if (memory.title === title && memory.state === 'expired') memory.state = 'archived';
  }

  /** The first free numbered title. */
  numbered(title: string): string {
    const taken = new Set(this.memories.filter(({ state }) => state !== 'archived').map((memory) => memory.title));
    for (let number = 2; ; number++) if (!taken.has(`${title} (${number})`)) return `${title} (${number})`;
  }

  /** Whether a link would close a circle; links of archived and expired memories count, since they may come back. */
  closesCircle({ sourceId, targetId, relation }: ModelLink): boolean {
    if (!ACYCLIC.has(relation)) return false;
    const reached = new Set([targetId]);
    for (const id of reached)
      for (const link of this.links) if (link.relation === relation && link.sourceId === id) reached.add(link.targetId);
    return reached.has(sourceId);
  }

  has(link: ModelLink): boolean {
    return this.links.some(
      (one) => one.relation === link.relation && one.sourceId === link.sourceId && one.targetId === link.targetId,
    );
  }

  /** What a client sees: live memories by id, with the live ends of their links. */
  view(): unknown {
    const live = new Set(this.live.map(({ id }) => id));
    return this.live
      .map(({ id, title, content, tags, tier, version }) => ({
        id,
        title,
        content,
        tags,
        tier,
        version,
        links: this.links
          .filter((link) => link.sourceId === id && live.has(link.targetId))
          .map(({ relation, targetId }) => `${relation} ${targetId}`)
          .sort(),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}
