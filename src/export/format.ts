import type { WireLink } from '../hook/wire/link.ts';
import type { WireMemory } from '../hook/wire/memory.ts';
import type { TypedProperties } from './typedProperties.ts';

/**
 * The export format: JSON Lines, one thing a line, its `kind` first, names in snake_case as on the wire (docs/import.md).
 * Links, NEXT and episodes come before the memories: what is written to while it is exported then still has both ends of
 * every link in the file.
 */
export const FORMAT = 'mnemograph-export';
/** Rises when a reader of the format before could not read it. */
export const FORMAT_VERSION = 1;

/** The first line. Nothing in it changes from one export of the same graph to the next. */
export interface HeaderLine {
  readonly kind: 'header';
  readonly format: typeof FORMAT;
  readonly version: number;
  /** What was asked for; absent for all. */
  readonly namespace?: string;
  /** The model of the vectors; absent without vectors. */
  readonly embedding_model?: { readonly model: string; readonly dimensions: number };
}

/** A namespace, also one without memories. */
export interface NamespaceLine {
  readonly kind: 'namespace';
  readonly path: string;
  readonly properties?: TypedProperties | undefined;
}

/** A typed link. */
export interface LinkLine extends WireLink {
  readonly kind: 'link';
  readonly properties?: TypedProperties | undefined;
}

/** One memory comes after another in an episode. */
export interface NextLine {
  readonly kind: 'next';
  readonly from_id: string;
  readonly to_id: string;
}

/** An episode and the memory that it ends at, where the next one will be added. */
export interface EpisodeLine {
  readonly kind: 'episode';
  /** Namespace, agent and key. */
  readonly key: readonly string[];
  readonly last_at: string;
  readonly last_id?: string | undefined;
}

/** A memory with its 26 fields, and what belongs to it besides. */
export interface MemoryLine extends WireMemory {
  readonly kind: 'memory';
  /** Entries of the user's own metadata whose names the wire uses for author, scope and target. */
  readonly shadowed_metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly episode?: string | undefined;
  /** Namespace, agent and key of its episode, which may be those of the memory it follows. */
  readonly episode_key?: readonly string[] | undefined;
  /** Set for an archived memory. */
  readonly archived?: { readonly at?: string; readonly reason?: string; readonly by?: string } | undefined;
  /** Set for a signed memory. */
  readonly attestation?: {
    readonly signature: string;
    readonly signed_by: string | null;
    readonly attest_level: string;
  };
  /** Its vector: 32-bit floats, little-endian, base64. */
  readonly embedding?: { readonly model: string; readonly vector: string } | undefined;
  readonly properties?: TypedProperties | undefined;
}

/** What a memory was before a change. */
export interface VersionLine {
  readonly kind: 'version';
  readonly memory_id: string;
  readonly version: number;
  readonly properties: TypedProperties;
}

/** A name that an entity goes by. */
export interface AliasLine {
  readonly kind: 'entity_alias';
  readonly key: string;
  readonly memory_id: string;
  readonly properties: TypedProperties;
}

/**
 * Nodes that stand by themselves, with the property they are known by: actions that wait for approval or were decided, what
 * was purged and by whom, and the numbers that personas have got to.
 */
export const RECORD_KINDS = {
  pending_action: { label: 'PendingAction', key: 'id' },
  purge: { label: 'Purge', key: 'id' },
  persona_counter: { label: 'PersonaCounter', key: 'key' },
} as const;
/** One of {@link RECORD_KINDS}. */
export type RecordKind = keyof typeof RECORD_KINDS;

/** A node that stands by itself. */
export interface RecordLine {
  readonly kind: RecordKind;
  readonly properties: TypedProperties;
}

/** The last line; without it the file is not whole. */
export interface EndLine {
  readonly kind: 'end';
  readonly counts: Readonly<Record<string, number>>;
}

/** A line of an export. */
export type ExportLine =
  | HeaderLine
  | NamespaceLine
  | LinkLine
  | NextLine
  | EpisodeLine
  | MemoryLine
  | VersionLine
  | AliasLine
  | RecordLine
  | EndLine;

/** The three parts of an episode's key are stored in one text. */
export const EPISODE_KEY_DIVIDER = '\u001f';
