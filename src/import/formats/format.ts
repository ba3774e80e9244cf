import type { EmbeddingModel } from '../../database/embeddingModels.ts';
import type { Found, Pass, Placement } from '../row.ts';

/** What a file says of itself before its rows. */
export interface Preface {
  /** The model of the vectors in it; null without any. */
  readonly vectors: EmbeddingModel | null;
}

/** How one kind of file is read. */
export interface ImportFormat {
  /**
   * Looks at the beginning of a file.
   * @throws NotThisFormat when it is another kind of file
   */
  preface(file: string): Promise<Preface>;
  /**
   * The rows of one pass, in the order of the file, and each problem with the line it is at.
   * @throws NotThisFormat when the file turns out to be broken
   */
  rows(file: string, pass: Pass, place: Placement): AsyncGenerator<Found>;
}

/** The file is not what the caller says it is. */
export class NotThisFormat extends Error {
  override readonly name = 'NotThisFormat';
}
