/** Bytes kept of the end of a hook's error output (spec memory-system §2.4). */
export const STDERR_KEPT = 4096;

/** Keeps the last bytes of a stream. */
export class OutputTail {
  readonly #most: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** @param most bytes to keep */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds what came. */
  push(chunk: Buffer): void {
    const joined = chunk.length >= this.#most ? chunk : Buffer.concat([this.#bytes, chunk]);
    this.#bytes = Buffer.from(joined.subarray(-this.#most));
  }

  /** What was kept, as text; a character cut in half at the start is left out. */
  text(): string {
    const firstWhole = this.#bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
    return firstWhole === -1 ? '' : this.#bytes.subarray(firstWhole).toString('utf8');
  }
}
