/** What is wrong with a database, and what to do about it. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
  readonly advice: string;

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}

/** The refusal of a NEO4J_URI that the driver cannot make sense of. */
export function notAnAddress(uri: string, cause: unknown): DatabaseUnfit {
  return new DatabaseUnfit(
    `NEO4J_URI ${shownAddress(uri)} is not an address of Neo4j.`,
    'Use neo4j://host:7687, bolt://host:7687 or their +s forms.',
    { cause },
  );
}

/** An address as it may be shown: without a user and password that somebody wrote into it. */
export function shownAddress(uri: string): string {
  return uri.replace(/\/\/[^/]*@/, '//');
}
