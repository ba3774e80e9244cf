import type { ConfiguredHook } from '../definition.ts';
import type { HookScope } from '../scope.ts';
import type { SkippedHook } from './skippedHook.ts';

/** Where the definitions of a layer are. */
export interface LayerSource {
  readonly scope: HookScope;
  /** A file, or a folder of `*.toml`; what is not there defines nothing. */
  readonly path: string;
}

/** A file of a layer, as it was last read. */
export interface LayerFile {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of what is there now, in hex; of the last good copy's bytes never. */
  readonly checksum: string;
  /** Of this copy, or of the last good one when `stale`. */
  readonly hooks: readonly ConfiguredHook[];
  readonly skipped: readonly SkippedHook[];
  /** What is wrong with the file as a whole; null when nothing is. */
  readonly error: string | null;
  /** True while the last good copy counts, because what is there now cannot be read. */
  readonly stale: boolean;
}

/** A layer as it counts. */
export interface HookLayer {
  readonly scope: HookScope;
  /** 0 to 2; lower ones are asked first. */
  readonly rank: number;
  /** Absolute path as configured. */
  readonly path: string;
  /** SHA-256 over the checksums of its files, in hex; null without files. */
  readonly checksum: string | null;
  readonly files: readonly LayerFile[];
  /** In the order of files and tables, without those whose id was taken. */
  readonly hooks: readonly ConfiguredHook[];
  readonly skipped: readonly SkippedHook[];
}
