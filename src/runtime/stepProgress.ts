/** Takes the progress of work that is done in named steps. */
export interface StepProgress {
  /**
   * A step begins.
   * @param name what is moved, e.g. `memories`
   * @param total how many there are, when known
   */
  begin(name: string, total?: number): void;
  /**
   * So many more are done.
   * @param fraction how much of the step that is in all, from 0 to 1, where the total is not known
   */
  advance(count: number, fraction?: number): void;
  /** The step is over. */
  end(): void;
  /** Shows a line of its own, above what runs. */
  note(line: string): void;
}
