import type { RecordKind } from '../export/format.ts';
import type { TypedProperties } from '../export/typedProperties.ts';
import type { MemoryLink } from '../link/memoryLink.ts';
import type { Memory } from '../memory/memory.ts';

/** A memory to take over, checked. Whether it has a vector is decided where it is written. */
export interface MemoryRow {
  readonly kind: 'memory';
  readonly line: number;
  readonly memory: Omit<Memory, 'embeddingStatus'>;
  /** As stored; null outside episodes. */
  readonly episodeKey: string | null;
  /** Set for an archived one. */
  readonly archived: { readonly at: string | null; readonly reason: string | null; readonly by: string | null } | null;
  readonly embedding: { readonly model: string; readonly vector: string } | null;
  readonly properties: TypedProperties;
}

/** A link to take over, checked. */
export interface LinkRow {
  readonly kind: 'link';
  readonly line: number;
  readonly link: MemoryLink;
  readonly properties: TypedProperties;
}

/** A step of an episode to take over. */
export interface NextRow {
  readonly kind: 'next';
  readonly line: number;
  readonly fromId: string;
  readonly toId: string;
}

/** An episode to take over. */
export interface EpisodeRow {
  readonly kind: 'episode';
  readonly line: number;
  /** As stored. */
  readonly key: string;
  readonly lastAt: string;
  readonly lastId: string | null;
}

/** A namespace to take over. */
export interface NamespaceRow {
  readonly kind: 'namespace';
  readonly line: number;
  readonly path: string;
  readonly properties: TypedProperties;
}

/** An earlier version of a memory to take over. */
export interface VersionRow {
  readonly kind: 'version';
  readonly line: number;
  readonly memoryId: string;
  readonly version: number;
  readonly properties: TypedProperties;
}

/** A name of an entity to take over. */
export interface AliasRow {
  readonly kind: 'entity_alias';
  readonly line: number;
  readonly key: string;
  readonly memoryId: string;
  readonly properties: TypedProperties;
}

/** A node that stands by itself, to take over. */
export interface RecordRow {
  readonly kind: RecordKind;
  readonly line: number;
  readonly key: string;
  readonly properties: TypedProperties;
}

/** What a file says that can be written. */
export type ImportRow = MemoryRow | LinkRow | NextRow | EpisodeRow | NamespaceRow | VersionRow | AliasRow | RecordRow;

/** A row that cannot be taken over, and why: the field and the bound it breaks. */
export interface Problem {
  readonly kind: 'problem';
  readonly line: number;
  readonly what: string;
}

/** What a reader finds: rows and problems, with the bytes read so far. */
export interface Found {
  readonly row: ImportRow | Problem;
  readonly bytes: number;
}

/** Things stand alone; ties need the things at their ends, so a file is read once for each. */
export type Pass = 'things' | 'ties';

/** How the rows of a file are placed. */
export interface Placement {
  /** Everything goes below this namespace; null to leave it where it was. */
  readonly namespace: string | null;
  /** The author of rows that name none. */
  readonly agentId: string;
}
