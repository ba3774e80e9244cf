/**
 * Something outside the program stops the start: a missing JDK, a full disk, a taken folder. The terminal shows
 * `message` (what is wrong) and `advice` (what to do) and nothing else, so both are whole sentences for a person.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly advice: string;

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}
