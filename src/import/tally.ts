import type { Outcome } from '../database/writer.ts';
import type { ImportRow, Problem } from './row.ts';

/** What became of the rows of an import. */
export interface ImportSummary {
  /** Rows written, by kind. */
  readonly written: Readonly<Record<string, number>>;
  /** Rows that were there already, by kind. */
  readonly known: Readonly<Record<string, number>>;
  /** Rows that were not taken over. */
  readonly skipped: number;
  /** Memories whose title was taken: written under a numbered one. */
  readonly renamed: number;
}

/** Counts what becomes of rows, and tells of each that did not become what its line says. */
export class Tally {
  readonly #note: (line: string) => void;
  readonly #written: Record<string, number> = {};
  readonly #known: Record<string, number> = {};
  #skipped = 0;
  #renamed = 0;

  constructor(note: (line: string) => void) {
    this.#note = note;
  }

  /** A row that cannot be read. */
  problem({ line, what }: Problem): void {
    this.#skipped += 1;
    this.#note(`line ${line}: ${what}`);
  }

  /** What the database said to a row. */
  outcome(row: ImportRow, outcome: Outcome): void {
    // Namespaces follow from what is in them.
    if (row.kind === 'namespace') return;
    const refuse = (what: string) => this.problem({ kind: 'problem', line: row.line, what });
    switch (outcome.outcome) {
      case 'OK':
        this.#written[row.kind] = (this.#written[row.kind] ?? 0) + 1;
        this.#titled(row, outcome);
        return;
      case 'EXISTS':
        if (outcome['same'] === false && row.kind === 'memory') {
          refuse(`id: ${row.memory.id} is there already with another text; it was left as it is`);
          return;
        }
        this.#known[row.kind] = (this.#known[row.kind] ?? 0) + 1;
        return;
      case 'NOT_FOUND': {
        refuse(`there is no memory ${String(outcome['missing'])}`);
        return;
      }
      case 'LINK_CYCLE': {
        refuse('relation: the link would close a circle');
        return;
      }
      case 'ALIAS_TAKEN':
        refuse('key: the name belongs to another entity');
        return;
      case 'NO_FREE_TITLE': {
        refuse('title: all numbered titles up to (1024) are taken');
        return;
      }
      default: {
        refuse(`refused as ${outcome.outcome}`);
        return;
      }
    }
  }

  get summary(): ImportSummary {
    return { written: this.#written, known: this.#known, skipped: this.#skipped, renamed: this.#renamed };
  }

  #titled(row: ImportRow, { title }: Outcome): void {
    if (row.kind !== 'memory' || row.memory.title === title) return;
    this.#renamed += 1;
    this.#note(`line ${row.line}: title: taken by another memory; ${row.memory.id} is stored as "${String(title)}"`);
  }
}
