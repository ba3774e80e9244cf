/**
 * Lets one loop sleep until somebody has something for it. A ring while nobody sleeps is kept, so that none is missed;
 * many rings are one.
 */
export class Doorbell {
  #rung = false;
  #wake: (() => void) | null = null;

  /** Wakes the sleeper, or keeps it from falling asleep next time. */
  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** Sleeps until a ring, or until the time (milliseconds) is over. */
  async wait(milliseconds?: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    this.#rung = false;
  }
}
