/** One text on its way to a vector. */
export class WaitingText {
  readonly text: string;
  /** Cost of the text, in the unit of its queue. */
  readonly weight: number;
  readonly vector: Promise<readonly number[]>;
  resolve!: (vector: readonly number[]) => void;
  reject!: (reason: unknown) => void;
  /** True once nobody wants the vector any more. */
  dropped = false;
  /** Told when it is dropped while its batch runs. */
  onDrop: (() => void) | undefined;

  constructor(text: string, weight: number) {
    this.text = text;
    this.weight = weight;
    this.vector = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // The caller waits for all its texts at once and hears the first failure only.
    this.vector.catch(() => undefined);
  }

  /** Gives the text up; whoever waits gets `reason`. */
  drop(reason: unknown): void {
    if (this.dropped) return;
    this.dropped = true;
    this.reject(reason);
    this.onDrop?.();
  }
}
