/** Where the tests' database is: the run's own, or the one of TEST_NEO4J_URI. */
export interface TestDatabase {
  readonly uri: string;
  readonly user: string;
  readonly password: string;
}

/**
 * Where the run's database is.
 * @throws Error when the run has no database, as under `--globalSetup=`
 */
export function testDatabase(): TestDatabase {
  const { TEST_NEO4J_URI: uri, TEST_NEO4J_USER: user = 'neo4j', TEST_NEO4J_PASSWORD: password = '' } = process.env;
  if (uri === undefined)
    throw new Error('no database for the tests: run jest with its global set-up, or set TEST_NEO4J_URI');
  return { uri, user, password };
}
