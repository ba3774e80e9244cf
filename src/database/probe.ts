import type { Database } from './database.ts';
import { DatabaseUnfit, notAnAddress, shownAddress } from './databaseUnfit.ts';

/** The oldest server with filters inside the vector index (design §1). */
const OLDEST = [2026, 2] as const;

/**
 * Makes sure that a database can be reached and is new enough.
 * @throws DatabaseUnfit for an unreachable address, a wrong password, a missing database and a server that is too old
 */
export async function probe(
  database: Database,
  address: { uri: string; user: string; database: string },
): Promise<string> {
  let rows: { name: string; versions: string[] }[];
  try {
    rows = await database.command('database/components');
  } catch (error) {
    throw explain(error, address);
  }
  const version = rows.find(({ name }) => name === 'Neo4j Kernel')?.versions[0] ?? 'unknown';
  const [year = 0, month = 0] = version.split('.').map(Number);
  if (year < OLDEST[0] || (year === OLDEST[0] && month < OLDEST[1])) {
    throw new DatabaseUnfit(
      `Neo4j ${version} at ${shownAddress(address.uri)} is too old: 2026.02 or newer is needed.`,
      'Upgrade the server, or unset NEO4J_URI to use the embedded one.',
    );
  }
  return version;
}

function explain(error: unknown, address: { uri: string; user: string; database: string }): DatabaseUnfit {
  const { user, database } = address;
  const uri = shownAddress(address.uri);
  const code = String((error as { code?: unknown }).code ?? '');
  const options = { cause: error };
  if (code.includes('Security.')) {
    return new DatabaseUnfit(
      `Neo4j at ${uri} refused the user ${user}.`,
      'Check NEO4J_USER and NEO4J_PASSWORD.',
      options,
    );
  }
  if (code.includes('DatabaseNotFound')) {
    return new DatabaseUnfit(`Neo4j at ${uri} has no database ${database}.`, 'Check NEO4J_DATABASE.', options);
  }
  if (/Invalid|scheme|protocol/i.test(String((error as Error).message)) && !code.includes('Service'))
    return notAnAddress(uri, error);
  return new DatabaseUnfit(
    `Neo4j at ${uri} does not answer: ${(error as Error).message.split('\n')[0] ?? ''}`,
    'Check NEO4J_URI and that the server is running, or unset NEO4J_URI to use the embedded one.',
    options,
  );
}
